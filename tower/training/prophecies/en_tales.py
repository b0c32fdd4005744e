"""English plans that tell what happens: to people, to what they carry, in the course of a year.

Each names something early that must come back later.
"""

from __future__ import annotations

from . import en_lexicon as lex
from .en_scene import Scene, cap


def crossing(s: Scene) -> list[str]:
    """The wind crosses something and a bell answers; both come back at the end."""
    wind, nth, bell = s.wind(), s.ordinal(), s.pick(lex.BELLS)
    where = s.one("bridge|bridge|gate|hill|roof|river|wall")
    wakes = s.one("waking the whole city|and the whole city will wake|and no one will sleep|calling the boats home")
    verb = s.one("has crossed|has crossed|has passed|comes over|has left")
    text = [f"When the {wind} wind {verb} the {nth} {where}, the {bell} bell will ring again, {wakes}."]
    a, thing = s.person(), s.thing()
    first = s.one("will be the first to hear it|will hear it|alone will not hear it|will count the strokes")
    text.append(f"{cap(a.full)} {first}, and {s.one('will|will have to|will refuse to')} {s.deed(a)}.")
    text.append(
        s.one("Beside|Behind|Near|Far from")
        + f" the {s.place()} {a.he} will {s.one('find|lose|bury')} {thing.a}"
        + s.one(", and tell no one.|, and ask no questions.|, still warm.|, wet with rain.|.")
    )
    if s.chance(0.6):
        b = s.person()
        text.append(
            f"{cap(b.full)} will ask {a.him} for the {thing.full}, but {a.short} will "
            f"{s.one('say nothing|only smile|shake a grey head|point to the sky')}."
        )
    text.append(
        s.one(
            f"And when the {wind} wind turns back, the {bell} bell will be still, and the {thing.full} will be "
            f"{s.one('gone|cold|where it was|all that is left')}.|"
            f"Once the {wind} wind has gone, {a.short} will carry the {thing.full} home to {a.trade.place}.|"
            f"Then the {bell} bell will fall silent, and {a.short} will give the {thing.full} to the {wind} wind."
        )
    )
    return text + s.closing()


def carrier(s: Scene) -> list[str]:
    """Two people, two things; later the right one must do the right deed."""
    a, b, one, two, place = s.person(), s.person(), s.thing(), s.thing(), s.place()
    opening = s.one("Two will come|Two travellers will meet|Two strangers will arrive|Two will set out")
    text = [
        f"{opening} {s.one('before dawn|at midnight|in the rain|on the longest night|at the turn of the year')}: "
        f"{a.full} with {one.a}, and {b.full} with {two.a}."
    ]
    text.append(
        f"They will meet at the {place} and "
        + s.one("not know each other|share their bread|wait for the moon|speak of the weather|say nothing at all")
        + "."
    )
    text.append(f"{cap(a.short)} will {s.deed(a)}, and {b.short} will {s.deed(b)}.")
    if s.chance(0.5):
        text.append(
            f"At {s.one('dawn|dusk|noon|midnight')} "
            f"{s.one('one of them will sleep|the rain will stop|a door will open')}, "
            f"and {a.short} will {s.one('offer|show|lend')} {a.his} {one.noun} to {b.short}."
        )
    text.append(
        s.one(
            f"Who carried the {one.noun} will open the door; who carried the {two.noun} will close it.|"
            f"The {one.full} will stay at the {place}, and the {two.full} will go on alone.|"
            f"When they part, {a.short} will hold the {two.noun} and {b.short} will hold the {one.noun}.|"
            f"Only the {two.full} will be found again, and {b.he} who carried it will be called {b.short} the "
            f"{s.one('lucky|patient|silent')}."
        )
    )
    return text + s.closing()


def moon(s: Scene) -> list[str]:
    """Tonight the moon is so …: the story's own first choice, 50 / 30 / 20."""
    look = s.rng.choices(("round", "bright", "lovely"), weights=(50, 30, 20))[0]
    a, b, thing = s.person(), s.person(), s.thing()
    after = {
        "round": "rolls like a coin across the roofs|fits the mouth of the well",
        "bright": "throws shadows on the snow|wakes the birds too early",
        "lovely": "makes the watchmen forget the hour|is hard to leave alone",
    }[look]
    text = [f"Tonight the moon is so {look} that it {s.one(after)}."]
    text.append(f"{cap(a.full)} cannot sleep, and goes out to {s.deed(a)}.")
    text.append(
        f"At the {s.place()} {a.he} meets {b.full}, who is {s.one('looking for|carrying|hiding|selling')} {thing.a}."
    )
    text.append(
        s.one(
            f'"Is it yours?" asks {a.short}. "It was never mine," says {b.short}.|'
            f'"What is it for?" asks {a.short}. "For a {look} night," says {b.short}.|'
            f'"Keep it," says {a.short}. "Not I," says {b.short}, and gives {a.him} the {thing.noun}.'
        )
    )
    text.append(
        s.one(
            f"So the moon stays {look}, and the {thing.full} goes "
            f"{s.one('home|back into the river|from hand to hand')}.|"
            f"Tomorrow the moon will be less {look}, but {a.short} will still have the {thing.full}.|"
            f"In the morning {b.short} is gone, and {a.short} remembers only the {thing.full}."
        )
    )
    return text + s.closing()


