"""Archaic text: Tang verse in traditional characters and Jane Austen's novels, as documents.

Verse comes from the npm package ``chinese-poetry`` (MIT), the novels (public domain) from the Debian
package ``r-cran-janeaustenr``. Knows nothing of tokens.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tarfile
from collections import Counter
from pathlib import Path

from . import rdata

VERSE_PACKAGE = "chinese-poetry@2.0.1"
NOVELS_PACKAGE = "r-cran-janeaustenr"
# Print variants of common characters, brought to the forms used in Taiwan.
VARIANTS = str.maketrans(
    "爲衆裏靑眞峯羣牀鄕緑麽淸卽旣啓僞麪尙値徧",
    "為眾裡青真峰群床鄉綠麼清即既啟偽麵尚值遍",
)
COMMON_CHARACTERS = 2500
_VERSE = re.compile(r"[\u4e00-\u9fff，。？！]+")


def fetch(cache: Path, verse: Path | None = None, novels: Path | None = None) -> None:
    """Put both sources into ``cache``; local archives are used where given, else npm and apt-get are asked."""
    cache.mkdir(parents=True, exist_ok=True)
    if not (cache / "verse").exists():
        if verse is None:
            subprocess.run(["npm", "pack", VERSE_PACKAGE], cwd=cache, check=True)
            verse = next(cache.glob("chinese-poetry-*.tgz"))
        with tarfile.open(verse) as archive:
            members = [m for m in archive if "/dist/quantangshi/poet.tang." in m.name or m.name.endswith("/LICENSE")]
            archive.extractall(cache / "verse", members, filter="data")
    if not (cache / "novels").exists():
        if novels is None:
            subprocess.run(["apt-get", "download", NOVELS_PACKAGE], cwd=cache, check=True)
            novels = next(cache.glob("r-cran-janeaustenr_*.deb"))
        if shutil.which("dpkg-deb") is None:
            raise RuntimeError("unpacking the novels needs dpkg-deb")
        subprocess.run(["dpkg-deb", "-x", str(novels), str(cache / "novels")], check=True)


def verse(cache: Path) -> list[str]:
    """Poems of 20 to 200 characters, a couplet a line, written only with the commonest characters."""
    poems = []
    for file in sorted((cache / "verse").rglob("poet.tang.*.json")):
        for poem in json.loads(file.read_text(encoding="utf-8")):
            lines = [line.translate(VARIANTS) for line in poem["paragraphs"]]
            if lines and all(_VERSE.fullmatch(line) for line in lines) and 20 <= sum(map(len, lines)) <= 200:
                poems.append("\n".join(lines))
    counts = Counter("".join(poems))
    common = {character for character, _ in counts.most_common(COMMON_CHARACTERS)}
    return list(dict.fromkeys(poem for poem in poems if set(poem) <= common))


def novels(cache: Path, size: int = 800) -> list[str]:
    """The novels cut at paragraph ends into pieces of about ``size`` characters, without headings."""
    books = rdata.load(next((cache / "novels").rglob("janeaustenr/data")))
    pieces: list[str] = []
    for name in sorted(books):
        text = "\n".join(line.strip() for line in books[name]).replace("_", "")
        paragraphs = [" ".join(block.split()) for block in re.split(r"\n{2,}", text)]
        paragraphs = [p for p in paragraphs if len(p) > 25 and p[-1] in '.!?"' and not p.isupper() and p.isascii()]
        piece = ""
        for paragraph in paragraphs:
            piece = f"{piece}\n{paragraph}" if piece else paragraph
            if len(piece) >= size:
                pieces.append(piece)
                piece = ""
    return [piece for piece in pieces if len(piece) < 4 * size]
