"""The drafter shelf: six ways to guess, one way to check."""
