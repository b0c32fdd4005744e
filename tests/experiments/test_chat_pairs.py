"""Measurements on a chat model begin with the very words that its runs begin with: its template is in them."""

from __future__ import annotations

import pytest

from tests.models.gguf_files import TEMPLATE
from tests.models.own.folders import model_folder
from tower.decoding.errors import PromptError
from tower.experiments.sweep import Sweep
from tower.experiments.sweep_settings import SweepSettings
from tower.experiments.tally.settings import TallySettings
from tower.experiments.tally.start import start as start_tally
from tower.models.loading import Pair, load_pair
from tower.models.own.opening import open_pair
from tower.models.runs import start
from tower.models.settings import RunSettings

PROMPT = "The bell"


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    folder = model_folder(tmp_path_factory.mktemp("chat") / "chat", "llama")
    (folder / "chat_template.jinja").write_text(TEMPLATE, encoding="utf-8")
    return load_pair(open_pair(str(folder)).spec.code)


def test_a_tally_counts_what_runs_write(pair: Pair) -> None:
    code = pair.spec.code
    run = start(RunSettings(PROMPT, code, "prompt-lookup"), pair)
    bare = start(RunSettings(PROMPT, code, "prompt-lookup", chat=False), pair)
    count = start_tally(TallySettings(PROMPT, code, "prompt-lookup", tokens=1, runs=100), pair)
    assert count.ground.prompt == run.prompt != bare.prompt


def test_a_sweep_refuses_at_once_what_only_fits_without_the_template(pair: Pair) -> None:
    context = pair.new_target().context
    words = pair.text.encode("bell " * context)[: context - 2]
    prompt = pair.text.decode(words).strip()
    pair.text.encode_prompt(prompt, context)  # alone it fits
    with pytest.raises(PromptError) as refused:
        Sweep(SweepSettings((prompt,), pair=pair.spec.code, drafter="prompt-lookup"), pair)
    assert refused.value.code == "prompt-too-long"
