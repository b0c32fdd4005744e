"""A server of the tests' own that answers as vLLM does (0.32: `/v1/models`, `/v1/completions`, `/tokenize`), from the
embedded oracle, and can be told to misbehave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR, socket
from threading import Lock, Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tower.decoding.tops import top_ids
from tower.models.lean import ROWS
from tower.models.loading import Pair, load_pair
from tower.models.pairs import PAIRS


class Refused(Exception):
    """status, message: of the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


@dataclass
class Fake:
    """max_logprobs: -1 for no limit. key: asked for if not empty. echoes: whether it answers about prompts at all.
    failures: answers to give before it works, each a status or `garbage`. lasts: answers until it fails for good, None
    for ever. reads: how it claims to read any text, None
    for rightly. remembers: places that it claims to have had in its cache."""

    max_logprobs: int = -1
    context: int = 256
    key: str = ""
    echoes: bool = True
    failures: list[int | str] = field(default_factory=list)
    lasts: int | None = None
    reads: list[int] | None = None
    remembers: int = 0
    bodies: list[dict[str, Any]] = field(default_factory=list)
    address: str = ""
    lock: Lock = field(default_factory=Lock)

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The completions that were asked for, those of a run without the questions about what the server can do."""
        return [body for body in self.bodies if body["prompt"] != [0, 0]]

    def answer(self, path: str, body: dict[str, Any] | None, key: str) -> Any:
        if self.failures:
            failure = self.failures.pop(0)
            if failure == "garbage":
                return "a word"
            raise Refused(int(failure), "not now")
        if self.lasts is not None:
            if self.lasts == 0:
                raise Refused(502, "not now")
            self.lasts -= 1
        if self.key and key != f"Bearer {self.key}":
            raise Refused(401, "Unauthorized")
        if path == "/v1/models":
            return {
                "data": [
                    {"id": "oracle", "max_model_len": self.context},
                    {"id": "other", "max_model_len": self.context},
                ]
            }
        assert body is not None
        if path == "/tokenize":
            return {"tokens": self._pair.text.encode(body["prompt"]) if self.reads is None else self.reads}
        if path != "/v1/completions":
            raise Refused(404, "Not Found")
        self.bodies.append(body)
        return self._complete(body)

    @property
    def _pair(self) -> Pair:
        return load_pair("tower")

    def _complete(self, body: dict[str, Any]) -> dict[str, Any]:
        for name in ("logprobs", "prompt_logprobs"):
            wanted = body.get(name) or 0
            if self.max_logprobs != -1 and not 0 <= wanted <= self.max_logprobs:
                raise Refused(400, f"Requested {name} of {wanted}, which is greater than {self.max_logprobs}")
        prompts = prompts_of(body)
        assert all(len(prompt) < self.context for prompt in prompts), "the server would refuse so long a prompt"
        places = sum(map(len, prompts))
        return {
            "choices": [self._choice(prompt, i, body) for i, prompt in enumerate(prompts)],
            "usage": {"prompt_tokens": places, "prompt_tokens_details": {"cached_tokens": self.remembers}},
        }

    def _choice(self, prompt: list[int], index: int, body: dict[str, Any]) -> dict[str, Any]:
        rows = self._log_laws(prompt)
        last = _likeliest(rows[-1], body["logprobs"])
        choice: dict[str, Any] = {
            "index": index,
            "logprobs": {"top_logprobs": [{f"token_id:{word}": float(rows[-1][word]) for word in last}]},
        }
        n = body.get("prompt_logprobs")
        if n is not None and self.echoes:
            choice["prompt_logprobs"] = [None] + [
                {str(i): {"logprob": float(row[i]), "rank": 1} for i in {word, *_likeliest(row, n)}}
                for row, word in zip(rows, prompt[1:], strict=False)
            ]
        return choice

    def _log_laws(self, prompt: list[int]) -> NDArray[np.float32]:
        target = self._pair.new_target()
        with self.lock:
            passes = [target.score(prompt[first : first + ROWS]).logits for first in range(0, len(prompt), ROWS)]
        logits = np.concatenate(passes).astype(np.float64)
        logits -= logits.max(axis=1, keepdims=True)
        laws: NDArray[np.float32] = (logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))).astype(np.float32)
        return laws


def prompts_of(body: dict[str, Any]) -> list[list[int]]:
    """A question carries one prompt or several."""
    return body["prompt"] if isinstance(body["prompt"][0], list) else [body["prompt"]]


def _likeliest(row: NDArray[np.float32], n: int) -> list[int]:
    ids: list[int] = top_ids(row[None], n)[0].tolist() if n >= 0 else list(range(len(row)))
    return ids


def name_server(monkeypatch: pytest.MonkeyPatch, fake: Fake) -> None:
    """Set the variables by which an owner points the tower at a server, with the embedded draft beside it."""
    named = {
        "URL": fake.address + "/v1", "KEY": fake.key, "MODEL": "oracle",
        "TOKENIZER": str(PAIRS["tower"].target), "DRAFT": str(PAIRS["tower"].draft),
    }  # fmt: skip
    for name, value in named.items():
        monkeypatch.setenv(f"TOWER_SERVED_{name}", value)


@contextmanager
def serving(fake: Fake) -> Iterator[Fake]:
    """The server at work on a free port; `fake.address` is where."""
    load_pair("tower")  # only one pair is loaded at a time, and who loads the served one waits for an answer

    open_now: list[socket] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 1 << 20  # head and body in one packet, or the other side waits before it acknowledges

        def setup(self) -> None:
            super().setup()
            open_now.append(self.connection)

        def do_GET(self) -> None:
            self._reply(None)

        def do_POST(self) -> None:
            self._reply(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def _reply(self, body: dict[str, Any] | None) -> None:
            try:
                status, answer = 200, fake.answer(self.path, body, self.headers.get("Authorization", ""))
            except Refused as error:
                status, answer = error.status, {"error": {"message": error.message, "code": error.status}}
            content = answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *arguments: Any) -> None:
            return

    port = int(fake.address.rpartition(":")[2]) if fake.address else 0  # one that comes back is where it was
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    fake.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        for connection in open_now:  # as when a process ends
            with suppress(OSError):
                connection.shutdown(SHUT_RDWR)
        thread.join()
