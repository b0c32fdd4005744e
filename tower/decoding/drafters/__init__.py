"""Ways to guess: one file a kind. A drafter never decides anything about acceptance."""
