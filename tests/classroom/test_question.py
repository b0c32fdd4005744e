"""Questions are read back as they were written, and nonsense is none."""

from __future__ import annotations

import pytest

from tests.classroom.rooms import DIAL, PREDICT
from tower.classroom import export, question
from tower.classroom.errors import ClassroomError
from tower.classroom.question import Dial
from tower.classroom.store import Line


@pytest.mark.parametrize("asked", [DIAL, PREDICT, Dial(p=(1, 0), q=(0, 1), rule="threshold", parameters={"t": 0.2})])
def test_round_trip(asked: question.Question) -> None:
    assert question.read(question.write(asked)) == asked


@pytest.mark.parametrize(
    "text",
    ["", "{}", "null", '{"kind": "dial", "p": [1, 2], "q": [1]}', '{"kind": "dial", "p": [0, 0], "q": [1, 1]}',
     '{"kind": "dial", "p": [1, 2], "q": [1, 2], "rule": "none"}', '{"kind": "dial", "p": [1, 2], "q": [1, -2]}',
     '{"kind": "predict", "path": "<b>", "choices": ["a", "b"], "right": "a"}',
     '{"kind": "predict", "path": "x", "choices": ["a", "b"], "right": "c"}'],
)  # fmt: skip
def test_nonsense_is_no_question(text: str) -> None:
    with pytest.raises(ClassroomError):
        question.read(text)


def test_export_is_a_table_that_calculates_nothing() -> None:
    lines = [Line(1, "=1+1", "equal", ()), Line(2, '月, "夜"', None, ())]
    assert export.csv_text(lines) == 'member,nickname,choice\n1,\'=1+1,equal\n2,"月, ""夜""",\n'
    drawn = export.csv_text([Line(1, "", None, (3, 2)), Line(2, "", None, ())], ["round", "-bright"])
    assert drawn == "member,nickname,round,'-bright\n1,,3,2\n2,,0,0\n"
