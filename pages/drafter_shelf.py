"""Drafter shelf: six ways to guess, one way to check."""

from tower.ui import shell
from tower.ui.shelf import room

shell.leave_auto_mode()

room.show()
