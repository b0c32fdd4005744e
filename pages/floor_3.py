"""Floor 3: group rate."""

from tower.ui import shell
from tower.ui.floors import floor_3

shell.leave_auto_mode()

floor_3.show()
