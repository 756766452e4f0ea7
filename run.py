"""The two commands of a fresh machine, with nothing but Python 3.11 or newer:

    python3 run.py                     serve Backpass and print its address
    python3 run.py test                run every check and every test; with arguments, pytest alone with those
    python3 run.py test --quick        a verdict on what changed since the last commit, in about 90 seconds
    python3 run.py test --newest       tests of engine and API in a fresh environment with the newest packages that are admitted
    python3 run.py test --coverage     the tests alone, and which lines of engine, app and page none of them reached

and for those who work on it:

    python3 run.py dev                 serve, and build and load again whatever changes
    python3 run.py fuzz [NAME ...]     look for defects with fuzzers and sweeps, a minute each; --cases, --seconds, --seed
    python3 run.py fuzz planted        put faults into a copy of the program, one at a time, and say which test finds each
    python3 run.py lock                bring requirements.lock to the newest versions that pyproject.toml admits
    python3 run.py release VERSION     write a new version, with the notes of docs/changes in CHANGELOG.md
    python3 run.py docs                bring the tables in docs/ up to date with the records they describe
    python3 run.py bench [NAME ...]    measure; without a name, everything in tests/bench; with --smallest, only see that it runs

Whatever they need goes into `.venv` beside this file, and comes again only when something changed.
Standard library only. This file must parse in old Pythons too, so that it can refuse them; the rest is below scripts/.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a user of an older one should read why it does not work
    sys.exit(
        "Backpass needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ". Try `python3.11 run.py`, or newer."
    )

from scripts.commands import main

sys.exit(main(sys.argv[1:]))
