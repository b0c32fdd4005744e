"""Which pairs of models there are, how they are loaded, and how one pass through them is made."""
