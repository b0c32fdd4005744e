"""Arithmetic without a model."""
