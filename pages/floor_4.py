"""Floor 4: pencil first."""

from tower.ui import shell
from tower.ui.floors import floor_4

shell.leave_auto_mode()

floor_4.show()
