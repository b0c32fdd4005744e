"""From timings to the figures of a bench, as JSON and as a table. Measures nothing itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from tower.decoding.trace import Round, Trace
from tower.experiments.passes import PassCosts
from tower.models.errors import ModelError
from tower.models.loading import Pair
from tower.models.runs import made_with


@dataclass(slots=True)
class Samples:
    """seconds: by way, the sum over prompts of median times for `words` words. plain, speculative: our timed traces."""

    seconds: dict[str, float]
    words: int = 0
    plain: list[Trace] = field(default_factory=list)
    speculative: list[Trace] = field(default_factory=list)


def figures(pair: Pair, k: int, costs: PassCosts, samples: Samples, *, drafter: str = "small") -> dict[str, Any]:
    """Everything that was measured.

    c: one draft step / one pass of plain decoding, v: a pass of k + 1 rows / the same, both as they came in the runs;
    c_pass: the same c from passes alone. alpha: accepted / tested. expected_gain: E / (k c + v) with
    E = (1 - alpha^(k+1)) / (1 - alpha) (Leviathan et al., equation 1 and theorem 3.8, with v for 1). of_expected: what
    vs_plain is of it. other_share: median share of a round that is neither drafting nor the pass. Prompt lookup writes
    as many slips as recur, often none: the formula, which takes k of them for granted, says nothing about it.
    """
    counted = drafter != "prompt-lookup"
    speed = {way: samples.words / seconds for way, seconds in samples.seconds.items()}
    own = [a_round for trace in samples.plain for a_round in trace.rounds]
    rounds = [a_round for trace in samples.speculative for a_round in trace.rounds if len(a_round.drafts) == k]
    if not rounds:
        raise ModelError("bench-short", f"no round wrote {k} slips: take a smaller k, or more words", k=k)
    pass_seconds = median(a_round.seconds.verify for a_round in own)
    step_seconds = median(a_round.seconds.draft / (a_round.draft_steps or k) for a_round in rounds)
    c, v = step_seconds / pass_seconds, median(a_round.seconds.verify for a_round in rounds) / pass_seconds
    totals = [trace.totals for trace in samples.speculative]
    tested, accepted = sum(t.tested for t in totals), sum(t.accepted for t in totals)
    alpha = accepted / tested if tested else 0.0
    expected = sum(alpha**i for i in range(k + 1))
    expected_gain = expected / (k * c + v)
    one = costs.seconds[1]
    versions = asdict(made_with(pair))
    versions["versions"]["transformers"] = _transformers()
    return {
        "pair": pair.spec.code,
        "drafter": drafter,
        "k": k,
        "words": samples.words,
        "tokens_per_second": speed,
        "ratios": {
            "vs_plain": speed["speculative"] / speed["plain"],
            "vs_hf_plain": speed["speculative"] / speed["hf_plain"],
            "vs_hf_assisted": speed["speculative"] / speed["hf_assisted"],
        },
        "alpha": alpha,
        "c": c,
        "v": v,
        "c_pass": None if costs.draft_seconds is None else costs.draft_seconds / one,
        "tokens_per_haul": sum(t.tokens for t in totals) / sum(t.hauls for t in totals),
        "expected_tokens_per_haul": expected if counted else None,
        "expected_gain": expected_gain if counted else None,
        "of_expected": speed["speculative"] / speed["plain"] / expected_gain if counted else None,
        "other_share": _other_share(rounds),
        "other_share_plain": _other_share(own),
        "pass_ratio": {str(rows): seconds / one for rows, seconds in costs.seconds.items()},
        "floor": {
            "bytes": costs.bytes,
            "gb_per_s": costs.gb_per_s,
            "floor_ms": None if costs.bytes is None else costs.bytes / costs.gb_per_s / 1e6,
            "pass_ms": one * 1e3,
            "draft_ms": None if costs.draft_seconds is None else costs.draft_seconds * 1e3,
        },
        **versions,
    }


def table(result: dict[str, Any]) -> str:
    """The figures for reading."""
    speed, ratios, floor = result["tokens_per_second"], result["ratios"], result["floor"]
    lines = [f"{way:12} {words:8.1f} words/s" for way, words in speed.items()]
    lines += [f"speculative / {name.removeprefix('vs_'):12} {ratio:5.2f}" for name, ratio in ratios.items()]
    alone = "" if result["c_pass"] is None else f" (passes alone {result['c_pass']:.3f})"
    words = f"words a haul {result['tokens_per_haul']:.2f}"
    line = f"alpha {result['alpha']:.3f}, c {result['c']:.3f}{alone}, v {result['v']:.3f}, k {result['k']}"
    if result["expected_gain"] is not None:
        line += f": expected gain {result['expected_gain']:.2f}, reached {100 * result['of_expected']:.0f} %"
        words += f" (expected {result['expected_tokens_per_haul']:.2f})"
    draft = "" if floor["draft_ms"] is None else f"draft step {floor['draft_ms']:.2f} ms, "
    lines += [
        f"drafter {result['drafter']}: {line}",
        words,
        f"not passes: {100 * result['other_share']:.1f} % of a round",
        "T(n)/T(1): " + " ".join(f"{rows}:{ratio:.2f}" for rows, ratio in result["pass_ratio"].items()),
        f"pass {floor['pass_ms']:.2f} ms, {draft}memory {floor['gb_per_s']:.1f} GB/s",
    ]
    if floor["bytes"] is not None:
        lines.append(f"floor of a pass: {floor['bytes'] / 1e6:.1f} MB, {floor['floor_ms']:.2f} ms if read from memory")
    return "\n".join(lines)


def _other_share(rounds: list[Round]) -> float:
    return median(r.seconds.other / (r.seconds.draft + r.seconds.verify + r.seconds.other) for r in rounds)


def _transformers() -> str:
    from importlib.metadata import version

    return version("transformers")
