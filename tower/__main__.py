"""`python -m tower …`: the command line. Everything is in `tower.cli`."""

from __future__ import annotations

import sys

from tower.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
