"""English plans with a pattern of their own: lists, chains, counting, refrains, riddles.

Each names something early that must come back later.
"""

from __future__ import annotations

from itertools import pairwise

from . import en_lexicon as lex
from .en_scene import Scene, cap


def counting(s: Scene) -> list[str]:
    """First, second, third …: the list counts up, and its items return in order."""
    what = s.one("bridge|gate|bell|door|stair|lamp|night|page")
    total = s.pick((3, 4, 3, 5))
    things = [s.thing() for _ in range(total)]
    text = [
        f"There are {lex.NUMBERS[total]} {what}s "
        f"{s.one('in this city|on the road to the sea|between here and morning|in the tale')}."
    ]
    verb = s.one("is for|leads to|belongs to|remembers|hides")
    nth = [f"the {lex.ORDINALS[i]} {what if i == 0 or total == 3 else ''}".strip() for i in range(total)]
    items = [f"{n} {verb} the {t.full}" for n, t in zip(nth, things, strict=True)]
    text.append(cap(", ".join(items[:-1])) + f", and {items[-1]}.")
    a = s.person()
    text.append(
        f"{cap(a.full)} will {s.one('pass them all|count them twice|forget one of them|find them in the dark')}, "
        f"and at the last {a.he} will {s.deed(a)}."
    )
    lost = s.even(range(total))
    text.append(
        s.one(
            f"But the {lex.ORDINALS[lost]} {what} will be {s.one('lost|closed|empty')}, and with it the "
            f"{things[lost].full}.|"
            f"Ask at the {lex.ORDINALS[lost]} {what} for the {things[lost].full}.|"
            f"Who takes the {things[lost].full} from the {lex.ORDINALS[lost]} {what} must leave a "
            f"{s.one('name|song|lock of hair|promise')} there."
        )
    )
    if s.chance(0.5):
        text.append(
            f"Beyond the {lex.ORDINALS[total - 1]} {what} there is {s.one('only the sea|only snow|a voice|no other')}."
        )
    return text + s.closing()


def dwindling(s: Scene) -> list[str]:
    """So many birds, one flies off, and then there is one fewer."""
    bird, where = s.fresh_even(lex.BIRDS), s.place()
    birds = lex.BIRDS_PLURAL.get(bird, bird + "s")
    left = s.even(range(4, 10))
    did = s.one("sat on|watched|slept above|circled")
    when = s.one(" that night|, waiting for snow| when the year began|")
    text = [cap(f"{lex.NUMBERS[left]} {birds} {did} the {where}{when}.")]
    for _ in range(s.pick((3, 2, 4))):
        left -= 1
        one = s.one(
            f"One flew to the {s.place()}|One fell asleep|One took {s.thing().a}|"
            f"One followed {s.person().full}|One sang until dawn"
        )
        now = "was one" if left == 1 else "were no more" if left == 0 else f"were {lex.NUMBERS[left]}"
        text.append(f"{one}, and then there {now}.")
    noun = bird if left == 1 else birds
    text.append(
        s.one(
            f"The {'last' if left == 1 else lex.NUMBERS[left]} {noun} will stay until the {where} "
            f"{s.one('falls|sleeps|is forgotten|burns')}.|"
            f"When there is no {bird} at the {where}, "
            f"{s.one('the city will wake|the bell will ring|the water will rise|winter will come')}."
        )
    )
    return text + s.closing()


def refrain(s: Scene) -> list[str]:
    """A line that returns word by word."""
    line, a, season = s.refrain(), s.person(), s.pick(lex.SEASONS)
    text = [line]
    text.append(f"In {season.name}, when {season.falls}, {a.full} will {s.deed(a)}.")
    text.append(line)
    thing = s.thing()
    text.append(
        s.one(
            f"{cap(a.he)} will look for {thing.a} under {season.tree} and find "
            f"{s.one('only a feather|nothing|the moon in a puddle|another')}.|"
            f"The {season.bird} will bring {a.him} {thing.a}, and {a.he} will hide it in {a.trade.place}.|"
            f"No one will thank {a.him}; {a.his} only friend will be {thing.a}."
        )
    )
    text.append(line)
    if s.chance(0.6):
        text.append(
            f"{cap(season.after)} will come, and {a.short} will {s.one('forget|sing|laugh|sleep')} with the "
            f"{thing.full} in {a.his} hand."
        )
        text.append(line)
    return text + s.closing()


