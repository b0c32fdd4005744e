"""Make sure that a Chromium is at hand for the browser tests: one on the PATH, else Debian's, else Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def main() -> None:
    if shutil.which("chromium"):
        return
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        packages = ["chromium", "fonts-noto-cjk"]
        subprocess.run(["apt-get", "install", "-y", "-qq", *packages], check=True, env=environment)
        return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    main()
