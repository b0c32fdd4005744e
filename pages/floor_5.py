"""Floor 5: thirty back, thirty in."""

from tower.ui import shell
from tower.ui.floors import floor_5

shell.leave_auto_mode()

floor_5.show()
