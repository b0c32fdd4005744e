"""`pairs`: what is on offer, from where, how large, and which weights exactly. Loads no model."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tower.cli.output import check_writable, write_json
from tower.models.describe import ModelFacts, facts_of
from tower.models.pairs import PairSpec, all_pairs
from tower.models.served.settings import SERVED


def add_parser(commands: Any) -> None:
    """The command's arguments."""
    command = commands.add_parser("pairs", help="the pairs on offer and their weights", allow_abbrev=False)
    command.add_argument("--json", metavar="FILE", help="as JSON to a file; - is stdout")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Print them."""
    if asked.json is not None:
        check_writable(asked.json)
        write_json([_document(spec) for spec in all_pairs().values()], asked.json)
        return 0
    for spec in all_pairs().values():
        print(f"{spec.code}: weights {spec.origin}, licence {spec.licence}")
        if spec.fetched_bytes and spec.missing:
            print(f"  not fetched yet ({spec.fetched_bytes / 1e6:.0f} MB): python -m tower fetch {spec.code}")
            continue
        if spec.server is not None:
            model = spec.server.model or "the first it has"
            print(f"  target {model} at {spec.server.address}, tokenizer {spec.server.tokenizer or 'not named'}")
        for role, folder in _roles(spec):
            print(f"  {role:6} {_line(folder)}")
    if SERVED not in all_pairs():
        print(f"{SERVED}: not here; TOWER_SERVED_URL names a server, see the README")
    return 0


def _roles(spec: PairSpec) -> list[tuple[str, Path]]:
    """The models that lie here."""
    roles = [] if spec.server is not None else [("target", spec.target)]
    return roles if spec.draft is None else [*roles, ("draft", spec.draft)]


def _line(folder: Path) -> str:
    facts = facts_of(folder)
    if isinstance(facts, str):
        return f"{folder}: {facts}"
    return (
        f"{folder.name}: {facts.kind}, {facts.layers} layers, width {facts.width}, {facts.parameters:,} parameters, "
        f"{facts.words:,} words, context {facts.context}, {facts.bytes / 1e6:.1f} MB, sha256 {facts.fingerprint[:16]}"
    )


def _document(spec: PairSpec) -> dict[str, Any]:
    document: dict[str, Any] = {"code": spec.code, "origin": spec.origin, "licence": spec.licence}
    document |= {"fetched_bytes": spec.fetched_bytes, "ready": spec.server is not None or not spec.missing}
    if spec.server is not None:
        document["target"] = {"model": spec.server.model or None, "tokenizer": spec.server.tokenizer or None}
    for role, folder in _roles(spec):
        facts = facts_of(folder)
        document[role] = facts.as_dict() if isinstance(facts, ModelFacts) else {"missing": facts}
    return document
