"""How much a class room may hold and how fast it may be asked. Knows no store."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """rooms: at once. opened, within: rooms newly opened in so many seconds. members: of a room. batches, batch: how
    often a member may draw in one turn, and how many slips at most each time. pause: seconds between two writes of a
    member. idle, life: seconds after which a room is gone, since anything was done in it and since it was opened."""

    rooms: int = 200
    opened: int = 30
    within: float = 600.0
    members: int = 300
    batches: int = 60
    batch: int = 50
    pause: float = 0.25
    idle: float = 6 * 3600.0
    life: float = 24 * 3600.0


PRIVATE = Limits()
PUBLIC = Limits(rooms=60, opened=6, members=120, batches=40, idle=2 * 3600.0, life=6 * 3600.0)
