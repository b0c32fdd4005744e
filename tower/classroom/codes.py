"""Codes that a class types, secrets that only links carry, nicknames. Knows no room."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

# no letter that is taken for another one when it is read off a wall or said aloud
ALPHABET = "ACDEFHJKMNPRTUVWXY34679"
LENGTH = 5
LONGEST_NICKNAME = 20
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


def new_code() -> str:
    """Six million codes: short to type; that nobody guesses one is left to limits, and little is behind it."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def code_of(typed: str) -> str | None:
    """A code as somebody typed it, in small letters, with blanks or a dash; None where it can be none."""
    code = re.sub(r"[\s-]", "", unicodedata.normalize("NFKC", typed[:40])).upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def new_secret() -> str:
    """128 bits for a link."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> bytes:
    """What is kept of a secret: enough to know it again, nothing to use."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def is_secret(text: str) -> bool:
    return _SECRET.fullmatch(text) is not None


def nickname(typed: str) -> str:
    """One short line without control and format characters; empty is fine."""
    text = unicodedata.normalize("NFC", typed[: 20 * LONGEST_NICKNAME])
    plain = "".join(" " if unicodedata.category(letter) in ("Zs", "Zl", "Zp", "Cc") else letter for letter in text)
    seen = "".join(letter for letter in plain if unicodedata.category(letter) not in ("Cf", "Cs", "Co", "Cn"))
    return " ".join(seen.split())[:LONGEST_NICKNAME].strip()
