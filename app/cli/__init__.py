"""The command line, `backpass`."""

from backpass.app.cli.commands import main

__all__ = ["main"]
