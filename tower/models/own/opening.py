"""Opening an own pair: find both models, check them and their vocabularies, let it join the pairs. Loads no weights.

Steps told: those of finding, and `checking`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tower.models.deployment import check_private
from tower.models.own import memory
from tower.models.own.checks import Looked, look
from tower.models.own.sources import Source, find
from tower.models.pairs import PairSpec, register
from tower.models.progress import Tell, silent
from tower.models.vocabulary import check_same_words


@dataclass(frozen=True, slots=True)
class Opened:
    """A pair that passed. spec: as it was registered. needs, free: bytes of memory, free None where nobody knows."""

    spec: PairSpec
    target: Looked
    draft: Looked | None
    needs: int
    free: int | None


def open_pair(
    target: str, draft: str = "", *, device: str = "cpu", dtype: str = "float32", tell: Tell = silent
) -> Opened:
    """Find, check, register. draft: empty for a target alone. device, dtype: torch's names.

    Raises ModelError `not-public` on a public server, `vocabulary-size`, `vocabulary-words`, `memory-short`, and what
    finding and looking raise.
    """
    check_private()

    def fits(numbers: int) -> None:
        memory.check_memory(memory.needed([numbers], [], dtype), device)

    sources = [find(typed, tell, fits) for typed in (target, draft) if typed.strip() or typed is target]
    tell("checking", 0.0)
    looked = [look(source.folder, role) for source, role in zip(sources, ("target", "draft"), strict=False)]
    if len(looked) == 2:
        check_same_words(looked[0].text, looked[1].text)
    needs = memory.needed([one.facts.parameters for one in looked], [one.facts.bytes for one in looked], dtype)
    memory.check_memory(needs, device)
    spec = _spec(sources, looked[0].begin, device, dtype)
    register(spec)
    tell("checking", 1.0)
    return Opened(spec, looked[0], looked[1] if len(looked) == 2 else None, needs, memory.free_bytes(device))


def _spec(sources: list[Source], begin: str | None, device: str, dtype: str) -> PairSpec:
    # the code goes into links and saved runs: it names the models, but no folder of this machine
    names = " + ".join(source.name for source in sources)
    told_apart = "|".join([*(str(source.folder) for source in sources), device, dtype])
    digest = hashlib.sha256(told_apart.encode()).hexdigest()[:6]
    return PairSpec(
        code=f"own:{names.replace(' ', '')}:{digest}",
        target=sources[0].folder,
        draft=sources[1].folder if len(sources) == 2 else None,
        begin=begin,
        origin="own",
        licence="see the models",
        device=device,
        dtype=dtype,
        name=names if (device, dtype) == ("cpu", "float32") else f"{names} ({dtype}, {device})",
    )
