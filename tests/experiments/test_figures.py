"""The recorded measurements belong to the weights that we ship; what measures them does what it says."""

from __future__ import annotations

from threading import Lock

import pytest
import torch

from tower.experiments import big_block, figures, hardware, prints
from tower.experiments.stopwatch import quickest
from tower.models.fingerprint import fingerprint
from tower.models.loading import load_pair
from tower.models.pairs import PAIRS
from tower.models.weight_files import weight_files
from tower.ui.measured import measured


@pytest.mark.parametrize("name", figures.REGISTRY)
def test_figures_belong_to_the_shipped_weights(name: str) -> None:
    pair = PAIRS[figures.PAIR]
    assert pair.draft is not None
    shipped = {"target": fingerprint(weight_files(pair.target)), "draft": fingerprint(weight_files(pair.draft))}
    recorded = measured(name)
    assert recorded.weights == shipped, "stale: run `make figures`"
    assert recorded.machine.keys() == hardware.description().keys()
    assert {"python", "torch", "numpy"} <= recorded.versions.keys() and recorded.figures


def test_unknown_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["nonsense"]) == 2
    assert "nonsense" in capsys.readouterr().err


@pytest.mark.parametrize("tiled", [False, True])
def test_block_multiplies_its_matrices(tiled: bool) -> None:
    block = big_block.BigBlock(34, tiled=tiled)
    assert block.parameters == 3 * 2048 * 2048 and block.bytes == 4 * block.parameters
    one = torch.randn(2048, 2048, generator=torch.Generator().manual_seed(1)) / 2048**0.5
    rows = torch.randn(5, 2048, generator=torch.Generator().manual_seed(2))
    assert torch.allclose(block.passing(5)(), rows @ one.t() @ one.t() @ one.t(), atol=1e-3)


def test_block_is_larger_than_the_cache_and_not_absurd() -> None:
    assert big_block.fitting(None) == big_block.fitting(2**25) == 256
    assert big_block.fitting(96 * 10**6) == 384
    assert big_block.fitting(10**9) == big_block.MOST_MEGABYTES


def test_quickest_gives_the_lock_back_between_trials() -> None:
    lock, held = Lock(), []
    found = quickest({"a": lambda: held.append(lock.locked()), "b": lambda: None}, 0.0, least=3, turn=lock)
    assert held == [True] * 4 and not lock.locked()
    assert set(found) == {"a", "b"} and all(0 <= spent < 1 for spent in found.values())


def test_prints_before_an_exchanged_slip_do_not_change() -> None:
    row = prints.row(load_pair("tower"), prints.EXAMPLES["en"])
    assert len(row.prints) == len(row.slips) + 1 == len(row.swaps) + 1
    for swap in row.swaps:
        assert swap.other != row.slips[swap.slip]
        assert max(swap.change[: swap.slip + 1]) < 1e-4 < min(swap.change[swap.slip + 1 :])
        assert swap.prints[: swap.slip + 1] == pytest.approx(row.prints[: swap.slip + 1])


def test_prints_are_what_the_target_says_alone() -> None:
    pair = load_pair("tower")
    row = prints.row(pair, prints.EXAMPLES["zh-Hant"])
    example = prints.EXAMPLES["zh-Hant"]
    ids = pair.text.encode_prompt(example.written, 100)
    slips = pair.text.encode(example.slips)
    target = pair.new_target()
    for place, entry in enumerate(row.prints):
        target.reset()
        target.prefill([*ids, *slips[:place]][:-1])
        best = int(target.score([[*ids, *slips[:place]][-1]]).logits[0].argmax())
        assert pair.text.text(best) == entry.text
    assert prints.read({**measured("prints").figures["zh-Hant"]}).slips == row.slips


def test_too_many_slips_are_left_out_and_none_is_refused() -> None:
    from tower.decoding.errors import PromptError

    pair = load_pair("tower")
    row = prints.row(pair, prints.Example("當北風", "吹過第七座橋" * 4, "魚"))
    assert len(row.slips) == prints.MOST_SLIPS and row.left_out > 0
    with pytest.raises(PromptError):
        prints.row(pair, prints.Example("當北風", "", "魚"))
