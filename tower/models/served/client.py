"""Questions to the server over HTTP: patience, further tries, and what a refusal means. Knows no words and no laws."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import requests

from tower.models.errors import ModelError, reason_of
from tower.models.served.settings import Server

PATIENCE = (5.0, 120.0)
"""Seconds to wait for a connection, and for an answer: a server's first request may compile for half a minute."""

PAUSES = (0.5, 2.0)
"""Seconds before each further try."""

_BUSY = 429
_REASON = 300


@dataclass(frozen=True, slots=True)
class Answer:
    """document: the JSON. received: its bytes."""

    document: Any
    received: int


class Client:
    """One connection that stays open. Not safe for two threads at once."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._session = requests.Session()
        self._session.auth = self._signed

    def get(self, path: str) -> Answer:
        """Raises ModelError; see `post`."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: Mapping[str, Any]) -> Answer:
        """The answer to a JSON body. Nothing that is asked here changes the server, so it may be asked again.

        Raises ModelError: `served-unreachable`, `served-busy` after the last try; `served-silent`, `served-key`,
        `served-missing`, `served-refused`, `served-answer`.
        """
        return self._ask("POST", path, body)

    def _signed(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """With the key in a header. Where requests has such a function, it looks for no key in the user's files."""
        if self._server.key:
            request.headers["Authorization"] = f"Bearer {self._server.key}"
        return request

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None) -> Answer:
        for pause in PAUSES:
            try:
                return self._once(method, path, body)
            except ModelError as error:
                if error.code not in ("served-unreachable", "served-busy"):
                    raise
            time.sleep(pause)
        return self._once(method, path, body)

    def _once(self, method: str, path: str, body: Mapping[str, Any] | None) -> Answer:
        address = self._server.address + path
        try:
            response = self._session.request(method, address, json=body, timeout=PATIENCE)
            content = response.content
        except requests.ReadTimeout as error:
            message = f"the server at {self._server.address} gives no answer within {PATIENCE[1]:g} seconds"
            raise ModelError("served-silent", message, seconds=f"{PATIENCE[1]:g}") from error
        except (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError) as error:
            message = f"the server at {self._server.address} cannot be reached: {reason_of(error)}"
            raise ModelError("served-unreachable", message) from error
        except requests.RequestException as error:  # an address that is none
            message = f"TOWER_SERVED_URL cannot be asked: {reason_of(error)}"
            raise ModelError("served-unreachable", message) from error
        if response.status_code >= 400:
            raise _refusal(response)
        try:
            return Answer(response.json(), len(content))
        except ValueError as error:
            raise no_answer("no JSON") from error


def no_answer(reason: str) -> ModelError:
    """An answer that is not in the form it should have."""
    return ModelError("served-answer", f"the server's answer makes no sense: {reason}", reason=reason)


def _refusal(response: requests.Response) -> ModelError:
    status, reason = response.status_code, _reason(response)
    if status == _BUSY or status >= 500:
        message = f"the server cannot answer now ({status}): {reason}"
        return ModelError("served-busy", message, status=status, reason=reason)
    if status in (401, 403):
        return ModelError("served-key", f"the server wants another TOWER_SERVED_KEY: {reason}", status=status)
    if status == 404:
        message = f"the server does not know that, see TOWER_SERVED_URL and TOWER_SERVED_MODEL: {reason}"
        return ModelError("served-missing", message, reason=reason)
    return ModelError("served-refused", f"the server refuses ({status}): {reason}", status=status, reason=reason)


def _reason(response: requests.Response) -> str:
    """What an OpenAI-compatible server says of itself, in one line."""
    try:
        document = response.json()
        error = document.get("error", document)
        told = error.get("message") or error.get("detail") or "" if isinstance(error, dict) else str(error)
    except (ValueError, AttributeError):
        told = response.reason or ""
    return " ".join(str(told).split())[:_REASON]
