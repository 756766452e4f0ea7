"""Every option that a live block can carry, declared once: the reader, its errors and the documentation derive from this table.

An option is `name=value` or, for a switch, `name` alone, after the kind of the block: `backpass step=backward-1 select=a`.
"""

import re
from dataclasses import dataclass

from backpass.app.training.presets import PRESETS
from backpass.engine.messages import say

KINDS = ("backpass", "question", "training")

NAME = r"[^\W\d]\w*"
QUANTITY = re.compile(rf"(?:(?P<quantity>grad|value)\((?P<of>{NAME})\)|(?P<name>{NAME}))")
"""What a goal looks at: `grad(x)`, `value(x)` or `x`, which is the same as `value(x)`."""

_NUMBER = r"[-−]?\d+(?:\.\d+)?(?:e-?\d+)?"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of one kind of block."""

    kind: str
    name: str
    meaning: str
    """The sentence of the documentation."""
    pattern: str | None
    """What its value looks like as a whole, as a regular expression; None for a switch, which has no value."""
    example: str
    """The option as an author writes it."""
    several: bool = False
    """Whether it may be given more than once."""

    def accepts(self, value: str) -> bool:
        """Whether a value can be read."""
        return self.pattern is not None and re.fullmatch(self.pattern, value) is not None


def _one_of(*values: str) -> str:
    return "|".join(map(re.escape, values))


def _list_of(*values: str) -> str:
    one = _one_of(*values)
    return f"(?:{one})(?:,(?:{one}))*"


_ANY = r"(?s:.{1,400})"
_QUANTITY = rf"(?:grad|value)\({NAME}\)|{NAME}"

OPTIONS = (
    Option("backpass", "caption", say("lesson-option-backpass-caption"), _ANY, 'caption="A product"'),
    Option("backpass", "continue", say("lesson-option-backpass-continue"), None, "continue"),
    Option(
        "backpass",
        "step",
        say("lesson-option-backpass-step"),
        r"start|end|(?:forward|backward)(?:-\d{1,4})?|\d{1,5}",
        "step=backward-1",
    ),
    Option("backpass", "select", say("lesson-option-backpass-select"), rf"{NAME}|{NAME}->{NAME}", "select=a"),
    Option(
        "backpass",
        "controls",
        say("lesson-option-backpass-controls"),
        _list_of("play", "sliders", "none"),
        "controls=play,sliders",
    ),
    Option("backpass", "hide", say("lesson-option-backpass-hide"), rf"grad|{NAME}\.(?:grad|value)", "hide=b.grad"),
    Option("backpass", "overlay", say("lesson-option-backpass-overlay"), _one_of("none", "health", "roles"), "overlay=roles"),
    Option("backpass", "view", say("lesson-option-backpass-view"), _one_of("graph", "table"), "view=table"),
    Option("backpass", "plot", say("lesson-option-backpass-plot"), rf"{NAME}(?:,{NAME})?", "plot=x"),
    Option("backpass", "rate", say("lesson-option-backpass-rate"), r"0\.(?:0[1-9]|[1-9])\d{0,3}|1", "rate=0.1"),
    Option("backpass", "direction", say("lesson-option-backpass-direction"), _one_of("right", "down"), "direction=down"),
    Option("backpass", "operations", say("lesson-option-backpass-operations"), None, "operations"),
    Option("backpass", "forward", say("lesson-option-backpass-forward"), rf"{NAME}(?:,{NAME})*", "forward=x"),
    Option(
        "backpass",
        "pitfall",
        say("lesson-option-backpass-pitfall"),
        _one_of("overwrite", "leftover", "order", "stretched"),
        "pitfall=overwrite",
    ),
    Option(
        "backpass",
        "ranges",
        say("lesson-option-backpass-ranges"),
        rf"{NAME}:{_NUMBER},{_NUMBER},{_NUMBER}(?:;{NAME}:{_NUMBER},{_NUMBER},{_NUMBER})*",
        "ranges=x:-3,3,0.1",
    ),
    Option("backpass", "edit", say("lesson-option-backpass-edit"), None, "edit"),
    Option("backpass", "beside", say("lesson-option-backpass-beside"), None, "beside"),
    Option("backpass", "goal", say("lesson-option-backpass-goal"), _QUANTITY, "goal=grad(x)"),
    Option("backpass", "reach", say("lesson-option-backpass-reach"), r".{1,100}", "reach=0"),
    Option("backpass", "within", say("lesson-option-backpass-within"), _NUMBER, "within=0.05"),
    Option("backpass", "below", say("lesson-option-backpass-below"), r".{1,100}", "below=1"),
    Option("backpass", "above", say("lesson-option-backpass-above"), r".{1,100}", "above=4"),
    Option("backpass", "done", say("lesson-option-backpass-done"), _ANY, 'done="That is the lowest point."'),
    Option("question", "kind", say("lesson-option-question-kind"), _one_of("number", "choice"), "kind=number"),
    Option("question", "of", say("lesson-option-question-of"), r".{1,300}", "of=grad(a)"),
    Option("question", "within", say("lesson-option-question-within"), _NUMBER, "within=0.01"),
    Option("question", "hint", say("lesson-option-question-hint"), _ANY, 'hint="a is used twice"', several=True),
    Option("question", "predict", say("lesson-option-question-predict"), None, "predict"),
    Option("training", "caption", say("lesson-option-training-caption"), _ANY, 'caption="Two moons"'),
    Option(
        "training", "preset", say("lesson-option-training-preset"), _one_of(*(preset.name for preset in PRESETS)), "preset=moons"
    ),
    Option("training", "steps", say("lesson-option-training-steps"), r"[1-9]\d{0,3}", "steps=50"),
    Option("training", "show", say("lesson-option-training-show"), _list_of("boundary", "loss"), "show=boundary,loss"),
)

REQUIRED = {"backpass": ("caption",), "question": ("kind",), "training": ("preset", "caption")}
"""Without these a block cannot be understood by everybody: the caption describes the picture to those who do not see it."""


def options_of(kind: str) -> dict[str, Option]:
    """The options of a kind of block by name."""
    return {option.name: option for option in OPTIONS if option.kind == kind}
