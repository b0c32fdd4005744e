"""The Oracle Tower: speculative decoding, shown step by step with real models."""
