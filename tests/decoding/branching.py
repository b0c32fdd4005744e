"""The exact law of anything that draws: every outcome of every draw is taken once, with its probability.

The engine's own code runs; only the last step from a uniform u to an outcome is replaced: `u < chance` is true with
probability chance, and a word of a law comes with the probability that the law gives it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable

import numpy as np
import pytest

from tower.decoding.draws import Draws, Purpose


class Branches(Draws):
    """Draws that branch. One address may serve once in an execution, or outcomes would depend on each other."""

    def __init__(self) -> None:
        super().__init__(0)
        self.plan: list[int] = []
        self._restart()

    def _restart(self) -> None:
        self.taken: list[int] = []
        self.open: list[int] = []  # outcomes of each decision
        self.weight = 1.0
        self.addresses: set[tuple[int, Purpose, int]] = set()

    def uniform(self, position: int, purpose: Purpose, candidate: int = 0) -> float:
        address = (position, purpose, candidate)
        assert address not in self.addresses, f"{address} serves twice"
        self.addresses.add(address)
        return _Undecided(self)

    def decide(self, chances: list[float]) -> int:
        """The outcome of a decision in this execution, with its chance multiplied into the weight."""
        possible = [i for i, chance in enumerate(chances) if chance > 0]
        step = len(self.taken)
        choice = self.plan[step] if step < len(self.plan) else 0
        self.taken.append(choice)
        self.open.append(len(possible))
        self.weight *= chances[possible[choice]]
        return possible[choice]

    def law_of(self, run: Callable[[], Hashable]) -> dict[Hashable, float]:
        """Execute `run` once for every combination of outcomes: its result -> probability."""
        law: dict[Hashable, float] = defaultdict(float)
        while True:
            self._restart()
            result = run()
            law[result] += self.weight
            while self.taken and self.taken[-1] + 1 == self.open[-1]:
                self.taken.pop(), self.open.pop()
            if not self.taken:
                return dict(law)
            self.plan = [*self.taken[:-1], self.taken[-1] + 1]


class Quarters(Branches):
    """Draws that take each of the values 1/8, 3/8, 5/8, 7/8, one address always the same: real numbers, so one draw
    may serve several times. Exact for laws and chances in quarters."""

    served_again = 0

    def _restart(self) -> None:
        super()._restart()
        self.values: dict[tuple[int, Purpose, int], float] = {}

    def uniform(self, position: int, purpose: Purpose, candidate: int = 0) -> float:
        address = (position, purpose, candidate)
        if address in self.values:
            self.served_again += 1
        else:
            self.values[address] = (self.decide([0.25] * 4) + 0.5) / 4
        return self.values[address]


class _Undecided(float):
    def __new__(cls, branches: Branches) -> _Undecided:
        return super().__new__(cls, 0.5)

    def __init__(self, branches: Branches) -> None:
        self.branches = branches

    def __lt__(self, chance: float) -> bool:
        return self.branches.decide([float(chance), 1 - float(chance)]) == 0


def _sample(law: np.ndarray, u: float) -> int:
    assert isinstance(u, _Undecided)
    return u.branches.decide([float(chance) for chance in law / law.sum(dtype=np.float64)])


@pytest.fixture
def branches(monkeypatch: pytest.MonkeyPatch) -> Branches:
    monkeypatch.setattr("tower.decoding.verify.sample", _sample)
    monkeypatch.setattr("tower.decoding.drafters.chain.sample", _sample)
    return Branches()
