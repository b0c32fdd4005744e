"""`python -m tower.experiments.figures [names]`: measure and record what floors show first.

Each lands in assets/figures/<name>.json with the day, the machine, the versions and the fingerprints of the weights.
All of them take about a minute and a half on two cores that have nothing else to do.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any

from tower.experiments import (
    batch_passes,
    flatter_dials,
    gain_by_k,
    hardware,
    machine,
    next_words,
    prints,
    row_passes,
    shelf,
    sweep_report,
)
from tower.models.loading import Pair, load_pair
from tower.models.runs import made_with

FIGURES = Path(__file__).resolve().parents[2] / "assets" / "figures"
PAIR = "tower"

REGISTRY: Mapping[str, Callable[[Pair], Mapping[str, Any]]] = {
    "machine": machine.measure,
    "rows": row_passes.recorded,
    "prints": prints.recorded,
    "batch": batch_passes.recorded,
    "flatter_dials": flatter_dials.recorded,
    "gain_by_k": gain_by_k.recorded,
    "next_words": next_words.recorded,
    "sweep": sweep_report.recorded,
    "shelf": shelf.recorded,
}


def document(name: str, pair: Pair) -> dict[str, Any]:
    """The figures `name` and what they belong to. Raises KeyError for a name that is not in the registry."""
    figures = dict(REGISTRY[name](pair))
    made = asdict(made_with(pair))
    return {
        "recorded": date.today().isoformat(),
        "machine": hardware.description(),
        "versions": made["versions"],
        "weights": made["weights"],
        "figures": figures,
    }


def write(name: str, content: Mapping[str, Any]) -> Path:
    """One file, floats short enough to be read."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    file = FIGURES / f"{name}.json"
    text = json.dumps(_short(content), ensure_ascii=False, indent=1)
    file.write_text(text + "\n", encoding="utf-8")
    return file


def _short(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, Mapping):
        return {name: _short(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_short(item) for item in value]
    return value


def main(names: list[str]) -> int:
    """Record the named figures, all of them where none is named."""
    unknown = [name for name in names if name not in REGISTRY]
    if unknown:
        print(f"no figures {', '.join(unknown)}; there are: {', '.join(REGISTRY)}", file=sys.stderr)
        return 2
    pair = load_pair(PAIR)
    for name in names or REGISTRY:
        began = perf_counter()
        file = write(name, document(name, pair))
        print(f"{file.name}: {perf_counter() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
