"""A target behind an OpenAI-compatible server that returns log-probabilities of the prompt, as vLLM does."""
