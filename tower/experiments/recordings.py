"""`python -m tower.experiments.recordings [names]`: decode the recorded runs of the first screens anew.

A recording is a real run and its plain lane, as trace JSON; it names the weights that made it. Writes assets/traces.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from tower.models.runs import start_plain, start_run
from tower.models.settings import RunSettings

TRACES = Path(__file__).resolve().parents[2] / "assets" / "traces"

RECORDINGS: Mapping[str, Mapping[str, RunSettings]] = {
    "lobby": {
        "zh-Hant": RunSettings(prompt="七隻烏鴉", k=4, temperature=0.0, max_new_tokens=48),
        "en": RunSettings(prompt="One bell,", k=4, temperature=0.0, max_new_tokens=48),
    },
    "floor_1": {
        "zh-Hant": RunSettings(prompt="當", drafter="none", max_new_tokens=42),
        "en": RunSettings(prompt="When", drafter="none", max_new_tokens=42),
    },
    "floor_4_easy": {
        "zh-Hant": RunSettings(prompt="七隻烏鴉", max_new_tokens=48),
        "en": RunSettings(prompt="There are seven", max_new_tokens=48),
    },
    "floor_4_archaic": {
        "zh-Hant": RunSettings(prompt="空山新雨後，", max_new_tokens=48),
        "en": RunSettings(prompt='"Oh!" said', max_new_tokens=48),
    },
    "shelf": {
        "zh-Hant": RunSettings(prompt="當北風吹過第七座橋，沉睡的", drafter="eagle-tree", max_new_tokens=48),
        "en": RunSettings(
            prompt="When the north wind has crossed the seventh bridge, the sleeping",
            drafter="eagle-tree",
            max_new_tokens=48,
        ),
    },
}
DETAIL = {"floor_1": 10}  # likeliest words a print, where it is not 8


def record(settings: RunSettings, detail: int = 8) -> dict[str, object]:
    """One run to its end, and the same prompt decoded plainly."""
    run, plain = start_run(settings, detail=detail), start_plain(settings, detail=detail)
    for _ in run:
        pass
    for _ in plain:
        pass
    return {"recorded": date.today().isoformat(), "trace": run.trace_json(), "plain": plain.trace_json()}


def main(names: Sequence[str]) -> None:
    """Write the recordings of these names, all for none."""
    TRACES.mkdir(parents=True, exist_ok=True)
    for name in names or RECORDINGS:
        for language, settings in RECORDINGS[name].items():
            file = TRACES / f"{name}.{language}.json"
            text = json.dumps(record(settings, DETAIL.get(name, 8)), ensure_ascii=False, separators=(",", ":"))
            file.write_text(text + "\n", encoding="utf-8")
            print(f"{file.name}: {len(text.encode()) // 1024} KiB")


if __name__ == "__main__":
    main(sys.argv[1:])
