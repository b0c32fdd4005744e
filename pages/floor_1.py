"""Floor 1: waiting in line."""

from tower.ui import shell
from tower.ui.floors import floor_1

shell.leave_auto_mode()

floor_1.show()
