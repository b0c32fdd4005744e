"""Your own pair: a real model fetched by name, or two models of the visitor's, checked before they are loaded."""

from tower.ui import shell
from tower.ui.own_pair import room

shell.leave_auto_mode()

room.show()
