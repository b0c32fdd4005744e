"""The frame of a floor: where you are, the passages, the questions, what people ask, the log line, the way on.

A floor's own module calls it from top to bottom; what stands between the calls are its experiments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tower.ui import lesson, shell, words
from tower.ui.floors import climb, header, questions
from tower.ui.floors.passage import sections
from tower.ui.language import current, t

READING = 760  # pixels: about 75 English letters a line


class Floor:
    """`with Floor("floor_3", figures) as floor:` draws the head on entering and the foot on leaving.

    figures: values for the {placeholders} of this floor's texts. ask: numbers of the questions under "people ask".
    """

    def __init__(self, code: str, figures: Mapping[str, str], ask: Sequence[int] = ()) -> None:
        self.code = code
        self._figures = dict(figures)
        self._ask = tuple(ask)
        self._key_free = True

    @property
    def language(self) -> str:
        return current()

    @property
    def presenter(self) -> bool:
        """Whether the page is shown to a class."""
        return lesson.present()

    def __enter__(self) -> Floor:
        climb.arrive()
        header.draw(self.code)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._people_ask()
            self._earned()
            self._sources()
            self._way_on()
            climb.note_in_address()

    def t(self, key: str, **values: object) -> str:
        """The text `<floor>.<key>`, with the floor's figures and `values` filled in."""
        return self._text(f"{self.code}.{key}", **values)

    def _text(self, key: str, **values: object) -> str:
        return words.text(current(), key, **{**self._figures, **values})

    def read(self, section: str, **values: object) -> None:
        """A section of the passage, in a column that is easy to read."""
        body = sections(current(), self.code)[section].format(**{**self._figures, **values})
        with self._column():
            st.markdown(body)

    def _column(self, *, border: bool | None = None) -> DeltaGenerator:
        return st.container(width="stretch" if self.presenter else READING, border=border)

    def predict(self, name: str, *, right: str) -> bool:
        """Ask for a prediction; True once it is revealed."""
        path = f"{self.code}.predict.{name}"
        with self._column():
            return questions.predict(path, right, self._text, self._key(f"{path}/revealed"))

    def quiz(self, *, right: str) -> None:
        """Ask the floor's one question; solving it climbs the floor."""
        path = f"{self.code}.quiz"
        with self._column():
            questions.quiz(path, right, self._text, self._key(f"{path}/solved"))

    def state(self, name: str, default: Any) -> Any:
        """What this floor remembers under `name`, across pages and languages."""
        return st.session_state.get(f"{self.code}/kept/{name}", default)

    def remember(self, name: str, value: Any) -> None:
        st.session_state[f"{self.code}/kept/{name}"] = value

    def _key(self, done: str) -> str | None:
        """The reveal key belongs to the first question on the page that is still open."""
        if st.session_state.get(done) or not self._key_free:
            return None
        self._key_free = False
        return questions.KEY

    def _people_ask(self) -> None:
        if not self._ask:
            return
        with self._column():
            st.markdown(f"## {t('floors.people_ask')}")
            for number in self._ask:
                with st.expander(self.t(f"ask.q{number}.question")):
                    st.markdown(self.t(f"ask.q{number}.answer"))

    def _earned(self) -> None:
        if self.code in climb.FLOORS and climb.FLOORS.index(self.code) + 1 in climb.climbed():
            with self._column(border=True):
                st.markdown(f"**{t('floors.log')}** {self.t('ledger')}")

    def _sources(self) -> None:
        with self._column():
            st.markdown(f"### {t('floors.sources')}\n\n{sections(current(), self.code)['sources']}")

    def _way_on(self) -> None:
        pages = ["lobby", *climb.FLOORS, "finish"]
        here = pages.index(self.code)
        with st.container(horizontal=True, horizontal_alignment="distribute"):
            st.page_link(shell.page(pages[here - 1]), label=f"← {t(f'pages.{pages[here - 1]}.title')}")
            if here + 1 < len(pages):
                st.page_link(shell.page(pages[here + 1]), label=f"{t(f'pages.{pages[here + 1]}.title')} →")
