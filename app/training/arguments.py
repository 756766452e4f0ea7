"""What `backpass train` may be told. Light to import, since every command of the command line does."""

import argparse
from pathlib import Path
from typing import Any

from app.training.presets import PRESETS


def add_to(commands: Any) -> None:
    """Adds the command to the parser's."""
    parser = commands.add_parser(
        "train",
        help="a model that learns, step by step",
        description="Makes a training run and prints a line for each step. Ends with status 1 where the run runs away.",
        epilog="Runs by name: " + " ".join(f"{preset.name}: {preset.sentence}" for preset in PRESETS),
    )
    parser.add_argument(
        "run",
        help=f"a run by name ({', '.join(preset.name for preset in PRESETS)}), or a file with a request or a checkpoint (JSON)",
    )
    parser.add_argument(
        "--data", metavar="FILE", type=Path, help="learn from this table (CSV) instead; its last column is the target"
    )
    parser.add_argument("--steps", type=int, help="how many steps, counted from the beginning of the run")
    parser.add_argument("--learning-rate", metavar="RATE", type=float, help="another learning rate")
    parser.add_argument("--every", metavar="N", type=int, default=1, help="print every so many steps (default: %(default)s)")
    parser.add_argument(
        "--checkpoint", metavar="FILE", type=Path, help="where to write what is needed to go on, at the end or at Ctrl+C"
    )
    parser.add_argument("--json", action="store_true", help="print each step as a line of JSON, with all numbers")
    parser.set_defaults(command=_train)


def _train(options: argparse.Namespace) -> None:
    from app.training.command import train

    train(options)
