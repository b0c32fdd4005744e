"""Drafters that read the oracle's own streams: training text, modules, losses, measurement, export."""
