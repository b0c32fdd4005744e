"""Teacher's desk: a page as a link for a class, and class rooms."""

from tower.ui import shell
from tower.ui.desk import room

shell.leave_auto_mode()

room.show()
