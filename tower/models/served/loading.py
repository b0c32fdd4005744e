"""A served pair ready to run: a tokenizer and perhaps a draft on this machine, the target at the server.

Importing this module imports torch.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tower.decoding.distribution import Warp
from tower.decoding.rules import Rule
from tower.decoding.target import Target
from tower.models.cache import made_whole
from tower.models.chat import read_chat
from tower.models.errors import ModelError
from tower.models.fingerprint import fingerprint
from tower.models.llama_shape import eos_ids, read_config
from tower.models.loading import Pair, read_model
from tower.models.own import hub
from tower.models.own.checks import opening
from tower.models.pairs import PAIRS, PairSpec
from tower.models.served.abilities import Abilities, abilities_of
from tower.models.served.client import Client
from tower.models.served.needs import EVERYTHING, need_of
from tower.models.served.settings import Server
from tower.models.served.target import ServedTarget
from tower.models.text import Text, read_text
from tower.models.vocabulary import check_same_words
from tower.models.weight_files import weight_files

_FILES = ("tokenizer.json", "tokenizer_config.json", "chat_template.jinja", "config.json", "generation_config.json")
_SPOKEN = "The bell rings twice.\n鐘響了兩聲。"


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model at a server, which hands out sessions."""

    client: Client
    abilities: Abilities
    words: int
    eos_ids: frozenset[int]

    def session(self, warp: Warp, rule: Rule, detail: int) -> Target:
        """A session that asks for what this law needs. Raises ModelError `served-greedy-only` (likeliest) where the
        server does not return that much."""
        need, able = need_of(warp, rule, detail, self.abilities.likeliest), self.abilities
        if need.whole != "none" and not able.whole:
            message = f"this server returns no whole vocabularies: temperature 0, or top-k up to {able.likeliest}, only"
            raise ModelError("served-greedy-only", message, likeliest=able.likeliest)
        return ServedTarget(self.client, able, self.words, self.eos_ids, need)

    def any_session(self) -> Target:
        """A session whose rows are all whole."""
        return ServedTarget(self.client, self.abilities, self.words, self.eos_ids, EVERYTHING)


def read_served(spec: PairSpec, server: Server) -> Pair:
    """Ask the server what it serves, read what is to lie here. Raises ModelError: `served-…`, `tokenizer-…`, `hub-…`,
    `vocabulary-…`, and what reading a draft raises."""
    folder = _tokenizer(server)
    text = read_text(folder, begin=_begin(folder))
    client = Client(server)
    abilities = abilities_of(client, server.model, text.size)
    _check_words(client, abilities.model, text)
    model = ServedModel(client, abilities, text.size, _ends(folder))
    weights: dict[str, str] = {"target": f"served: {abilities.model}"[:128]}
    new_draft = None
    if spec.draft is not None:
        check_same_words(text, read_text(spec.draft))
        weights["draft"] = fingerprint(weight_files(spec.draft))
        new_draft = read_model(spec.draft, text, "draft")
    return Pair(spec, text, model.any_session, new_draft, weights, 0, read_chat(folder), served=model)


def _tokenizer(server: Server) -> Path:
    """The folder of the tokenizer; fetched from the hub the first time."""
    folder = server.tokenizer_folder
    if not server.tokenizer:
        raise ModelError("served-tokenizer", "TOWER_SERVED_TOKENIZER names no tokenizer of the served model")
    if (folder / "tokenizer.json").is_file() or Path(server.tokenizer).expanduser().is_dir():
        return folder
    from huggingface_hub import snapshot_download

    with made_whole(folder) as workshop:
        try:
            snapshot_download(server.tokenizer, allow_patterns=list(_FILES), local_dir=workshop)
        except Exception as error:  # the hub's client fails in many ways; `refusal` knows which
            raise hub.refusal(server.tokenizer, error) from error
    return folder


def _begin(folder: Path) -> str | None:
    """The token that opens every text: as the tower's own where the tokenizer is the tower's, else the tokenizer's."""
    ours = PAIRS["tower"]
    text = read_text(folder)
    if text.tokenizer.get_vocab() == read_text(ours.target).tokenizer.get_vocab():
        return ours.begin
    return opening(text)


def _ends(folder: Path) -> frozenset[int]:
    """Ids that end a text, from the configuration beside the tokenizer."""
    return eos_ids(read_config(folder)) if (folder / "config.json").is_file() else frozenset()


def _check_words(client: Client, model: str, text: Text) -> None:
    """Raise ModelError `served-words` where the server reads a sentence as other ids than the tokenizer here. A server
    that does not say how it reads is believed."""
    try:
        answer = client.post("/tokenize", {"model": model, "prompt": _SPOKEN, "add_special_tokens": False})
        theirs = list(answer.document["tokens"])
    except (ModelError, TypeError, KeyError):
        return
    if theirs != text.encode(_SPOKEN):
        raise ModelError("served-words", "TOWER_SERVED_TOKENIZER is not the tokenizer of the served model")
