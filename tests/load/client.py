"""A visitor without a browser: the websocket of a Streamlit server, spoken as the front end speaks it.

Knows of a page what a load test has to: its widgets by their keys, its components by name, and when a run is over.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from time import perf_counter
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

PATIENCE = 60.0  # seconds to wait for an answer


class Visitor:
    """One tab. `async with Visitor(url, "live_tower", lang="en") as tab:` opens the page and waits for it."""

    def __init__(self, url: str, page: str, **query: str) -> None:
        self._socket_url = url.replace("http", "ws", 1).rstrip("/") + "/_stcore/stream"
        self._page, self._query = page, urlencode(query)
        self._states: dict[str, WidgetState] = {}
        self._hash = ""
        self.elements: dict[str, tuple[Any, str]] = {}  # by widget id: element, fragment
        self.failures: list[str] = []
        self.looks: dict[str, float] = {}  # fragments that ask to be run again, and every how many seconds

    async def __aenter__(self) -> Visitor:
        self._socket = await websockets.connect(
            self._socket_url,
            subprotocols=[websockets.Subprotocol("streamlit")],
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        await self.rerun()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()

    async def rerun(self, fragment: str = "", until: Callable[[Any], bool] | None = None) -> float:
        """Send the widgets' states; wait for `until` an element has come, and then for the end of the run.

        Returns the seconds until that element, or until the end where there is none.
        """
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_name, state.page_script_hash = self._query, self._page, self._hash
        state.fragment_id = fragment
        state.widget_states.widgets.extend(self._states.values())
        began, seen = perf_counter(), None
        await self._socket.send(message.SerializeToString())
        while True:
            raw = await asyncio.wait_for(self._socket.recv(), PATIENCE)
            answer = ForwardMsg()
            answer.ParseFromString(raw if isinstance(raw, bytes) else raw.encode())
            kind = answer.WhichOneof("type")
            if kind == "navigation":
                self._hash = answer.navigation.page_script_hash
            elif kind == "auto_rerun":
                self.looks[answer.auto_rerun.fragment_id] = answer.auto_rerun.interval
            elif kind == "page_info_changed":
                self._query = answer.page_info_changed.query_string
            elif kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
                element = answer.delta.new_element
                self._note(element, answer.delta.fragment_id)
                if seen is None and until is not None and until(element):
                    seen = perf_counter() - began
            elif kind == "script_finished" and answer.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                self._states = {key: one for key, one in self._states.items() if not _passing(one)}
                return perf_counter() - began if seen is None else seen

    def _note(self, element: Any, fragment: str) -> None:
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.failures.append(element.exception.message)
        inner = getattr(element, kind, None)
        identity = getattr(inner, "id", "")
        if identity:
            self.elements[identity] = (element, fragment)

    def find(self, key: str) -> tuple[str, str]:
        """Widget id and fragment of the widget with this key. Raises KeyError."""
        for identity, (_, fragment) in self.elements.items():
            if identity.endswith(f"-{key}"):
                return identity, fragment
        raise KeyError(key)

    async def press(self, key: str, until: Callable[[Any], bool] | None = None) -> float:
        """Press a button; seconds as in `rerun`."""
        identity, fragment = self.find(key)
        self._states[identity] = WidgetState(id=identity, trigger_value=True)
        return await self.rerun(fragment, until)

    def type_text(self, key: str, text: str) -> None:
        """Fill a text field; sent with the next press."""
        identity, _ = self.find(key)
        self._states[identity] = WidgetState(id=identity, string_value=text)

    async def look(self, seconds: float) -> list[float]:
        """Wait so long as a page that runs its fragment again and again; how long each of these runs took."""
        found: list[float] = []
        end = perf_counter() + seconds
        while self.looks:
            fragment, interval = list(self.looks.items())[-1]
            left = end - perf_counter()
            if left <= interval:
                break
            await asyncio.sleep(interval)
            found.append(await self.rerun(fragment))
        await asyncio.sleep(max(0.0, end - perf_counter()))
        return found

    async def press_form(self) -> float:
        """Press the one submit button of the one form on the page, its fields as they are."""
        for identity, (element, fragment) in self.elements.items():
            kind = element.WhichOneof("type")
            if kind == "text_input":
                self._states[identity] = WidgetState(id=identity, string_value=element.text_input.default)
            elif kind == "button" and element.button.is_form_submitter:
                self._states[identity] = WidgetState(id=identity, trigger_value=True)
                pressed = fragment
        return await self.rerun(pressed)

    async def choose(self, index: int) -> float:
        """Choose in the one radio group on the page."""
        radios = [(identity, fragment) for identity, (element, fragment) in self.elements.items()
                  if element.WhichOneof("type") == "radio"]  # fmt: skip
        identity, fragment = radios[-1]
        option = self.elements[identity][0].radio.options[index]
        self._states[identity] = WidgetState(id=identity, string_value=option)
        return await self.rerun(fragment)

    def component(self, name: str) -> tuple[str, Any, str]:
        """Id, data and fragment of a component `oracle_tower.<name>`. Raises KeyError."""
        for identity, (element, fragment) in self.elements.items():
            if is_component(element, name):
                return identity, json.loads(element.bidi_component.json), fragment
        raise KeyError(name)

    async def trigger(self, name: str, event: str, value: Any, until: Callable[[Any], bool] | None = None) -> float:
        """What a component tells once, as its JavaScript would."""
        identity, _, fragment = self.component(name)
        own = f"$$STREAMLIT_INTERNAL_KEY_{identity}__events"
        told = json.dumps([{"event": event, "value": value}])
        self._states[own] = WidgetState(id=own, json_trigger_value=told)
        return await self.rerun(fragment, until)


def is_component(element: Any, name: str) -> bool:
    """Whether an element is the component of this name."""
    kind: str = element.WhichOneof("type")
    return kind == "bidi_component" and element.bidi_component.component_name == f"oracle_tower.{name}"


def _passing(state: WidgetState) -> bool:
    return state.WhichOneof("value") in ("trigger_value", "json_trigger_value")
