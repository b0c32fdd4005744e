"""`python -m tower.experiments.recordings`: decode the recorded runs of the first screens anew, with the pair at hand.

A recording is a real run and its plain lane, as trace JSON; it names the weights that made it. Writes assets/traces.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from tower.models.runs import start_plain, start_run
from tower.models.settings import RunSettings

TRACES = Path(__file__).resolve().parents[2] / "assets" / "traces"

RECORDINGS: Mapping[str, Mapping[str, RunSettings]] = {
    "lobby": {
        "zh-Hant": RunSettings(prompt="當北風", k=4, temperature=0.0, max_new_tokens=40),
        "en": RunSettings(prompt="When the north wind", k=4, temperature=0.0, max_new_tokens=40),
    },
}


def record(settings: RunSettings) -> dict[str, object]:
    """One run to its end, and the same prompt decoded plainly."""
    run, plain = start_run(settings), start_plain(settings)
    for _ in run:
        pass
    for _ in plain:
        pass
    return {"recorded": date.today().isoformat(), "trace": run.trace_json(), "plain": plain.trace_json()}


def main() -> None:
    """Write every recording."""
    TRACES.mkdir(parents=True, exist_ok=True)
    for name, by_language in RECORDINGS.items():
        for language, settings in by_language.items():
            file = TRACES / f"{name}.{language}.json"
            text = json.dumps(record(settings), ensure_ascii=False, separators=(",", ":"))
            file.write_text(text + "\n", encoding="utf-8")
            print(f"{file.name}: {len(text.encode()) // 1024} KiB")


if __name__ == "__main__":
    main()
