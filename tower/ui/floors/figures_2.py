"""The figures of floor 2: what a machine's rates say about its passes, recorded or measured here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tower.theory import roofline
from tower.theory.roofline import Load, Machine
from tower.ui.measured import measured

UPGRADE = 4  # times more of one thing, in the quiz
HOME_PARAMETERS, HOME_BYTES = 7e9, 2  # a size that many people run at home
_FEW, _MANY = 0.2, 0.7  # of a pass: where the prediction's choices part


def figures(language: str) -> dict[str, str]:
    """All figures of the texts, from the recorded measurement."""
    recorded = measured("machine")
    return {**facts(recorded.figures, recorded.machine), "date": recorded.recorded}


def facts(found: Mapping[str, Any], hardware: Mapping[str, Any]) -> dict[str, str]:
    """The figures that hang on a measurement. found: of `experiments.machine`; hardware: the machine's description."""
    machine, work = rates(found), block(found)
    seconds = found["block"]["seconds"]
    reckon = roofline.reckon_seconds(machine, work)
    cache = hardware["cache_bytes"]
    home = roofline.load(HOME_PARAMETERS, HOME_BYTES)
    return {
        "processor": str(hardware["processor"]),
        "threads": str(found["threads"]),
        "gb": _number(machine.gb_per_s),
        "gflop": _number(machine.gflop_per_s),
        "cache_mb": "?" if cache is None else f"{cache / 1e6:.0f}",
        "block_mb": f"{work.bytes / 1e6:.0f}",
        "block_ms": _number(seconds * 1e3),
        "haul_ms": _number(roofline.haul_seconds(machine, work) * 1e3),
        "reckon_ms": _number(reckon * 1e3),
        "wait_ms": _number((seconds - reckon) * 1e3),
        "reckon_share": f"{100 * reckon / seconds:.0f}%",
        "ridge": f"{machine.ridge:.1f}",
        "intensity": f"{work.intensity:g}",
        "times_unused": f"{machine.ridge / work.intensity:.0f}",
        "upgrade": str(UPGRADE),
        "gears_gain": _gain(machine, work, gears=UPGRADE),
        "shaft_gain": _gain(machine, work, shaft=UPGRADE),
        "home_gb": f"{home.bytes / 1e9:.0f}",
        "home_words": f"{roofline.words_a_second(machine, home):.2g}",
        **_oracle(machine, found["oracle"]),
    }


def rates(found: Mapping[str, Any]) -> Machine:
    """The measured machine."""
    return Machine(found["gb_per_s"], found["gflop_per_s"])


def block(found: Mapping[str, Any]) -> Load:
    """One word through the big block."""
    return roofline.load(found["block"]["parameters"], 4)


def share(found: Mapping[str, Any]) -> str:
    """The code of the prediction that a measurement bears out: how much of the block's pass is arithmetic."""
    part = roofline.reckon_seconds(rates(found), block(found)) / found["block"]["seconds"]
    return "few" if part < _FEW else "half" if part < _MANY else "most"


def best_upgrade(found: Mapping[str, Any]) -> str:
    """The quiz's answer, computed: what gains most for one person's request. More room and a second machine gain
    nothing: neither hauls one book faster."""
    machine, work = rates(found), block(found)
    now = roofline.words_a_second(machine, work)
    gains = {
        "gears": roofline.words_a_second(machine.faster(gears=UPGRADE), work) / now,
        "shaft": roofline.words_a_second(machine.faster(shaft=UPGRADE), work) / now,
        "vault": 1.0,
        "second": 1.0,
    }
    return max(gains, key=lambda choice: gains[choice])


def oracle_case(found: Mapping[str, Any]) -> str:
    """How the embedded oracle's own pass stands to the hauling of its weights: `slower` than BOUND times, `cached`
    where it is so quick that they cannot have come from memory, else `hauled`."""
    work, seconds = Load(found["oracle"]["bytes"], 2 * found["oracle"]["parameters"]), found["oracle"]["seconds"]
    if roofline.explained_by_hauling(rates(found), work, seconds):
        return "hauled"
    return "slower" if seconds > roofline.haul_seconds(rates(found), work) else "cached"


def _oracle(machine: Machine, oracle: Mapping[str, Any]) -> dict[str, str]:
    least = oracle["bytes"] / machine.gb_per_s / 1e9
    return {
        "oracle_mb": f"{oracle['bytes'] / 1e6:.1f}",
        "oracle_ms": _number(oracle["seconds"] * 1e3),
        "oracle_haul_ms": _number(least * 1e3),
        "oracle_times": f"{oracle['seconds'] / least:.1f}",
    }


def _gain(machine: Machine, work: Load, *, shaft: float = 1.0, gears: float = 1.0) -> str:
    now, then = (roofline.words_a_second(m, work) for m in (machine, machine.faster(shaft, gears)))
    return f"{then / now:.1f}"


def _number(value: float) -> str:
    """Two or three figures that mean something."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
