"""Text of anybody's in a page: it reads back equal and is never markup."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tower.classroom.embedding import embedded, whole

# the letters that could do harm, far oftener than chance would bring them
HOSTILE = st.text(st.one_of(st.characters(exclude_categories=()), st.sampled_from("<>&/!-\"'\u2028\u2029\ud800\udc00")))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | HOSTILE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(HOSTILE, inner, max_size=4),
    max_leaves=12,
)


class Scripts(HTMLParser):
    """The text of the script elements, and the names of all elements."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@given(VALUES)
def test_reads_back_equal_out_of_a_script_element(value: Any) -> None:
    text = embedded(value)
    text.encode()  # a lone surrogate would raise
    page = Scripts()
    page.feed(f'<script type="application/json">{text}</script>')
    assert page.tags == ["script"] and page.text == text
    assert json.loads(page.text) == value


@pytest.mark.parametrize(
    "text", ["</script><img src=x onerror=alert(1)>", "<!--<script>", "]]>", "a\u2028b\u2029c", "&lt;", "\ud83d"]
)
def test_nothing_in_it_can_end_the_element(text: str) -> None:
    assert not set(embedded(text)) & set("<>&\u2028\u2029\ud83d")
    assert json.loads(embedded(text)) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_what_json_cannot_say_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):
        embedded(value)


@given(HOSTILE)
def test_whole_text_is_utf8_and_else_unchanged(text: str) -> None:
    whole(text).encode()
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        assert whole(text) == text
