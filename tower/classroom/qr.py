"""A link as a QR code for the projector. Knows no screen."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

MOST = 1200  # characters: beyond this the squares get too small for a telephone at the back of the room


@lru_cache(maxsize=64)  # a projector asks for the same one every other second
def svg(text: str, *, dark: str = "#2B2A33", light: str = "#FFFFFF") -> str | None:
    """The code as an SVG document of no fixed size, with its quiet zone; None where the text is too long."""
    if len(text) > MOST:
        return None
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, dark=dark, light=light, omitsize=True, border=4
    )
    return out.getvalue().decode().strip()
