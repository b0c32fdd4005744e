"""Speed accounts: what it costs, what it gains, and where the difference went."""

from tower.ui import shell
from tower.ui.accounts import room

shell.leave_auto_mode()

room.show()
