"""What counts can say about a law, and how sure they may be of it. Knows no model and no rule.

Everything is on cells that were fixed beforehand. `p` [C] is the law to be compared with; cells of probability 0 may
never be filled, and one count there settles the matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, chdtri, chndtrinc, ndtri

Counts = NDArray[np.int64]
Law = NDArray[np.float64]

LITTLE = 1e-6  # a distance of two laws that is nothing but rounding
ALARM = 0.01  # a p-value below this is called not consistent: one honest tally in a hundred will be
CODES = Literal["counting", "consistent", "inconsistent", "certain", "one-cell"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """certain: the law allows one outcome, and nothing else came. one-cell: no outcome is likely enough for a cell
    of its own, or all but one are too unlikely: nothing to compare.

    chi2, dof, p_value: None in these two and while counting.
    """

    code: CODES
    chi2: float | None = None
    dof: int | None = None
    p_value: float | None = None


def distance(counts: Counts, p: Law) -> Law:
    """Total variation of the frequencies [..., C] from p [C]. Not 0 even for an honest sampler: see `band`."""
    total = np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    return np.asarray(np.abs(counts / total - p).sum(axis=-1) / 2)


def judge(counts: Counts, p: Law, runs: int) -> Verdict:
    """Pearson's chi-square of counts [C] against p, once, at the number of runs that was set beforehand.

    A test that is looked at again and again raises more false alarms than it promises: before `runs` it is not made.
    """
    counted = int(counts.sum())
    if counted < runs:
        return Verdict("counting")
    possible = p > 0
    dof = int(possible.sum()) - 1
    if counts[~possible].any():
        return Verdict("inconsistent", float("inf"), dof, 0.0)
    if dof < 1:
        return Verdict("one-cell" if possible.all() else "certain")
    expected = counted * p[possible] / p.sum()
    chi2 = float(((counts[possible] - expected) ** 2 / expected).sum())
    p_value = float(chdtrc(dof, chi2))
    return Verdict("inconsistent" if p_value < ALARM else "consistent", chi2, dof, p_value)


def band(p: Law, grid: Counts, seed: int, *, coverage: float = 0.95, trials: int = 300) -> tuple[Law, Law]:
    """Between which distances an exact sampler stays at each of grid [G]: two arrays [G], by trying it out.

    trials: honest tallies of cells drawn from p; at any one n, `coverage` of them lie in the band. The textbook formula
    sum sqrt(p (1 - p) / (2 pi n)) is far off where most cells are still empty.
    """
    rng = np.random.default_rng([seed, 0xBA2D])
    if len(p) > 1000:
        trials = min(trials, 150)
    law = p / p.sum()
    edges = np.cumsum(law)
    counts = np.zeros((trials, len(p)), dtype=np.int64)
    found = np.empty((len(grid), trials))
    for i, step in enumerate(np.diff(grid, prepend=0)):
        if step < len(p):  # few draws, many cells: draw them one by one
            cells = np.minimum(np.searchsorted(edges, rng.random((trials, int(step))), side="right"), len(p) - 1)
            cells += np.arange(trials)[:, None] * len(p)
            counts += np.bincount(cells.ravel(), minlength=counts.size).reshape(counts.shape)
        else:
            counts += rng.multinomial(int(step), law, size=trials)
        found[i] = distance(counts, p)
    tail = (1 - coverage) / 2
    low, high = np.quantile(found, [tail, 1 - tail], axis=1)
    return low, high


def intervals(counts: Counts, *, coverage: float = 0.95) -> tuple[Law, Law]:
    """Simultaneous intervals [C] for the frequencies of counts [C]: Wilson's, each at coverage 1 - (1 - coverage) / C
    (Bonferroni), so that all of them hold together with at least `coverage`."""
    n = max(int(counts.sum()), 1)
    z2 = float(ndtri(1 - (1 - coverage) / len(counts) / 2)) ** 2
    share = counts / n
    middle = share + z2 / (2 * n)
    reach = np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n)))
    return (middle - reach) / (1 + z2 / n), (middle + reach) / (1 + z2 / n)


def draws_needed(p: Law, law: Law, *, power: float = 0.95) -> int | None:
    """Runs until a sampler of `law` is told from p with chance `power` at level ALARM, on these cells.

    None where the cells show no difference beyond rounding. Noncentral chi-square; on cells that p never fills, the
    runs until one count is there.
    """
    possible = p > 0
    if np.abs(law - p).sum() / 2 < LITTLE:
        return None
    needed = []
    strange = float(law[~possible].sum())
    if strange > 0:
        needed.append(1 if strange >= 1 else np.log1p(-power) / np.log1p(-strange))
    dof = int(possible.sum()) - 1
    effect = float(((law[possible] - p[possible]) ** 2 / p[possible]).sum())
    if dof > 0 and effect > 0:
        needed.append(float(chndtrinc(chdtri(dof, ALARM), dof, 1 - power)) / effect)
    return int(np.ceil(min(needed))) if needed else None
