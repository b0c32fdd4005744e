"""Floor 7: frame by frame."""

from tower.ui import shell
from tower.ui.floors import floor_7

shell.leave_auto_mode()

floor_7.show()
