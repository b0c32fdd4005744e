"""What the training loop asks of a model: which weights Muon moves, and which AdamW. Knows no model."""

from __future__ import annotations

from torch import nn


class Trainable(nn.Module):
    """A module whose weights fall into two groups."""

    def matrices(self) -> list[tuple[nn.Parameter, int]]:
        """The hidden matrices, which Muon trains, and of how many matrices each is stacked."""
        raise NotImplementedError

    def vectors(self) -> list[nn.Parameter]:
        """The rest: embeddings, norms, biases."""
        raise NotImplementedError
