"""Traces for the stage's browser tests, decoded by a toy oracle and a toy mogu over a few dozen words.

The laws are made up; the decoding is not: drafts, acceptance, residual and bonus follow the rule, so a trace is
consistent in every number. The module knows nothing of the product's engine: the stage only reads the format.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Law = NDArray[np.float64]

STORIES = {
    "en": "When the north wind has crossed the seventh bridge , the sleeping bell will ring again , and the keeper of"
    " the ninth key shall open the gate by night . Then the river remembers its name , the lamps lean toward the snow"
    " , and whoever counted the bridges must count them backward until morning .",
    "zh-Hant": "當 北風 吹過 第七 座 橋 ， 沉睡 的 鐘 將 再次 響起 ， 喚醒 整座 城 。 守 鑰匙 的 人 在 夜裡 打開 第九"
    " 道 門 ， 河水 想起 自己 的 名字 ， 燈火 向 著 雪 低頭 。 數過 橋 的 人 ， 必須 倒著 再 數 一次 ， 直到 天亮 。",
}
EXTRA = {
    "en": "will soon silver thunderstorm forgets <b>bold</b> & softly stone *star* raven moon",
    "zh-Hant": "將 很快 月亮 烏鴉 <b>粗</b> 石階 & 銀 忘記 星 霧 *夢*",
}
NO_SPACE = set(",.!?")


class Toy:
    """A vocabulary and two laws. `skill` is how often mogu's favourite is the oracle's favourite."""

    def __init__(self, language: str, skill: float = 0.8) -> None:
        self.language = language
        self.skill = skill
        self.story = STORIES[language].split(" ")
        self.words = list(dict.fromkeys(["</s>", *self.story, *EXTRA[language].split(" "), "\n"]))
        self.index = {word: i for i, word in enumerate(self.words)}
        self.eos = 0

    def token(self, i: int) -> dict[str, Any]:
        word = self.words[i]
        raw = word if self.language != "en" or word in NO_SPACE or word == "\n" else " " + word
        if i == self.eos:
            return {"id": i, "text": word, "raw": ""}
        return {"id": i, "text": raw.replace(" ", "␣").replace("\n", "⏎"), "raw": raw}

    def _logits(self, ids: list[int], salt: int) -> Law:
        rng = np.random.default_rng([salt, len(ids), *ids[-2:]])
        logits = rng.normal(0.0, 1.1, len(self.words))
        logits[self.eos] = -8.0
        return logits

    def target(self, ids: list[int]) -> Law:
        logits = self._logits(ids, 11)
        if len(ids) < len(self.story):
            logits[self.index[self.story[len(ids)]]] += 5.0
        else:
            logits[self.eos] = 9.0
        return logits

    def draft(self, ids: list[int]) -> Law:
        rng = np.random.default_rng([23, len(ids), *ids[-2:]])
        logits = 0.7 * self.target(ids) + 0.4 * self._logits(ids, 37)
        if rng.random() > self.skill:
            logits[rng.integers(1, len(self.words))] += 6.0
        return logits


def warp(logits: Law, temperature: float) -> Law:
    if temperature == 0:
        law = np.zeros_like(logits)
        law[int(np.argmax(logits))] = 1.0
        return law
    law = np.exp((logits - logits.max()) / temperature)
    return np.asarray(law / law.sum())


def draw(law: Law, u: float) -> int:
    return min(int(np.searchsorted(np.cumsum(law), u, side="right")), len(law) - 1)


def make_trace(
    language: str = "en",
    *,
    temperature: float = 0.0,
    k: int = 4,
    skill: float = 0.8,
    prompt: int = 9,
    max_new_tokens: int = 24,
    seed: int = 0,
    plain: bool = False,
    rounds: int | None = None,
) -> dict[str, Any]:
    """Decode; `rounds` stops early and leaves the run unfinished (finish "running")."""
    toy = Toy(language, skill)
    rng = np.random.default_rng(seed)
    ids = [toy.index[word] for word in toy.story[:prompt]]
    prompt_tokens = [toy.token(i) for i in ids]
    raw_matters = temperature not in (0.0, 1.0) or temperature == 0.0

    def top(law: Law) -> list[list[Any]]:
        order = [int(i) for i in np.argsort(-law, kind="stable")[:8] if law[i] > 0]
        return [[i, toy.token(i)["text"], round(float(law[i]), 6)] for i in order]

    def raw_top(logits: Law) -> list[list[Any]] | None:
        return top(warp(logits, 1.0)) if raw_matters else None

    done: list[dict[str, Any]] = []
    written = 0
    finish = "running"
    while finish == "running" and (rounds is None or len(done) < rounds):
        start = len(ids)
        size = 0 if plain else min(k, max_new_tokens - written - 1)
        drafted: list[int] = []
        slips: list[dict[str, Any]] = []
        laws: list[tuple[Law, Law, Law]] = []
        for i in range(size):
            q_logits, p_logits = toy.draft(ids + drafted), toy.target(ids + drafted)
            q, p = warp(q_logits, temperature), warp(p_logits, temperature)
            q_raw, p_raw = warp(q_logits, 1.0), warp(p_logits, 1.0)
            x = draw(q, float(rng.random()))
            slips.append(
                {
                    **toy.token(x), "parent": i - 1, "q": float(q[x]), "p": float(p[x]),
                    "q_raw": float(q_raw[x]), "p_raw": float(p_raw[x]), "accept": None, "u": None,
                    "overlap": float(np.minimum(p, q).sum()), "verdict": "discarded",
                    "q_top": top(q), "p_top": top(p), "q_raw_top": raw_top(q_logits), "p_raw_top": raw_top(p_logits),
                    "residual_top": None,
                }
            )  # fmt: skip
            laws.append((p, q, p_logits))
            drafted.append(x)
        last_logits = toy.target(ids + drafted)
        accepted = 0
        emitted: dict[str, Any] | None = None
        for i, slip in enumerate(slips):
            slip["accept"] = min(1.0, slip["p"] / slip["q"])
            slip["u"] = float(rng.random()) if temperature else None
            passed = slip["u"] < slip["accept"] if temperature else slip["accept"] == 1.0
            slip["verdict"] = "accepted" if passed else "rejected"
            if not passed:
                p, q, p_logits = laws[i]
                residual = np.maximum(p - q, 0)
                residual /= residual.sum()
                u = float(rng.random()) if temperature else None
                y = draw(residual, 0.5 if u is None else u)
                if temperature:
                    slip["residual_top"] = top(residual)
                emitted = emit(toy, y, "residual" if temperature else "correction", p, p_logits, u, top, raw_top)
                break
            accepted += 1
            if drafted[i] == toy.eos:
                for later in slips[i + 1 :]:
                    later["verdict"] = "cut"
                break
        ended = accepted > 0 and drafted[accepted - 1] == toy.eos
        if emitted is None and not ended:
            p = warp(last_logits, temperature)
            u = float(rng.random()) if temperature else None
            kind = "bonus" if slips else "plain"
            emitted = emit(toy, draw(p, 0.5 if u is None else u), kind, p, last_logits, u, top, raw_top)
        new = drafted[:accepted] + ([emitted["id"]] if emitted else [])
        ids += new
        written += len(new)
        keep = start + accepted
        done.append(
            {
                "index": len(done), "start": start, "drafts": slips, "emitted": emitted,
                "tokens": [toy.token(i) for i in new],
                "last": {"p_top": top(warp(last_logits, temperature)), "p_raw_top": raw_top(last_logits)},
                "cache": {
                    "target": [start - 1, start + len(slips), keep],
                    "draft": [start - 1, start - 1 + len(slips), min(keep, start - 1 + len(slips))],
                },
                "seconds": {"draft": 0.0006 * len(slips), "verify": 0.0071, "other": 0.0003},
            }
        )  # fmt: skip
        if toy.eos in new:
            finish = "eos"
        elif written >= max_new_tokens:
            finish = "length"
    tested = [s for r in done for s in r["drafts"] if s["accept"] is not None]
    kept = sum(s["verdict"] == "accepted" for s in tested)
    return {
        "schema": "oracle-tower/trace@1",
        "settings": {
            "pair": "toy", "drafter": "none" if plain else "small", "drafter_parameters": {}, "rule": "speculative",
            "rule_parameters": {}, "k": k, "temperature": temperature, "top_k": 0, "top_p": 1.0, "seed": seed,
            "max_new_tokens": max_new_tokens, "dtype": "float32",
        },
        "made_with": {},
        "prompt": {"text": "".join(t["raw"] for t in prompt_tokens).strip(), "tokens": prompt_tokens},
        "prefill": {"tokens": len(prompt_tokens) - 1, "seconds": 0.0092},
        "rounds": done,
        "totals": {
            "hauls": len(done), "draft_steps": sum(len(r["drafts"]) for r in done),
            "tokens": sum(len(r["tokens"]) for r in done), "drafted": sum(len(r["drafts"]) for r in done),
            "tested": len(tested), "accepted": kept, "alpha": kept / len(tested) if tested else None,
            "tokens_per_haul": sum(len(r["tokens"]) for r in done) / max(1, len(done)),
        },
        "finish": finish,
    }  # fmt: skip


def emit(toy: Toy, y: int, kind: str, p: Law, p_logits: Law, u: float | None, top: Any, raw_top: Any) -> dict[str, Any]:
    return {
        **toy.token(y), "kind": kind, "p": float(p[y]), "p_raw": float(warp(p_logits, 1.0)[y]), "u": u,
        "p_top": top(p), "p_raw_top": raw_top(p_logits),
    }  # fmt: skip


CASES: dict[str, dict[str, Any]] = {
    "greedy": {"temperature": 0.0},
    "sampled": {"temperature": 1.0, "seed": 3},
    "warm": {"temperature": 0.7, "seed": 5, "k": 6},
    "all": {"temperature": 0.0, "skill": 1.0, "max_new_tokens": 20},
    "poor": {"temperature": 1.0, "skill": 0.0, "k": 3, "max_new_tokens": 10, "seed": 1},
    "cut": {"temperature": 0.0, "skill": 1.0, "max_new_tokens": 80, "k": 5},
    "plain": {"temperature": 0.0, "plain": True, "max_new_tokens": 12},
    "running": {"temperature": 0.0, "rounds": 2},
    "wide": {"temperature": 0.0, "k": 12, "skill": 0.93, "max_new_tokens": 40},
    "one": {"temperature": 0.0, "k": 1, "max_new_tokens": 1},
}


def case(name: str, language: str = "en") -> dict[str, Any]:
    return make_trace(language, **CASES[name])
