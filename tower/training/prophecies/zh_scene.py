"""The people and things of one Chinese prophecy, drawn from its lexicon. Knows nothing of plans."""

from __future__ import annotations

from dataclasses import dataclass

from . import zh_lexicon as lex
from .choice import Choices


@dataclass(frozen=True)
class Person:
    """``full`` at the first mention, ``short`` afterwards, with the fitting pronoun."""

    full: str
    short: str
    he: str
    trade: lex.Trade


@dataclass(frozen=True)
class Thing:
    noun: str
    measure: str
    adjective: str

    @property
    def full(self) -> str:
        return self.adjective + self.noun

    @property
    def one(self) -> str:
        return f"一{self.measure}{self.full}"

    @property
    def that(self) -> str:
        return f"那{self.measure}{self.full}"

    @property
    def bare(self) -> str:
        return f"那{self.measure}{self.noun}"


class Scene(Choices):
    """Draws the people and things of one Chinese prophecy."""

    def person(self) -> Person:
        trade = self.fresh_even(lex.TRADES)
        woman = self.chance(0.5) and trade.noun != "漁夫"
        he = "她" if woman else "他"
        if self.chance(0.6):
            name = self.fresh_even(lex.WOMEN if woman else lex.MEN)
            return Person(trade.noun + name, name, he, trade)
        return Person(trade.noun, trade.noun, he, trade)

    def thing(self) -> Thing:
        noun = self.fresh_even(tuple(lex.THINGS))
        measure, adjectives = lex.THINGS[noun]
        return Thing(noun, measure, self.one(adjectives))

    def place(self) -> str:
        return self.fresh(lex.PLACES)

    def deed(self, who: Person) -> str:
        return self.fresh(who.trade.deeds)

    def ordinal(self) -> str:
        return "第" + self.pick("七三一二九四五六八十")

    def closing(self) -> list[str]:
        return [self.pick(lex.CLOSINGS)] if self.chance(0.6) else []

    def omen(self) -> str:
        """A passing sign that belongs to no plan."""
        season, n = self.pick(lex.SEASONS), lex.COUNTS[self.even(range(2, 8))]
        return self.one(
            f"河水會{self.one('漲到' + self.ordinal() + '級石階|結冰|倒流|在天亮前退去')}。|"
            f"{season.weather}會落在{self.place()}。|"
            f"{n}{self.one('支蠟燭|扇窗|顆星|盞燈')}會{self.one('一起|接連|悄悄')}{self.one('熄滅|亮起|轉向北方')}。|"
            f"一個{self.one('孩子|盲人|寡婦|陌生人')}會{self.one('笑|哭|唱|敲門')}{n}聲。|"
            f"{self.one('最小|最大|最老|最後')}的齒輪會{self.one('自己|再次|在黑暗裡')}{self.one('轉動|停下|斷裂')}。|"
            f"{season.bird}會{self.one('飛得很低|飛走|繞著圈子|飛向' + self.one('大海|塔頂|南方'))}。|"
            f"雪會落在{self.place()}，只落在那裡。"
        )

    def refrain(self) -> str:
        head = self.pick(lex.REFRAIN_HEADS).format(a=self.even(lex.REFRAIN_ADJECTIVES))
        return f"{head}，{self.even(lex.REFRAIN_TAILS)}。"
