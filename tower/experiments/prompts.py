"""Beginnings for measurements: prophecies that no training has seen, cut off after a third; passages to copy; stories
to tell."""

from __future__ import annotations

from tower.training.prophecies import prophecies

UNSEEN = 3  # the corpus is written from seeds 1 and 2


def prophecy_prompts(count: int) -> list[str]:
    """Alternating between the two languages; the same ones at every call."""
    texts = [list(prophecies(language, (count + 1) // 2, UNSEEN)) for language in ("zh-Hant", "en")]
    mixed = [text for pair in zip(*texts, strict=True) for text in pair]
    return [_beginning(text) for text in mixed[:count]]


_PASSAGE = (
    "The lamp keeper climbs the stairs at dusk with a can of oil and a clean cloth. She wipes the glass, trims the "
    "wick, and writes the hour into the book. When the fog comes in from the river, she rings the small bell every "
    "ten minutes until the last ferry has gone by."
)
_TASKS = (
    "Copy the following text exactly, word for word:\n\n{passage}",
    "Replace the word “lamp” by the word “light” in the following text and change nothing else:\n\n{passage}",
    "Correct the spelling of the following text and write the whole text again:\n\n{misspelt}",
    "Write the following text twice:\n\n{passage}",
    "Here is a Python function:\n\n{code}\n\nWrite the same function again with a docstring.",
    "Rename the variable total to result in this function and print the whole function:\n\n{code}",
)
_CODE = """def mean_of_squares(numbers):
    total = 0
    count = 0
    for number in numbers:
        if number is None:
            continue
        total = total + number * number
        count = count + 1
    return total / count"""


def copying_prompts(count: int) -> list[str]:
    """Requests for a chat model whose answers hold much of the request: copying, editing, code."""
    misspelt = _PASSAGE.replace("climbs", "climms").replace("minutes", "minuts")
    prompts = [task.format(passage=_PASSAGE, misspelt=misspelt, code=_CODE) for task in _TASKS]
    return [prompts[i % len(prompts)] for i in range(count)]


_STORIES = (
    "Tell me a story about a lantern maker and her apprentice.",
    "Write a short story about a river that forgot its way to the sea.",
    "Write a fairy tale about an orchard where the apples can talk.",
    "Tell me a story about a boy who repairs umbrellas in a town where it never rains.",
    "Write a story about the last night of an old theatre.",
    "Tell a bedtime story about a rabbit who is afraid of the dark.",
    "Write a short story about a mapmaker who has never left home.",
    "Tell me about a captain whose ship is frozen in the ice.",
)


def story_prompts(count: int) -> list[str]:
    """Requests for a chat model whose answers repeat nothing."""
    return [_STORIES[i % len(_STORIES)] for i in range(count)]


def _beginning(text: str) -> str:
    cut = max(8, len(text) // 3)
    # an English word is not cut in two
    space = text.rfind(" ", 0, cut)
    return text[:space] if space > 0 else text[:cut]
