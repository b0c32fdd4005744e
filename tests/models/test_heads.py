"""Trained heads, here with random weights: each lean step against the definition, and whole runs beside plain ones."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import LlamaConfig

from tests.models.random_heads import KINDS, Plain, save_heads, tensors_of
from tests.models.tiny import SIZES, reference, saved
from tower.decoding.decoder import autoregressive, speculative
from tower.decoding.distribution import Warp
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of
from tower.models.errors import ModelError
from tower.models.fingerprint import fingerprint
from tower.models.heads.chained import Chained
from tower.models.heads.kinds import KIND_OF
from tower.models.heads.shelf import Answer, Heads
from tower.models.lean import LeanLlama
from tower.models.llama_shape import read_config, shape_of
from tower.models.llama_weights import LlamaWeights, arrange, read_tensors
from tower.models.shallow import Shallow
from tower.models.weight_files import weight_files

IDS = [int(i) for i in np.random.default_rng(0).integers(2, 211, 60)]
PROMPTS = [[int(i) for i in np.random.default_rng(n).integers(2, 211, 2 + n % 7)] for n in range(50)]


class Tiny:
    """A target in a folder beside its heads. Eleven words only, where a random guess should be right now and then."""

    def __init__(self, folder: Path, **sizes: int) -> None:
        config = LlamaConfig(**SIZES | {"eos_token_id": None} | sizes, tie_word_embeddings=True)
        self.model = reference(config)
        saved(self.model, folder / "target")
        self.weights: LlamaWeights = arrange(shape_of(read_config(folder / "target")), read_tensors(folder / "target"))
        self.print = fingerprint(weight_files(folder / "target"))
        self.folder = save_heads(folder / "heads", self.weights.shape, self.print)
        self.heads = Heads(self.folder, self.print)

    def plain(self, kind: str) -> Plain:
        state = self.model.state_dict()
        tensors = tensors_of(kind, self.weights.shape)
        return Plain(self.weights.shape, state["model.embed_tokens.weight"], state["model.norm.weight"], tensors)

    def streams(self, ids: list[int]) -> torch.Tensor:
        """After block 0 .. 3, before any norm: [4, n, d]."""
        lean = LeanLlama(self.weights, taps=range(4))
        features = lean.prefill(ids)
        assert features is not None
        return features.clone()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return Tiny(tmp_path_factory.mktemp("tiny"), num_key_value_heads=2)


@pytest.fixture(scope="module")
def few_words(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return Tiny(tmp_path_factory.mktemp("few"), vocab_size=7)


def close(ours: np.ndarray, theirs: torch.Tensor) -> None:
    assert theirs.abs().max() > 1
    np.testing.assert_allclose(ours, theirs.numpy(), atol=2e-4 * float(theirs.abs().max()), rtol=0)


def chained(tiny: Tiny, kind: str) -> Chained:
    weights = tiny.heads.weights(kind, tiny.weights)
    return Chained(weights, tiny.weights, Answer(tiny.weights))  # type: ignore[arg-type]


def test_medusa_equals_its_definition(tiny: Tiny) -> None:
    target = LeanLlama(tiny.weights)
    drafter = tiny.heads.drafter("medusa", target)
    drafter.start(IDS[:9], target.prefill(IDS[:8]))
    draft = drafter.propose(IDS[:9], 4, Warp(0), Draws(0), lambda q: q)
    close(np.stack(draft.logits), tiny.plain("medusa").medusa(tiny.streams(IDS[:8])[3, -1]))  # type: ignore[arg-type]


def test_early_exit_equals_its_definition(tiny: Tiny) -> None:
    target = LeanLlama(tiny.weights)
    drafter = tiny.heads.drafter("early-exit", target)
    target.prefill(IDS[:8])
    draft = drafter.propose(IDS[:9], 4, Warp(0), Draws(0), lambda q: q)
    text = [*IDS[:9], *draft.ids]
    streams = tiny.streams(text)[2, 8:12]
    close(np.stack(draft.logits), tiny.plain("early-exit").early_exit(streams))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["mtp", "eagle"])
def test_chained_blocks_equal_their_definition(tiny: Tiny, kind: str) -> None:
    """True entries read in pieces, then four drafted ones on the block's own output, on two branches."""
    head, plain = chained(tiny, kind), tiny.plain(kind)
    n = 20
    features = tiny.streams(IDS[:n])[list(head.taps)]
    states = plain.fused(features)
    out = plain.chained(states, IDS[1 : n + 1])
    close(head.read(features[:, :9].numpy(), IDS[1:10]), plain.answer(out[8]))
    for i in range(9, n):
        close(head.read(features[:, i : i + 1].numpy(), IDS[i + 1 : i + 2]), plain.answer(out[i]))

    branches = {(): out[-1]}  # drafted words -> the block's output after them
    entries = {(): -1}
    for level in ([(3,), (5,)], [(3, 7), (5, 7), (5, 8)], [(5, 8, 2)]):
        rows = head.grow([path[-1] for path in level], [entries[path[:-1]] for path in level])
        for row, path in zip(rows, level, strict=True):
            drafted = [branches[path[:s]] for s in range(len(path))]
            whole = plain.chained(torch.stack([*states, *drafted]), [*IDS[1 : n + 1], *path])
            branches[path], entries[path] = whole[-1], len(entries) - 1
            close(row, plain.answer(whole[-1]))

    # what was drafted is forgotten, and so are the last entries
    head.rewind(n - 3)
    again = features[:, n - 3 :].numpy()
    close(head.read(again, IDS[n - 2 : n + 1]), plain.answer(out[-1]))
    assert head.length == n


