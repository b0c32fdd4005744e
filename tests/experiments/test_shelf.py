"""The race of the shelf: real runs, in turns, kept when stopped; recorded figures that fit the shipped heads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from safetensors import safe_open

from tower.decoding.errors import DecodingError
from tower.experiments import shelf
from tower.experiments.race import Race, lanes, words_per_haul
from tower.experiments.race_settings import PLAIN, RACERS, RaceSettings, read_lane
from tower.experiments.weight_sizes import sizes
from tower.models.loading import load_pair
from tower.models.pairs import PAIRS, drafters_of
from tower.ui.measured import measured

SHORT = RaceSettings("七隻烏鴉", ("small", "eagle", "eagle-tree"), words=12, repeats=2)


def finished(settings: RaceSettings) -> Race:
    race = Race(settings, load_pair("tower"))
    race.finish()
    return race


def test_all_racers_write_the_same_words_and_take_turns_at_being_first() -> None:
    race = finished(SHORT)
    ways = (PLAIN, *SHORT.drafters)
    assert race.run == race.planned == SHORT.runs == len(ways) * (1 + SHORT.repeats)
    assert [heat.drafter for heat in race.heats] == [*ways, *ways[1:], ways[0]]
    texts = {tuple(word["id"] for a in trace["rounds"] for word in a["tokens"]) for trace in race.traces.values()}
    assert set(race.traces) == set(ways) and len(texts) == 1
    found = lanes(race)
    assert [lane.drafter for lane in found] == list(ways)
    for lane in found:
        totals = race.traces[lane.drafter]["totals"]
        assert (lane.words, lane.hauls, lane.repeats) == (totals["tokens"], totals["hauls"], 2)
        assert lane.positions == tuple(map(tuple, totals["accepted_by_position"]))
        assert lane.slowest <= lane.words_a_second <= lane.quickest
    plain = found[0]
    assert plain.words_per_haul == 1 and plain.gain == pytest.approx(1) and plain.tray_passes == pytest.approx(1)
    assert plain.c is None and plain.draft_passes < 0.05


def test_a_stopped_race_keeps_what_it_measured() -> None:
    race = Race(SHORT, load_pair("tower"))
    while len(race.heats) < 2:
        assert lanes(race) == [] or len(race.heats) == 1
        race.advance()
    assert [lane.drafter for lane in lanes(race)] == [PLAIN, "small"]


@pytest.mark.parametrize("change", [{"drafters": ()}, {"repeats": 0}, {"k": 0}, {"prompt": " "}])
def test_nonsense_is_foreseen(change: dict[str, Any]) -> None:
    with pytest.raises(DecodingError):
        replace(SHORT, **change)


def test_words_per_haul_are_those_of_the_runs() -> None:
    pair = load_pair("tower")
    race = finished(replace(SHORT, repeats=1))
    totals = race.traces["small"]["totals"]
    alone = words_per_haul(pair, "small", (SHORT.prompt,), k=SHORT.k, words=SHORT.words)
    assert alone == pytest.approx(totals["tokens"] / totals["hauls"])


def test_the_exact_rule_keeps_the_law_and_the_lossy_ones_do_not() -> None:
    found = shelf.lossy(load_pair("tower"), "archaic")
    assert found["speculative"]["most"] < 1e-9
    assert all(found[rule]["mean"] > 0.01 for rule in ("lenience", "typical"))
    assert found["lenience"]["kept"] > found["speculative"]["kept"]


def test_sizes_are_those_of_the_tensors() -> None:
    spec = PAIRS["tower"]
    assert spec.heads is not None
    folder = spec.heads / "medusa"
    with safe_open(folder / "model.safetensors", framework="np") as file:
        counted = {name: file.get_tensor(name).size for name in file.keys()}  # noqa: SIM118
    found = sizes(folder)
    assert found.parameters == counted and found.bytes == (folder / "model.safetensors").stat().st_size
    assert sizes(spec.target).of("layers.0.") > 0


def test_recorded_figures_belong_to_the_shipped_heads() -> None:
    pair, found = load_pair("tower"), measured("shelf").figures
    assert found["heads"] == dict(shelf.heads(pair)), "stale: run `make figures`"
    assert found["scored"] == dict(shelf.scored(pair)), "stale: run `make figures`"
    present = list(drafters_of("tower", RACERS))
    for language, race in found["races"].items():
        recorded = [read_lane(lane) for lane in race["lanes"]]
        assert [lane.drafter for lane in recorded] == [PLAIN, *present]
        assert race["settings"]["prompt"] == shelf.RACES[language].prompt
        assert len({lane.words for lane in recorded}) == 1
    assert all(list(found["suits"][kind]) == present for kind in shelf.KINDS)
