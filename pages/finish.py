"""The page after the seventh floor: what was learned, and where to go from here."""

from tower.ui import shell
from tower.ui.floors import finish

shell.leave_auto_mode()

finish.show()
