"""The QR code: square, with a quiet zone, and nothing where a telephone could not read it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tower.classroom import qr


@pytest.mark.parametrize("text", ["http://192.168.1.20:8501/class_room?room=ABCDE", "當北風", '"><script>'])
def test_is_a_drawing_that_holds_no_text(text: str) -> None:
    drawing = qr.svg(text)
    assert drawing is not None
    root = ElementTree.fromstring(drawing)
    assert root.tag.endswith("svg") and not "".join(root.itertext()).strip()
    width, height = re.fullmatch(r"0 0 (\d+) (\d+)", root.attrib["viewBox"]).groups()  # type: ignore[union-attr]
    assert width == height and int(width) >= 21 + 8


def test_other_texts_are_other_drawings() -> None:
    assert qr.svg("http://a/1") != qr.svg("http://a/2")


def test_too_long_is_none() -> None:
    assert qr.svg("x" * (qr.MOST + 1)) is None
