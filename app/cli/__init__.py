"""The command line, `backpass`."""

from app.cli.commands import main

__all__ = ["main"]
