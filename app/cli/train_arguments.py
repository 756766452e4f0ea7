"""The options of `backpass train`. Light to import, since every command of the command line does."""

import argparse
from pathlib import Path
from typing import Any

from backpass.app.cli.server_packages import needed_by
from backpass.app.training.presets import PRESETS
from backpass.engine.messages import in_language, say


def add_to(commands: Any) -> None:
    """Adds the command to the parser's."""
    parser = commands.add_parser(
        "train",
        help=say("cli-train"),
        description=say("cli-train.description"),
        epilog=say("cli-runs-by-name") + " ".join(f"{preset.name}: {in_language(preset.sentence)}" for preset in PRESETS),
    )
    parser.add_argument(
        "run",
        help=say("cli-runs-by-name.run", presets=", ".join(preset.name for preset in PRESETS)),
    )
    parser.add_argument("--data", metavar="FILE", type=Path, help=say("cli-runs-by-name.data"))
    parser.add_argument("--steps", type=int, help=say("cli-runs-by-name.steps"))
    parser.add_argument("--learning-rate", metavar="RATE", type=float, help=say("cli-runs-by-name.rate"))
    parser.add_argument("--every", metavar="N", type=int, default=1, help=say("cli-runs-by-name.every"))
    parser.add_argument("--checkpoint", metavar="FILE", type=Path, help=say("cli-runs-by-name.checkpoint"))
    parser.add_argument("--json", action="store_true", help=say("cli-runs-by-name.json"))
    parser.set_defaults(command=_train)


def _train(options: argparse.Namespace) -> None:
    with needed_by("backpass train"):
        from backpass.app.cli.train_command import train

    train(options)
