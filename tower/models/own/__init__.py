"""A pair that somebody brings: Hugging Face ids, local folders or GGUF files; found, checked, and only then loaded."""
