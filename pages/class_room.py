"""Class room: what students and the projector open."""

from tower.ui import shell
from tower.ui.desk import student

shell.leave_auto_mode()

student.show()
