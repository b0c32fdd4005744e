"""Floor 2: idle gears."""

from tower.ui import shell
from tower.ui.floors import floor_2

shell.leave_auto_mode()

floor_2.show()
