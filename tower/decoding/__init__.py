"""The algorithm: ids in, rounds out. Knows no tokenizer, no screen, and no clock but its own stopwatch."""
