"""What a server serves and what it returns, found by asking. Knows no law."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tower.models.errors import ModelError
from tower.models.served.answers import insufficient, last_row, prompt_rows
from tower.models.served.client import Client, no_answer

MOST = 256
"""Likeliest words that are ever asked for at each place of a prompt."""

_USUAL = 20  # more than that a vLLM returns only if it was told to
_CONTEXT = 2048  # where the server does not say
_PROBE = [0, 0]  # ids that every vocabulary has


@dataclass(frozen=True, slots=True)
class Abilities:
    """model: its name there. context: places of a prompt with the word after it. likeliest: words that it returns for
    each place of a prompt. whole: whether it returns whole vocabularies."""

    model: str
    context: int
    likeliest: int
    whole: bool


def abilities_of(client: Client, model: str, size: int) -> Abilities:
    """model: empty for the first that it serves. size: words of the vocabulary.

    Raises ModelError `served-model` (model, known), `served-insufficient`, and what the client raises.
    """
    name, context = _model(client, model)
    complete = _whole(client, name, size)
    tried = [MOST, _USUAL, 8, 1] if complete else [_USUAL, 8, 1]
    likeliest = next((n for n in tried if n <= size and _returns(client, name, n, size)), 0)
    if not likeliest:
        raise insufficient("it refuses log-probabilities of the prompt")
    return Abilities(name, context, likeliest, complete)


def question(model: str, prompt: Any, *, last: int, places: int | None = None) -> dict[str, Any]:
    """One or several prompts as ids, for the log-probabilities after each. last: how many of the likeliest words there,
    -1 for all. places: how many at each place of the prompt itself, beside the word that stands there."""
    body = {
        "model": model, "prompt": prompt, "max_tokens": 1, "temperature": 0, "logprobs": last,
        "return_tokens_as_token_ids": True,
    }  # fmt: skip
    return body if places is None else {**body, "prompt_logprobs": places}


def _model(client: Client, wanted: str) -> tuple[str, int]:
    document = client.get("/v1/models").document
    try:
        served = {str(model["id"]): model for model in document["data"]}
    except (TypeError, KeyError) as error:
        raise no_answer("/v1/models") from error
    name = wanted or next(iter(served), "")
    if name not in served:
        known = ", ".join(served)
        raise ModelError("served-model", f"the server has no model {name!r}; it has: {known}", model=name, known=known)
    return name, int(served[name].get("max_model_len") or _CONTEXT)


def _whole(client: Client, model: str, size: int) -> bool:
    try:
        answer = client.post("/v1/completions", question(model, _PROBE, last=-1))
        return len(last_row(choices(answer.document, 1)[0], size)) == size
    except ModelError as error:
        if error.code not in ("served-refused", "served-insufficient"):
            raise
        return False


def _returns(client: Client, model: str, n: int, size: int) -> bool:
    try:
        answer = client.post("/v1/completions", question(model, _PROBE, last=n, places=n))
        (row,) = prompt_rows(choices(answer.document, 1)[0], 1, size)
        return len(row) >= n
    except ModelError as error:
        if error.code != "served-refused":
            raise
        return False


def choices(document: Any, n: int) -> list[Any]:
    """The answers to n prompts, in their order."""
    try:
        found = sorted(document["choices"], key=lambda choice: int(choice["index"]))
    except (TypeError, KeyError, ValueError) as error:
        raise no_answer("choices") from error
    if len(found) != n:
        raise no_answer(f"{len(found)} answers to {n} prompts")
    return found
