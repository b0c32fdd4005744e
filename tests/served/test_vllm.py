"""Against a real vLLM: the words of the same weights at hand, the hauls that it really made, and its sudden end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.served import vllm
from tests.served.fake import Fake, name_server
from tests.served.runs import begun, close, written
from tower.models.errors import ModelError
from tower.models.loading import load_pair

pytestmark = pytest.mark.skipif(not vllm.PYTHON, reason="TOWER_TEST_SERVED names no Python with vLLM: make test-served")

PROMPTS = ("When the north wind", "當北風吹起，", "The bell of the drowned city rings, and the lamp keeper")
TOLERANCE = 2e-5  # of probabilities; the two implementations add in different orders


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[vllm.Server]:
    with vllm.running(tmp_path_factory.mktemp("vllm") / "log") as server:
        yield server


@pytest.fixture(autouse=True)
def server(started: vllm.Server, monkeypatch: pytest.MonkeyPatch) -> vllm.Server:
    name_server(monkeypatch, Fake(address=started.address))
    return started


def test_what_it_can_do(server: vllm.Server) -> None:
    served = load_pair("served").served
    assert served is not None
    assert (served.abilities.model, served.abilities.context, served.abilities.whole) == (vllm.MODEL, 512, True)


@pytest.mark.parametrize(
    ("prompt", "drafter"),
    [*((prompt, "small") for prompt in PROMPTS), (PROMPTS[0], "prompt-lookup"), (PROMPTS[1], "none")],
)
def test_greedy(prompt: str, drafter: str) -> None:
    close(*(written(pair, prompt, drafter=drafter, max_new_tokens=40) for pair in ("tower", "served")), TOLERANCE)


@pytest.mark.parametrize(
    ("prompt", "settings"),
    [
        (PROMPTS[0], {"temperature": 1.0, "seed": 2}),
        (PROMPTS[1], {"temperature": 1.0, "seed": 3, "k": 7}),
        (PROMPTS[2], {"temperature": 1.0, "seed": 9}),
        (PROMPTS[0], {"temperature": 1.0, "seed": 4, "drafter": "prompt-lookup"}),
        (PROMPTS[1], {"temperature": 1.0, "seed": 5, "drafter": "none"}),
        (PROMPTS[2], {"temperature": 0.7, "seed": 6}),
        (PROMPTS[0], {"temperature": 1.2, "seed": 7, "top_k": 20, "top_p": 0.9}),
        (PROMPTS[1], {"temperature": 1.0, "seed": 8, "rule": "typical"}),
    ],
)
def test_sampling_from_the_same_luck(prompt: str, settings: dict[str, Any]) -> None:
    close(*(written(pair, prompt, max_new_tokens=16, **settings) for pair in ("tower", "served")), TOLERANCE)


@pytest.mark.parametrize("settings", [{}, {"temperature": 1.0, "seed": 2}, {"temperature": 0.7, "seed": 1}])
def test_hauls_are_the_passes_that_it_made(server: vllm.Server, settings: dict[str, Any]) -> None:
    """Where several prompts go in one question, it may read them in fewer passes than are counted, never in more."""
    run = begun("served", max_new_tokens=24, **settings)
    before = server.steps()
    for _ in run:
        pass
    passes, counted = server.steps() - before, run.trace().totals.hauls
    assert passes == counted if settings.get("temperature", 0) in (0, 1) else passes <= counted
    assert passes >= len(run.rounds)


def test_it_is_killed_in_mid_run(server: vllm.Server) -> None:
    """The last test: nothing answers after it."""
    whole = written("served", temperature=1.0, seed=2)
    run = begun("served", temperature=1.0, seed=2)
    for _ in range(3):
        next(run)
    kept = run.trace().tokens
    server.stop()
    with pytest.raises(ModelError) as caught:
        next(run)
    assert caught.value.code == "served-unreachable"
    assert run.trace().tokens == kept == whole.tokens[: len(kept)] and len(kept) >= 3
