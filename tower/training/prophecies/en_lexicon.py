"""English words of the tower's world, with what belongs together. Knows nothing of sentences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Trade:
    """A calling, the place where it is followed, and what one does there (bare infinitives)."""

    noun: str
    place: str
    deeds: tuple[str, ...]

    def __str__(self) -> str:
        return self.noun


def _trades(table: str) -> tuple[Trade, ...]:
    rows = (line.split(";") for line in table.strip().splitlines())
    return tuple(Trade(noun.strip(), place.strip(), tuple(d.strip() for d in deeds)) for noun, place, *deeds in rows)


TRADES = _trades("""
clockmaker; the workshop; wind the great clock; count the teeth of every wheel; oil the old gears
ferryman; the landing; row across the dark water; tie the boat to the stone; listen to the river
lamplighter; the square; light every lamp in the street; climb the long ladder; put out the lamps one by one
baker; the bakery; take the bread out of the oven; leave a loaf on the step; sweep the flour from the floor
bell-ringer; the belfry; ring the bell three times; climb the hundred steps; oil the rope
miller; the mill; stop the wheel; open the sluice; grind the last of the corn
weaver; the loom; cut the thread; weave until morning; begin the cloth again
gardener; the orchard; water the roots; plant a single seed; close the garden gate
fisherman; the harbour; mend the net; cast the net once more; haul in an empty net
shepherd; the hill; count the sheep again; bring the flock down; whistle for the dog
librarian; the library; open the oldest book; turn the last page; put the book back on its shelf
mapmaker; the attic; draw a road that is not there; fold the map; burn the map
blacksmith; the forge; mend the broken hinge; put out the fire; strike the iron twice
glassblower; the furnace; blow a glass as thin as breath; break the glass; hold the glass up to the light
watchman; the wall; cross the wall with a lantern; close the gate; call the hour
beekeeper; the hives; tell the bees; carry the honey home; open the last hive
piper; the market; play the old tune; play until the dogs are quiet; hide the flute
scribe; the tower; write it down; sharpen the pen; copy the page until dawn
tailor; the little shop; sew up the torn coat; thread the needle; cut the black cloth
gatekeeper; the gate; open the gate; count those who pass; sleep with one eye open
potter; the kiln; break the finest bowl; turn the wheel; bake the clay
carpenter; the yard; build a door without a house; plane the old boards; hang the door
pilgrim; the inn; sleep on the stones; walk on before dawn; wash the dust from both feet
cook; the kitchen; salt the soup; stir the pot; set a plate for the stranger
""")

WOMEN = [
    "Mira",
    "Elsbeth",
    "Linnea",
    "Halda",
    "Maud",
    "Sabine",
    "Wren",
    "Isolde",
    "Tamsin",
    "Odile",
    "Agnes",
    "Brenna",
    "Cecily",
    "Una",
    "Philippa",
    "Rosalind",
]
MEN = [
    "Tobias",
    "Corvin",
    "Ansel",
    "Osric",
    "Ives",
    "Piers",
    "Rowan",
    "Hugo",
    "Emeric",
    "Silas",
    "Bertram",
    "Lucan",
    "Matthias",
    "Edmund",
    "Gil",
    "Walter",
]

THINGS = {
    "key": "silver|rusty|brass|iron|little|black",
    "lantern": "copper|red|broken|tin|green|dark",
    "coin": "copper|silver|worn|golden|bent",
    "letter": "sealed|yellow|half-burnt|folded|blue",
    "mirror": "cracked|silver|round|small|blind",
    "feather": "white|black|grey|raven's|long",
    "ring": "golden|plain|iron|silver|thin",
    "candle": "white|red|half-burnt|green|tall",
    "book": "old|blue|heavy|empty|red",
    "map": "torn|old|yellow|folded|unfinished",
    "seed": "single|black|small|winged|red",
    "comb": "bone|wooden|silver|broken",
    "shell": "white|pink|hollow|broken",
    "bell": "little|bronze|silver|cracked",
    "needle": "bright|long|bent|golden",
    "cup": "clay|silver|cracked|empty|blue",
    "flute": "bone|wooden|silver|little",
    "glove": "red|left|black|torn|grey",
    "stone": "round|white|warm|black|blue",
    "thread": "red|silver|long|blue",
    "apple": "red|golden|green|wrinkled",
    "hourglass": "small|broken|brass|tall",
}

BIRDS = ["raven", "owl", "swallow", "heron", "crow", "dove", "magpie", "goose"]
BIRDS_PLURAL = {"goose": "geese"}
PLACES = [
    "bridge",
    "gate",
    "well",
    "tower",
    "harbour",
    "orchard",
    "mill",
    "square",
    "library",
    "chapel",
    "river",
    "lighthouse",
    "market",
    "old wall",
    "hill",
    "ferry",
]
WINDS = ("north", "west", "east", "south")
BELLS = ["sleeping", "silent", "great", "oldest", "cracked", "drowned", "smallest"]
ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
]


@dataclass(frozen=True)
class Season:
    """A season, the one after it, and its own weather, bird and tree; ``falls`` is a full clause."""

    name: str
    after: str
    weather: str
    falls: str
    bird: str
    tree: str

    def __str__(self) -> str:
        return self.name


SEASONS = (
    Season("winter", "spring", "snow", "snow lies on the roofs", "ravens", "the bare elm"),
    Season("autumn", "winter", "mist", "leaves cover the stairs", "geese", "the red maple"),
    Season("spring", "summer", "rain", "blossom drifts over the water", "swallows", "the young willow"),
    Season("summer", "autumn", "thunder", "dust dances in the light", "swifts", "the tall poplar"),
)

REFRAIN_HEADS = [
    "Turn, {a} wheel, turn",
    "Ring, {a} bell, ring",
    "Burn, {a} lamp, burn",
    "Flow, {a} river, flow",
    "Sleep, {a} city, sleep",
    "Wait, {a} door, wait",
    "Blow, {a} wind, blow",
    "Fly, {a} bird, fly",
    "Row, {a} boat, row",
    "Shine, {a} moon, shine",
]
REFRAIN_ADJECTIVES = ["little", "old", "patient", "silver", "hollow", "dark", "gentle", "tired"]
REFRAIN_TAILS = [
    "the night is long",
    "the road is far",
    "no one is coming",
    "the tide is low",
    "the stars are few",
    "morning is near",
    "the key is lost",
    "the snow is deep",
    "the fire is out",
    "the king is gone",
    "everyone is home",
    "the year is old",
]

CLOSINGS = [
    "So it is written.",
    "So says the tower.",
    "And no one will ask why.",
    "The bell knows the rest.",
    "So it was, and so it will be.",
    "Let those who hear it remember.",
    "The rest is silence.",
    "And the gears will turn again.",
    "The tower does not say more.",
    "What comes after, the wind alone knows.",
    "And then the night will be over.",
]
