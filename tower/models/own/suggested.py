"""Pairs that are known to work together: same vocabulary, one much smaller than the other. Plain data.

Bytes are those of the published safetensors, rounded; what a pair takes in memory depends on the kind of number.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Hugging Face ids, gigabytes to download for each. gated: an agreement has to be accepted on the hub first."""

    target: str
    draft: str
    target_gb: float
    draft_gb: float
    gated: bool = False

    @property
    def download_gb(self) -> float:
        """Of both."""
        return self.target_gb + self.draft_gb


SUGGESTED = (
    Suggestion("openai-community/gpt2", "distilbert/distilgpt2", 0.55, 0.35),
    Suggestion("HuggingFaceTB/SmolLM2-360M-Instruct", "HuggingFaceTB/SmolLM2-135M-Instruct", 0.72, 0.27),
    Suggestion("HuggingFaceTB/SmolLM2-1.7B-Instruct", "HuggingFaceTB/SmolLM2-135M-Instruct", 3.42, 0.27),
    Suggestion("Qwen/Qwen2.5-1.5B-Instruct", "Qwen/Qwen2.5-0.5B-Instruct", 3.09, 0.99),
    Suggestion("Qwen/Qwen3-1.7B", "Qwen/Qwen3-0.6B", 4.06, 1.5),
    Suggestion("meta-llama/Llama-3.2-3B-Instruct", "meta-llama/Llama-3.2-1B-Instruct", 6.43, 2.47, gated=True),
)