def test_an_entry_sees_the_states_before_it(tiny: Tiny) -> None:
    """Another first state, another answer at the end: the entries before do count."""
    answers = []
    for swap in (False, True):
        head = chained(tiny, "mtp")
        features = tiny.streams(IDS[:12])[3:]
        if swap:
            features[:, 0] = features[:, 5]
        answers.append(head.read(features.numpy(), IDS[1:13]))
    assert np.abs(answers[0] - answers[1]).max() > 1e-3


def test_a_view_of_the_first_blocks(tiny: Tiny) -> None:
    target, untouched = LeanLlama(tiny.weights), LeanLlama(tiny.weights)
    for model in (target, untouched):
        model.prefill(IDS[:10])
    view = Shallow(target, 2)
    expected = tiny.streams(IDS[:14])[2]
    for ahead in range(4):
        np.testing.assert_allclose(view.stream(IDS[10 + ahead], ahead)[0], expected[10 + ahead], atol=1e-4)
    assert target.length == 10
    np.testing.assert_array_equal(target.score(IDS[20:23]).logits, untouched.score(IDS[20:23]).logits)
    for model in (target, untouched):
        view.stream(3, 0)  # even between a pass and what is kept of it
        model.keep([0, 2])
    np.testing.assert_array_equal(target.score([4, 5]).logits, untouched.score([4, 5]).logits)
    target.prefill([5] * (256 - target.length - 1))
    view.stream(5, 0)
    with pytest.raises(ModelError) as full:
        view.stream(5, 1)
    assert full.value.code == "context-full"


@pytest.mark.parametrize("k", [2, 5])
@pytest.mark.parametrize("code", KIND_OF)
def test_greedy_text_is_the_targets(few_words: Tiny, code: str, k: int) -> None:
    target = LeanLlama(few_words.weights)
    accepted = rejected = 0
    for prompt in PROMPTS:
        prompt = [word % 7 for word in prompt]
        wanted = autoregressive(target, Warp(0), Draws(0), prompt, max_new_tokens=10)
        words = [word for a_round in wanted for word in a_round.tokens]
        drafter = few_words.heads.drafter(code, target)
        run = speculative(target, drafter, rule_of("speculative"), Warp(0), Draws(0), prompt, k=k, max_new_tokens=10)
        assert [word for a_round in run for word in a_round.tokens] == words
        totals = run.trace().totals
        accepted, rejected = accepted + totals.accepted, rejected + totals.tested - totals.accepted
    assert accepted > 20 and rejected > 20


@pytest.mark.parametrize("code", KIND_OF)
def test_sampled_text_follows_the_targets_law(few_words: Tiny, code: str) -> None:
    """Two words of many seeds against p, chi-square."""
    from scipy.stats import chi2

    target, warp, prompt, n = LeanLlama(few_words.weights), Warp(1.3), [3, 1, 4], 300
    drafter = few_words.heads.drafter(code, target)
    first = warp(target.score_batch([prompt]))[0].astype(float)
    expected = np.stack([p * warp(target.score_batch([[*prompt, w]]))[0].astype(float) for w, p in enumerate(first)])
    counts = np.zeros((7, 7))
    for seed in range(n):
        run = speculative(target, drafter, rule_of("speculative"), warp, Draws(seed), prompt, k=3, max_new_tokens=4)
        words: list[int] = []
        while len(words) < 2:
            words += next(run).tokens
        counts[words[0], words[1]] += 1
    large = expected * n >= 5
    pairs = [*zip(counts[large], expected[large] * n, strict=True), (counts[~large].sum(), expected[~large].sum() * n)]
    assert len(pairs) > 8
    statistic = sum((seen - e) ** 2 / e for seen, e in pairs if e > 1)
    assert chi2.sf(statistic, sum(e > 1 for _, e in pairs) - 1) > 0.002


