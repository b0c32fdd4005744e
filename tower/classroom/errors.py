"""What can go wrong in a class room, by code; the screen has the words."""

from __future__ import annotations

from tower.decoding.errors import DecodingError


class ClassroomError(DecodingError):
    """Codes: `room-unknown`, `room-secret`, `room-full`, `room-shut`, `room-fast`, `room-enough`, `rooms-many`,
    `room-answer`, `room-question`, `room-member`, `room-tries`, `room-busy`, `rooms-folder`."""

    family = "classroom"
