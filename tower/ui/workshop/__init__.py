"""The dial workshop: two small laws set by hand, one acceptance rule, and everything that follows from the three."""
