"""Floor 6: the bill."""

from tower.ui import shell
from tower.ui.floors import floor_6

shell.leave_auto_mode()

floor_6.show()