def chain(s: Scene) -> list[str]:
    """Who finds the first finds the second …: each link repeats the one before."""
    verb = s.one("finds|follows|guards|remembers|breaks|steals")
    links = [s.thing() for _ in range(s.pick((4, 3, 5)))]
    text = []
    for here, there in pairwise(links):
        text.append(f"Who {verb} the {here.full} {s.one('will find|will also find|must then find')} the {there.full}.")
    text.append(
        f"But who {verb} the {links[-1].full} will "
        f"{s.one('find no rest|come to the tower|hear the bell|be free|forget the way')}."
    )
    a = s.person()
    text.append(
        f"{cap(a.full)} {s.one('had|once held|lost')} the {s.even(links).full}, and {a.he} "
        f"{s.one('will not speak of it|is old now|still waits for the rest|gave it away')}."
    )
    return text + s.closing()


def riddle(s: Scene) -> list[str]:
    """Who will …? Not this one, not that one: the answer takes up the question."""
    a, b, c, thing, place = s.person(), s.person(), s.person(), s.thing(), s.place()
    ask = s.one(
        f"bring the {thing.full} to the {place}|take the {thing.full} from the {place}|"
        f"guard the {thing.full} at the {place}"
    )
    text = [f"Who will {ask}?"]
    text.append(f"Not {a.full}, for {a.he} {s.one('must|has to|still has to')} {s.deed(a)}.")
    text.append(f"Not {b.full}, for {b.he} {s.one('has sworn to|must|would rather')} {s.deed(b)}.")
    text.append(f"It is {c.full} who will {ask}, {s.one('alone|barefoot|singing|in the snow|without a word')}.")
    text.append(
        s.one(
            f"{cap(a.short)} and {b.short} will "
            f"{s.one('watch from the window|hear of it too late|laugh|carry the lamp')}.|"
            f"And {c.he} will leave {c.his} name at the {place}.|"
            f"When it is done, {c.short} will {s.deed(c)}, and the {place} will {s.one('sleep|shine|be still')}."
        )
    )
    return text + s.closing()


def rooms(s: Scene) -> list[str]:
    """Rooms of the tower, each with its thing; one is visited again."""
    a, things = s.person(), [s.thing() for _ in range(3)]
    kind = s.one("room|drawer|niche|cupboard")
    text = [
        f"On the {s.ordinal()} {s.one('stair|landing|night')} of the tower "
        f"{s.one('there is a door|a lamp is burning|the gears stand still|someone is writing')}."
    ]
    text.append(f"In the first {kind} lies {things[0].a}, in the second {things[1].a}, and in the third {things[2].a}.")
    i = s.even(range(3))
    text.append(
        f"{cap(a.full)} will {s.one('climb up|come in from the rain|wake|lose the way')} and "
        f"{s.one('take|touch|steal|polish')} the {things[i].full}, and the {lex.ORDINALS[i]} {kind} will "
        f"{s.one('go dark|be empty|close behind ' + a.him)}."
    )
    j, k = (x for x in range(3) if x != i)
    text.append(
        f"Only the {things[j].full} and the {things[k].full} will {s.one('remain|keep watch|tell of ' + a.him)}."
    )
    text.append(
        f"{cap(a.short)} will {s.one('never come back|be home before the snow|' + s.deed(a))}, with the "
        f"{things[i].noun} {s.one('in ' + a.his + ' pocket|against ' + a.his + ' heart|under ' + a.his + ' coat')}."
    )
    return text + s.closing()
