"""Anybody's text inside an HTML file: JSON that can close no element, and bytes that are UTF-8 whatever the text held.

Knows no trace and no stage.
"""

from __future__ import annotations

import json
import re

# < > & could end or open an element; U+2028 and U+2029 end a line of JavaScript; a lone surrogate is no UTF-8
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def embedded(value: object) -> str:
    """`value` as JSON for a script element: it reads back equal, and nothing in it is markup.

    Raises ValueError for NaN and infinities, TypeError for what is no JSON.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def whole(text: str) -> str:
    """The text with U+FFFD for every half of a character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
