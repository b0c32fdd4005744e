"""Trained drafters that live on a target's hidden states: their weights, and one lean step of each."""
