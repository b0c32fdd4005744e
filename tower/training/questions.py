"""What a person may ask a small chat model: our own sentences, put together at random. Mostly stories.

The same seed gives the same questions; held-out ones come from another seed and from heroes and topics of their own.
Knows no model.
"""

from __future__ import annotations

import random
from collections.abc import Iterator


def several(choices: str) -> list[str]:
    return choices.split("|")


HEROES = several(
    "a fox|a lighthouse keeper|two sisters|an old sailor|a clockmaker|a young dragon|a lost robot|a shy violinist|"
    "a baker|a stray cat|a girl who collects maps|a boy with a kite|a retired detective|a snowman|a bee|a librarian|"
    "a wandering monk|a tailor|an owl|a train driver|a mountain goat|a king without a crown|a gardener|a ghost|"
    "a fisherman|a small turtle|a postwoman|a magician|a family of mice|an astronaut|a carpenter|a blind painter|"
    "a donkey|a princess|a nurse|three brothers|a whale|a potter|a beggar|a ferryman|a student|a wolf|a schoolteacher|"
    "a talking tree|a doctor|a knight|a grandmother|a spider|a miner|a juggler"
)
NEW_HEROES = several("a crow|a cook|a shepherd|a piano tuner|a young witch|a hedgehog|a bus driver|a glassblower")
DEEDS = several(
    "finds a hidden door|learns to be brave|crosses a desert|saves a village from a flood|makes an unlikely friend|"
    "loses something precious|keeps a secret|wins a race|builds a bridge|hears a strange song|gets lost in a forest|"
    "visits the moon|forgives an enemy|discovers an old letter|wants to see the sea|cannot sleep|breaks a promise|"
    "plants a magic seed|comes home after many years|learns the value of patience|meets a stranger in the rain|"
    "repairs an old machine|must choose between two paths|teaches a child to read|waits for the spring"
)
NEW_DEEDS = several("finds a key|climbs a mountain|travels to a distant city|loses a bet|hides a treasure")
PLACES = several(
    "by the sea|in a small village|in a big city|in a dark forest|on a distant island|in the mountains|"
    "in a castle|on a train|in winter|during a storm|in an old library|at night|in the year 2100|on a farm"
)
TOPICS = several(
    "why the sky is blue|how rainbows form|how bees make honey|how a bicycle stays upright|why we dream|"
    "how computers remember things|how vaccines work|what gravity is|how bread rises|why leaves change colour|"
    "how money works|what a black hole is|how the heart works|why the sea is salty|how airplanes fly|"
    "what democracy means|how photosynthesis works|why cats purr|how the internet works|what inflation is|"
    "how mountains form|what a vitamin is|how batteries store energy|why we need sleep|how glass is made|"
    "what causes earthquakes|how the moon causes tides|what recycling does|how a camera works|why birds migrate|"
    "how music affects the mind|what probability means|how rivers shape the land|what DNA is|how soap cleans"
)
NEW_TOPICS = several("how a clock works|why volcanoes erupt|how plants drink water|what a fossil is|how a lens works")
AIMS = several(
    "learning a new language|saving money|sleeping better|preparing for an exam|starting a small garden|"
    "making new friends in a new town|cooking at home|staying focused while working|running a first marathon|"
    "writing a good essay|packing for a trip|giving a speech|learning to draw|keeping a diary|raising a puppy|"
    "finding a job|eating more vegetables|dealing with stress|planning a birthday party|reading more books|"
    "learning to play the guitar|cleaning a messy room|using less plastic|taking better photographs|being on time"
)
NEW_AIMS = several("learning to swim|growing tomatoes|playing chess|moving to a new home|making good coffee")
PEOPLE = several(
    "my landlord|an old friend|my teacher|my grandmother|a company|my neighbour|my boss|the mayor|"
    "a pen friend|my future self|a customer|my sister"
)
REASONS = several(
    "to thank them|to apologise for being late|to ask for a favour|to invite them to a party|"
    "to tell them about my trip|to complain about noise|to ask for advice|"
    "to say goodbye|to congratulate them|to explain a mistake"
)

STORIES = several(
    "Write a short story about {hero} who {deed}.|Tell me a story about {hero} {place}.|"
    "Write a story in which {hero} {deed} {place}.|Write a fairy tale about {hero}.|"
    "Tell a bedtime story about {hero} who {deed}.|Write the beginning of a novel about {hero} who {deed}.|"
    "Tell me about {hero} who {deed} {place}.|Write a funny story about {hero} {place}."
)
OTHERS = several(
    "Explain {topic}.|Explain {topic} to a child.|In a few sentences, tell me {topic}.|Can you tell me {topic}?|"
    "Give me some advice on {aim}.|List five tips for {aim}.|What should I know about {aim}?|"
    "Write a short article about {aim}.|Write a letter to {person} {reason}.|Write a short email to {person} {reason}.|"
    "Describe a walk {place}.|Write a dialogue between {hero} and {hero2}.|Write a short poem about {hero}."
)
STORY_SHARE = 0.55


def questions(seed: int, held_out: bool = False, stories: float = STORY_SHARE) -> Iterator[str]:
    """Without end, without repeats. stories: share of questions for one."""
    draw, asked = random.Random(seed), set[str]()
    heroes, deeds = (NEW_HEROES, NEW_DEEDS) if held_out else (HEROES, DEEDS)
    topics, aims = (NEW_TOPICS, NEW_AIMS) if held_out else (TOPICS, AIMS)
    while True:
        form = draw.choice(STORIES if draw.random() < stories else OTHERS)
        hero, other = draw.sample(heroes, 2)
        question = form.format(
            hero=hero, hero2=other, deed=draw.choice(deeds), place=draw.choice(PLACES), topic=draw.choice(topics),
            aim=draw.choice(aims), person=draw.choice(PEOPLE), reason=draw.choice(REASONS),
        )  # fmt: skip
        if question not in asked:
            asked.add(question)
            yield question
