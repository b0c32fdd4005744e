"""Between text and ids: a tokenizer, and how a token looks on a slip and in a book. Knows no model.

A token need not be a piece of text: characters may be split over several tokens. What a token adds to a text is decided
by the bytes before it, and a half-made character adds nothing until its last byte has come.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

from tower.decoding.errors import PromptError
from tower.models.errors import ModelError
from tower.models.token_bytes import bytes_of_tokens

_SHOWN = {" ": "␣", "\n": "⏎", "\t": "⇥", "\r": "␍"}


class Text:
    """A tokenizer as the tower uses it; also the `Render` of traces."""

    def __init__(self, tokenizer: Tokenizer, *, begin: int | None = None) -> None:
        """begin: the id that opens every text, None where the vocabulary has no such custom."""
        tokenizer.encode_special_tokens = True  # what a visitor types is text, even where it spells a special token
        self.tokenizer = tokenizer
        self.begin = begin
        self._bytes = bytes_of_tokens(tokenizer)
        added = tokenizer.get_added_tokens_decoder()
        self.special = {id: token.content for id, token in added.items() if token.special}
        self._texts: dict[int, str] = {}

    @property
    def size(self) -> int:
        """Words in the vocabulary, special ones included."""
        return len(self._bytes)

    def encode(self, text: str) -> list[int]:
        """Ids of a text, without the opening one. Raises PromptError where the text is no Unicode."""
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise PromptError("prompt-encoding", "the prompt holds half a character", position=error.start) from None
        return list(self.tokenizer.encode(text, add_special_tokens=False).ids)

    def encode_prompt(self, text: str, context: int) -> list[int]:
        """Ids to go on from. context: words that the model can hold.

        Raises PromptError: `prompt-empty`, `prompt-encoding`, `prompt-too-long` (length, most).
        """
        if not text.strip():
            raise PromptError("prompt-empty", "the prompt is empty")
        ids = ([] if self.begin is None else [self.begin]) + self.encode(text)
        self.check_length(ids, context)
        return ids

    @staticmethod
    def check_length(ids: Sequence[int], context: int) -> None:
        """Raise PromptError `prompt-too-long` where no word would fit behind the prompt."""
        if len(ids) >= context:
            raise PromptError(
                "prompt-too-long",
                f"the prompt has {len(ids)} tokens; at most {context - 1} leave room for a word",
                length=len(ids),
                most=context - 1,
            )

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids; bytes that make no character become U+FFFD."""
        return b"".join(self._bytes[id] for id in ids).decode("utf-8", errors="replace")

    def text(self, token: int) -> str:
        """What stands on a slip: spaces and line ends made visible, loose bytes as <0xE4>, special tokens by name."""
        if token not in self._texts:
            self._texts[token] = self._shown(token)
        return self._texts[token]

    def raw(self, before: Sequence[int], token: int) -> str:
        """What the token adds to the text of `before`: the piece by which an incremental decoder grows."""
        own = self._bytes[token]
        # a character has at most three bytes before its last
        begun = b"".join(self._bytes[id] for id in before[-8:])[-3:]
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        decoder.decode(begun)
        return decoder.decode(own)

    def _shown(self, token: int) -> str:
        if token in self.special:
            return self.special[token]
        piece = self._bytes[token]
        try:
            characters = piece.decode()
        except UnicodeDecodeError:
            return "".join(f"<0x{byte:02X}>" for byte in piece)
        return "".join(_visible(character) for character in characters)


def _visible(character: str) -> str:
    if character in _SHOWN:
        return _SHOWN[character]
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Zs", "Zl", "Zp", "Co", "Cn")
    return f"<U+{ord(character):04X}>" if hidden else character


def read_text(folder: Path, *, begin: str | None = None) -> Text:
    """The tokenizer in a model's folder. begin: the token that opens a text.

    Raises ModelError `tokenizer-missing`, `tokenizer-unreadable`.
    """
    path = folder / "tokenizer.json"
    if not path.is_file():
        raise ModelError("tokenizer-missing", f"there is no tokenizer.json in {folder}", folder=str(folder))
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare Exception
        raise ModelError("tokenizer-unreadable", f"{path} cannot be read: {error}", file=str(path)) from error
    opening = None if begin is None else tokenizer.token_to_id(begin)
    if begin is not None and opening is None:
        raise ModelError("tokenizer-unreadable", f"{path} lacks the token {begin}", file=str(path))
    return Text(tokenizer, begin=opening)
