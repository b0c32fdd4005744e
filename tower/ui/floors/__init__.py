"""The seven floors of the tutorial and the page at their end."""
