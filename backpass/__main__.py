"""`python -m backpass`: the command line."""

import sys

from backpass.app.cli import main

sys.exit(main())
