"""What greedy decoding must do before its speed says anything: write the same words in every way. No torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Disagreement(RuntimeError):
    """Two ways of greedy decoding wrote different words: a defect, and no ground for a comparison of speed."""


def agreed(texts: Mapping[str, Sequence[int]], prompt: str) -> list[int]:
    """The words that all ways wrote, by way. Raises Disagreement."""
    found = [list(text) for text in texts.values()]
    if any(text != found[0] for text in found):
        raise Disagreement(f"{', '.join(texts)}: greedy decoding disagrees after {prompt!r}: {found}")
    return found[0]
