"""Gets the servers that some tests start for themselves, Redis, PostgreSQL and Caddy, from Debian where it can without asking.

Never fails: where they are not available, this says so, the tests concerned are skipped and say so too, and all others run.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from scripts import debian

DEBIAN_POSTGRESQL = Path("/usr/lib/postgresql")
"""Debian keeps PostgreSQL's own programs off the PATH."""


def missing() -> list[str]:
    """The Debian packages that would bring what is not there."""
    packages = []
    if shutil.which("redis-server") is None:
        packages.append("redis-server")
    if shutil.which("initdb") is None and not any(DEBIAN_POSTGRESQL.glob("*/bin/initdb")):
        packages.append("postgresql")
    if shutil.which("caddy") is None:
        packages.append("caddy")
    return packages


def main() -> int:
    packages = missing()
    if packages:
        print(f"Getting {' and '.join(packages)} for the tests that start their own ...", flush=True)
        debian.install(*packages)
        packages = missing()
    if packages:
        print(
            f"NOT TESTED HERE: several servers and their proxy, for lack of {' and '.join(packages)}, which cannot be had here.\n"
            f"On Debian and Ubuntu: sudo apt install {' '.join(packages)}"
        )
    else:
        print("Redis, PostgreSQL and Caddy are here.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
