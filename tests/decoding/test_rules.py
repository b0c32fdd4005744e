from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tower.decoding.distribution import overlap, sample_many, total_variation
from tower.decoding.errors import RuleError
from tower.decoding.rulebook import RULES, parameters_of, rule_of
from tower.decoding.rules import Rule, Speculative, expected_acceptance, law

P, Q = np.array([0.40, 0.35, 0.25]), np.array([0.20, 0.60, 0.20])
EXACT = ["speculative", "sample-match", "argmax-draft"]
ALL = [pytest.param(rule_of(code), id=code) for code in RULES]


def laws(size: int) -> st.SearchStrategy[np.ndarray]:
    weights = st.lists(st.sampled_from([0, 0, 1e-9, 1, 1, 2, 3, 50]), min_size=size, max_size=size)
    return weights.filter(lambda w: sum(w) > 0).map(lambda w: np.array(w, dtype=np.float64) / sum(w))


pairs = st.integers(1, 7).flatmap(lambda size: st.tuples(laws(size), laws(size)))


def test_the_rules_on_offer() -> None:
    assert len(RULES) == 11
    assert [code for code in RULES if RULES[code].exact] == EXACT


# Worked by hand from the definitions for P and Q above: the law of the written word and the acceptance.
BY_HAND = {
    "speculative": ([0.40, 0.35, 0.25], 0.75),
    "sample-match": ([0.40, 0.35, 0.25], 0.34),
    "argmax-draft": ([0.40, 0.35, 0.25], 0.35),
    "resample-from-p": ([0.30, 0.4375, 0.2625], 0.75),
    "threshold": ([0.36, 0.60, 0.04], 0.80),
    "typical": ([0.20, 0.60, 0.20], 1.0),
    "argmax-soft-q": ([1 / 3, 0.35 / 0.6, 1 / 12], 0.35 / 0.6),
    "lenience": ([0.20, 0.60, 0.20], 1.0),
    "drop-low-q": ([0.36, 0.49, 0.15], 0.35),
    "subtract-one": ([0.20 + 0.25 * 0.4 / 0.65, 0.35, 0.20 + 0.25 * 0.25 / 0.65], 0.75),
}


@pytest.mark.parametrize("code", BY_HAND)
def test_laws_worked_by_hand(code: str) -> None:
    written, accepted = BY_HAND[code]
    assert law(rule_of(code), P, Q) == pytest.approx(written, abs=1e-12)
    assert expected_acceptance(rule_of(code), P, Q) == pytest.approx(accepted, abs=1e-12)


def test_softmax_residual_by_hand() -> None:
    left = np.exp([0.2, 0, 0.05])
    wanted = np.array([0.2, 0.35, 0.2]) + 0.25 * left / left.sum()
    assert law(rule_of("softmax-residual"), P, Q) == pytest.approx(wanted, abs=1e-12)


@given(pairs)
def test_exact_rules_write_the_targets_law(pq: tuple[np.ndarray, np.ndarray]) -> None:
    p, q = pq
    for code in EXACT:
        assert np.abs(law(rule_of(code), p, q) - p).max() < 1e-12


@given(pairs)
def test_the_exact_rule_keeps_the_overlap_and_no_exact_rule_keeps_more(pq: tuple[np.ndarray, np.ndarray]) -> None:
    p, q = pq
    best = float(overlap(p, q))
    assert expected_acceptance(Speculative(), p, q) == pytest.approx(best, abs=1e-12)
    assert expected_acceptance(rule_of("sample-match"), p, q) == pytest.approx(float((p * q).sum()), abs=1e-12)
    assert float(expected_acceptance(rule_of("sample-match"), p, q)) <= best + 1e-12


@pytest.mark.parametrize("rule", [p for p in ALL if not p.values[0].exact])
def test_wrong_rules_are_wrong_somewhere(rule: Rule) -> None:
    assert total_variation(law(rule, P, Q), P) > 0.02


@pytest.mark.parametrize("code", ["speculative", "resample-from-p", "subtract-one", "argmax-soft-q", "drop-low-q"])
def test_wrong_rules_can_be_right_where_one_law_is_one_hot(code: str) -> None:
    q = np.array([0.0, 1.0, 0.0])
    wanted = 0 if code != "resample-from-p" else 0.65 * 0.35
    assert total_variation(law(rule_of(code), P, q), P) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("rule", ALL)