@pytest.mark.parametrize("code", KIND_OF)
def test_an_error_in_drafting_leaves_the_target_as_it_was(few_words: Tiny, code: str) -> None:
    def run_of() -> tuple[LeanLlama, object]:
        target = LeanLlama(few_words.weights)
        drafter = few_words.heads.drafter(code, target)
        run = speculative(target, drafter, rule_of("speculative"), Warp(1), Draws(1), [1, 2, 3], k=4, max_new_tokens=24)
        return target, run

    _, whole = run_of()
    wanted = list(whole)  # type: ignore[call-overload]
    target, run = run_of()
    next(run)  # type: ignore[call-overload]
    cached, keys = target.length, [cache.key_rows[..., : target.length].copy() for cache in target.caches]
    propose = run._drafter.propose  # type: ignore[attr-defined]

    def half_way(*given: object) -> None:
        propose(*given)
        raise MemoryError

    run._drafter.propose = half_way  # type: ignore[attr-defined]
    with pytest.raises(MemoryError):
        next(run)  # type: ignore[call-overload]
    assert target.length == cached
    for cache, before in zip(target.caches, keys, strict=True):
        np.testing.assert_array_equal(cache.key_rows[..., :cached], before)
    run._drafter.propose = propose  # type: ignore[attr-defined]
    assert [*run.rounds, *run] == wanted  # type: ignore[attr-defined, misc]


def test_sessions_share_weights_and_nothing_else(few_words: Tiny) -> None:
    """Two runs taking turns write what each writes alone, for every drafter."""
    for code in KIND_OF:
        runs = []
        for _ in range(2):
            for prompt in ([1, 2, 3], [4, 5]):
                target = LeanLlama(few_words.weights)
                drafter = few_words.heads.drafter(code, target)
                runs.append(
                    speculative(
                        target, drafter, rule_of("speculative"), Warp(1), Draws(2), prompt, k=3, max_new_tokens=12
                    )
                )
        alone = [list(run) for run in runs[:2]]
        while any(run.finish == "running" for run in runs[2:]):
            for run in runs[2:]:
                next(run, None)
        assert [run.rounds for run in runs[2:]] == alone
    assert few_words.heads.weights("eagle", few_words.weights) is few_words.heads.weights("eagle", few_words.weights)


def test_streams_are_tapped_only_where_they_are_needed(tiny: Tiny) -> None:
    taps = {}
    for code in KIND_OF:
        target = LeanLlama(tiny.weights)
        tiny.heads.drafter(code, target)
        taps[code] = set(target.taps)
    last, three = {3}, {0, 2, 3}
    assert taps == {
        "early-exit": set(), "medusa": last, "medusa-tree": last, "mtp": last, "eagle": three, "eagle-tree": three
    }  # fmt: skip


def test_heads_that_do_not_fit_are_refused(tiny: Tiny, tmp_path: Path) -> None:
    def code_of(kind: str, target: str = tiny.print) -> str:
        with pytest.raises(ModelError) as error:
            Heads(tmp_path / "heads", target).drafter(kind, LeanLlama(tiny.weights))
        return error.value.code

    assert code_of("mtp") == "head-missing"
    shutil.copytree(tiny.folder, tmp_path / "heads")
    assert {code_of(kind, "0" * 64) for kind in KINDS} == {"head-target"}
    for kind in KINDS:
        place = tmp_path / "heads" / kind / "config.json"
        config = json.loads(place.read_text())
        place.write_text(json.dumps(config | {"kind": "other"}))
        assert code_of(kind) == "config-unreadable"
        wrong = {"early-exit": [{"layer": 4}], "medusa": [{"heads": 0}]}
        for change in wrong.get(kind, [{"taps": [9]}, {"taps": [2, 1]}]):
            place.write_text(json.dumps(config | change))
            assert code_of(kind) == "config-unreadable"
        place.write_text(json.dumps(config))
    (tmp_path / "heads" / "eagle" / "model.safetensors").write_bytes(b"nothing")
    assert code_of("eagle") == "weights-format"
    shutil.copy(tiny.folder / "mtp" / "model.safetensors", tmp_path / "heads" / "eagle")
    assert code_of("eagle") == "weights-shape"  # three streams and nothing to fuse them with
