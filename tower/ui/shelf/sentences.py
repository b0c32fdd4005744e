"""What a race's figures come down to, in sentences: every number in them is of that race or of the weight files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tower.experiments.race_settings import PLAIN, Lane
from tower.models.heads.kinds import KIND_OF
from tower.ui.language import t
from tower.ui.measured import measured
from tower.ui.numbers import two
from tower.ui.shelf import state
from tower.ui.shelf.facts import facts, millions, stamp, target

JUST_AS_FAST = 0.995  # below this many times plain decoding it is written with other digits than 1.00


def of_race(lanes: Sequence[Lane]) -> list[str]:
    """Who guesses best, who is quickest, who loses time by guessing, who is slower than the small model, and why."""
    by: Mapping[str, Lane] = {lane.drafter: lane for lane in lanes}
    racers = [lane for lane in lanes if lane.drafter != PLAIN]
    best = max(racers, key=lambda lane: lane.words_per_haul)
    quickest = max(racers, key=lambda lane: lane.words_a_second)
    leading = [lane for lane in racers if two(lane.words_per_haul) == two(best.words_per_haul)]
    key = "same" if quickest in leading else "other"
    said = [
        t(f"shelf.said.{key}", best=_names(leading), words=two(best.words_per_haul),
          quickest=state.name_of(quickest.drafter), pace=f"{quickest.words_a_second:.0f}", gain=two(quickest.gain),
          best_gain=two(max(lane.gain for lane in leading)))
    ]  # fmt: skip
    losing = [lane for lane in racers if lane.gain < JUST_AS_FAST]
    if losing:
        said.append(t("shelf.said.losing", names=_names(losing), worst=two(min(lane.gain for lane in losing))))
    small = by.get("small")
    slower = [lane for lane in racers if small and lane is not small and lane.words_a_second < small.words_a_second]
    costly = [lane for lane in slower if small and lane.words_per_haul >= small.words_per_haul]
    if small and slower:
        said.append(t("shelf.said.slower", names=_names(slower), pace=f"{small.words_a_second:.0f}"))
    for lane in costly:
        assert small is not None
        said.append(
            t("shelf.said.although", name=state.name_of(lane.drafter), words=two(lane.words_per_haul),
              mogu_words=two(small.words_per_haul), draft=two(lane.draft_passes), mogu=two(small.draft_passes),
              tray=two(lane.tray_passes), mogu_tray=two(small.tray_passes))
        )  # fmt: skip
    if any(lane.drafter in KIND_OF for lane in slower):
        said.append(_why(by))
    return said


def _why(by: Mapping[str, Lane]) -> str:
    """A head's step ends in the Oracle's own unembedding: its numbers beside those of the whole small model."""
    scored: Mapping[str, int] = measured("shelf").figures["scored"]
    ending = scored["words"] * scored["width"]
    mogu = facts("small", scored["words"]).step
    steps = []
    for code, lane in by.items():
        if lane.c is not None and (code in KIND_OF or code == "small"):
            step = millions(facts(code, scored["words"], stamp(code)).step)
            steps.append(t("shelf.said.step", name=state.name_of(code), c=two(lane.c), step=step))
    return t(
        "shelf.said.why", words=f"{scored['words']:,}", of=f"{scored['of']:,}", width=scored["width"],
        ending=millions(ending), all=millions(scored["of"] * scored["width"]), mogu=millions(mogu),
        oracle=millions(target().all), steps=t("shelf.said.and").join(steps),
    )  # fmt: skip


def _names(lanes: Sequence[Lane]) -> str:
    return t("shelf.said.and").join(state.name_of(lane.drafter) for lane in lanes)