@settings(max_examples=40)
@given(pq=pairs)
def test_three_pieces_make_a_law(rule: Rule, pq: tuple[np.ndarray, np.ndarray]) -> None:
    p, q = pq
    words = np.arange(len(p))
    accept = rule.accept(p, q)
    assert accept.shape == p.shape and (accept >= 0).all() and (accept <= 1).all()
    assert rule.drawn(q).sum() == pytest.approx(1)
    assert [rule.chance(p, x, float(q[x])) for x in range(len(p))] == accept.tolist()
    replacements = rule.replacement(p[None], q[None], words)
    replacements = np.broadcast_to(replacements, (len(p), len(p)))
    assert replacements.sum(axis=-1) == pytest.approx(1) and (replacements >= 0).all()
    # the shortcut for where rejected mass ends up is the sum over every rejected word
    rejected = rule.drawn(q) * (1 - accept)
    one_by_one = sum(rejected[x] * rule.replacement(p, q, int(x)) for x in words)
    assert np.abs(rule.refill(p, q, rejected) - one_by_one).max() < 1e-12
    assert law(rule, p, q).sum() == pytest.approx(1)


@pytest.mark.parametrize("rule", ALL)
def test_many_pairs_at_once(rule: Rule) -> None:
    rng = np.random.default_rng(5)
    p, q = rng.dirichlet(np.ones(5), (3, 4)), rng.dirichlet(np.ones(5), (3, 4))
    together = law(rule, p, q)
    assert together.shape == (3, 4, 5)
    for i in np.ndindex(3, 4):
        assert together[i] == pytest.approx(law(rule, p[i], q[i]), abs=1e-12)
        assert expected_acceptance(rule, p, q)[i] == pytest.approx(float(expected_acceptance(rule, p[i], q[i])))


@pytest.mark.parametrize("rule", ALL)
def test_the_law_is_what_counting_finds(rule: Rule) -> None:
    """20,000 words written by the three pieces alone."""
    rng = np.random.default_rng(11)
    for p, q in ((P, Q), (np.array([0.0, 0.5, 0.3, 0.2]), np.array([0.25, 0.0, 0.5, 0.25]))):
        n = 20_000
        u = rng.random((3, n))
        drafted = sample_many(rule.drawn(q), u[0])
        accepted = u[1] < rule.accept(p, q)[drafted]
        kept = accepted.sum()
        counts = np.bincount(drafted[accepted], minlength=len(p))
        for x in range(len(p)):
            refilled = sample_many(rule.replacement(p, q, x), u[2, ~accepted & (drafted == x)])
            counts += np.bincount(refilled, minlength=len(p))
        assert total_variation(counts / n, law(rule, p, q)) < 0.012
        assert kept / n == pytest.approx(float(expected_acceptance(rule, p, q)), abs=0.013)


@pytest.mark.parametrize("rule", ALL)
def test_a_word_that_the_draft_cannot_offer(rule: Rule) -> None:
    p, q = np.array([0.5, 0.5, 0.0, 0.0]), np.array([0.0, 0.5, 0.0, 0.5])
    accept = rule.accept(p, q)
    assert np.isfinite(accept).all()
    if rule.code in ("speculative", "resample-from-p", "subtract-one", "softmax-residual", "lenience", "argmax-soft-q"):
        assert accept.tolist()[0] == 1 and accept.tolist()[2] == 0


def test_float32_stays_float32() -> None:
    p, q = P.astype(np.float32), Q.astype(np.float32)
    for rule in (rule_of(code) for code in RULES):
        assert rule.accept(p, q).dtype == np.float32, rule.code
        assert rule.replacement(p, q, 1).dtype == np.float32, rule.code


def test_parameters() -> None:
    assert parameters_of(rule_of("typical", {"delta": "0.5"})) == {"epsilon": 0.09, "delta": 0.5}
    assert parameters_of(rule_of("lenience")) == {"l": 0.5}
    assert rule_of("threshold", {"t": 0.1}) == rule_of("threshold", {"t": "0.1"})
    assert expected_acceptance(rule_of("lenience", {"l": 1}), P, Q) == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("code", "parameters", "problem"),
    [
        ("magic", {}, "rule-unknown"),
        ("speculative", {"t": 1}, "rule-parameter-unknown"),
        ("threshold", {"t": 0}, "rule-parameter-value"),
        ("threshold", {"t": 1.5}, "rule-parameter-value"),
        ("threshold", {"t": "nan"}, "rule-parameter-value"),
        ("threshold", {"t": "much"}, "rule-parameter-value"),
        ("lenience", {"l": -0.5}, "rule-parameter-value"),
    ],
)
def test_bad_parameters(code: str, parameters: dict[str, float | str], problem: str) -> None:
    with pytest.raises(RuleError) as error:
        rule_of(code, parameters)
    assert error.value.code == problem
