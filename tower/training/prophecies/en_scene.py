"""The people and things of one English prophecy, drawn from its lexicon. Knows nothing of plans."""

from __future__ import annotations

from dataclasses import dataclass

from . import en_lexicon as lex
from .choice import Choices


@dataclass(frozen=True)
class Person:
    """``full`` at the first mention, ``short`` afterwards, with fitting pronouns."""

    full: str
    short: str
    he: str
    him: str
    his: str
    trade: lex.Trade


@dataclass(frozen=True)
class Thing:
    noun: str
    adjective: str

    @property
    def a(self) -> str:
        return article(f"{self.adjective} {self.noun}")

    @property
    def full(self) -> str:
        return f"{self.adjective} {self.noun}"


def article(phrase: str) -> str:
    return f"{'an' if phrase[0] in 'aeiou' else 'a'} {phrase}"


def cap(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


class Scene(Choices):
    """Draws the people and things of one English prophecy."""

    def person(self) -> Person:
        trade = self.fresh_even(lex.TRADES)
        woman = self.chance(0.5)
        he, him, his = ("she", "her", "her") if woman else ("he", "him", "his")
        if trade.noun in ("ferryman", "fisherman", "watchman"):
            he, him, his, woman = "he", "him", "his", False
        if self.chance(0.6):
            name = self.fresh_even(lex.WOMEN if woman else lex.MEN)
            return Person(f"{name} the {trade.noun}", name, he, him, his, trade)
        return Person(f"the {trade.noun}", f"the {trade.noun}", he, him, his, trade)

    def thing(self) -> Thing:
        noun = self.fresh_even(tuple(lex.THINGS))
        return Thing(noun, self.one(lex.THINGS[noun]))

    def place(self) -> str:
        return self.fresh(lex.PLACES)

    def deed(self, who: Person) -> str:
        return self.fresh(who.trade.deeds)

    def wind(self) -> str:
        return self.pick(lex.WINDS)

    def ordinal(self) -> str:
        return self.one("seventh|third|first|second|ninth|fourth|fifth|sixth|eighth|twelfth")

    def closing(self) -> list[str]:
        return [self.pick(lex.CLOSINGS)] if self.chance(0.6) else []

    def omen(self) -> str:
        """A passing sign that belongs to no plan."""
        season, n = self.pick(lex.SEASONS), lex.NUMBERS[self.even(range(2, 8))]
        return self.one(
            f"The river will {self.one('rise|freeze|run backwards|fall')} "
            f"{self.one('to the ' + self.ordinal() + ' step|before morning|without a sound')}.|"
            f"There will be {season.weather} on the {self.place()}.|"
            f"{cap(n)} {self.one('candles|windows|voices|stars')} will {self.one('go out|wake|turn north')}"
            f"{self.one('| one after another| all at once')}.|"
            f"A {self.one('child|dog|blind man|widow|stranger')} will {self.one('laugh|weep|sing|knock')} {n} times.|"
            f"The {self.one('smallest|largest|oldest|last')} gear will {self.one('turn|stop|break|hum')} "
            f"{self.one('by itself|once more|in the dark')}.|"
            f"The {season.bird} will fly "
            f"{self.one('low|away|in circles|towards ' + self.one('the sea|the tower|the south'))}.|"
            f"Snow will fall on the {self.place()}, and only there."
        )

    def refrain(self) -> str:
        head = self.pick(lex.REFRAIN_HEADS).format(a=self.even(lex.REFRAIN_ADJECTIVES))
        return f"{head}; {self.even(lex.REFRAIN_TAILS)}."