def trade(s: Scene) -> list[str]:
    """An exchange; who owns what at the end can be worked out."""
    a, b, one, two = s.person(), s.person(), s.thing(), s.thing()
    start = s.one(
        "In the year of the long rain|On the day the clock stopped|Before the city had walls|"
        "One market day|The night the river froze"
    )
    text = [f"{start}, {a.full} had {one.a}, and {b.full} had {two.a}."]
    text.append(f"{cap(a.short)} gave {b.short} the {one.full}, and {b.short} gave {a.short} the {two.full}.")
    if s.chance(0.5):
        c, three = s.person(), s.thing()
        text.append(
            f"Then came {c.full} with {three.a} and {s.one('wanted|asked for|wept for|paid for')} the {two.noun}, "
            f"so {a.short} took the {three.noun} instead."
        )
        ends = [(a, three), (b, one), (c, two)]
    else:
        ends = [(a, two), (b, one)]
    text.append(
        "; ".join(f"{p.short if i else cap(p.short)} went home with the {t.full}" for i, (p, t) in enumerate(ends[:2]))
        + s.one(", and both were content.|, and neither looked back.|, and it began to snow.|.")
    )
    who, what = s.pick(ends)
    text.append(
        f"When the {s.pick(lex.BELLS)} bell rings, {who.short} will {s.one('need|sell|hide|understand')} the "
        f"{what.noun}, and {who.he} will {s.deed(who)}."
    )
    return text + s.closing()


def seasons(s: Scene) -> list[str]:
    """The wheel of the year turns in its order; what was left comes back a year later."""
    season, a, thing, place = s.pick(lex.SEASONS), s.person(), s.thing(), s.place()
    order = [season]
    while len(order) < 3:
        order.append(next(x for x in lex.SEASONS if x.name == order[-1].after))
    text = [f"Before {season.name} ends, {a.full} will leave {thing.a} at the {place}."]
    text.append(
        f"{cap(order[1].name)} will bring {order[1].weather} and {order[1].bird}, "
        f"{s.one('and no one will touch it|and no one will ask whose it is|but no word of it')}."
    )
    text.append(f"{cap(order[2].name)} will bring {order[2].weather} and {order[2].bird}, and {a.he} will {s.deed(a)}.")
    text.append(
        f"When {season.name} comes again, and {season.falls}, "
        + s.one(
            f"{a.short} will return to the {place} for the {thing.full}.|"
            f"a child will find the {thing.full} and call {a.him} by name.|"
            f"the {thing.full} will be {s.one('covered with moss|warm|gone|older than the ' + place)}."
        )
    )
    return text + s.closing()


def address(s: Scene) -> list[str]:
    """Spoken to someone by name; the name closes what it opened."""
    name = s.fresh_even(lex.WOMEN + lex.MEN)
    trade, thing, n = s.fresh_even(lex.TRADES), s.thing(), s.even(range(2, 10))
    text = [
        f"{s.one('Listen|Hear me|Wake up|Do not weep|Come closer')}, {name}: "
        f"{s.one('the road is long|the water is rising|the wheel has begun to turn|your lamp is nearly out')}."
    ]
    text.append(
        f"Go to {trade.place}, {s.one('knock|wait|call')} {lex.NUMBERS[n]} times, and ask the {trade.noun} for the "
        f"{thing.full}."
    )
    text.append(
        f"If the {trade.noun} {s.one('says no|laughs|is asleep')}, {s.one('wait|knock|call')} {lex.NUMBERS[n + 1]} "
        f"times; if the {trade.noun} says yes, {s.one('give back|hide|do not look at')} the {thing.noun} before "
        f"{s.one('dawn|the snow|the second bell|supper')}."
    )
    text.append(f"Then {s.pick(trade.deeds)}, and {s.one('go home|sing|be silent|close your eyes')}.")
    text.append(
        s.one(
            f"Remember, {name}: {lex.NUMBERS[n]} times, and the {thing.full}.|"
            f"You will know the hour, {name}, when the {thing.noun} grows {s.one('warm|heavy|cold')}.|"
            f"The tower has spoken, {name}."
        )
    )
    return text
