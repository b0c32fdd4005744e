"""An MTP module: trained beside a target to guess the word after the next, chained on its own hidden state.

Multi-token prediction as in DeepSeek-V3 (arXiv 2412.19437), used as a drafter.
"""

from __future__ import annotations

from tower.decoding.drafters.chained import ChainedDrafter


class Mtp(ChainedDrafter):
    """Drafter around an MTP module."""

    name = "mtp"
