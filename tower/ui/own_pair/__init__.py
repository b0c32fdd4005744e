"""The room where models come in: a real one by name, or a pair that somebody brings."""
