"""Calls in which factors are written together with a function's name: `xsin(x)` is meant as `x*sin(x)`, not as `sin(x)`."""

import re
from collections.abc import Callable, Collection

from backpass.engine.language.notation.school_names import SCHOOL_NAMES
from backpass.engine.language.syntax_tree import Call
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, Replacement

_DIVIDES = ("/", "^", "**", "%", "@", "÷")
"""Signs behind which it is not known how far a product goes: `1/xsin(x)`."""
_LONGEST = 40
"""Characters of a name that is looked at, and of what is repeated of a call."""


def product_of_function(part: Call, text: str, own: Collection[str], is_value: Callable[[str], bool]) -> Problem | None:
    """What to write for factors that stand together with a function's name; None for a name that is made of no such parts. `own`
    are the functions of the program, and `is_value` says which names have a number.
    """
    if len(part.name) > _LONGEST:
        return None
    for place in range(1, len(part.name)):
        before, function = part.name[:place], _function(part.name[place:], own)
        if function is None:
            continue
        is_letter = place == 1 and before.isalpha() and re.search(rf"(?<![\w.]){before}(?!\w)", text)
        factors = [before] if is_letter else _factors(before, is_value)
        if not factors:
            continue
        product = f"{'*'.join(factors)}*{function}"
        behind = text[part.head[1] : part.span[1]]
        arguments = behind if len(behind) <= _LONGEST and "\n" not in behind else "(…)"
        is_whole = text[slice(*part.head)] == part.name and not text[: part.head[0]].rstrip().endswith(_DIVIDES)
        return Problem(
            Code.UNKNOWN_FUNCTION,
            say("not-a-function", name=part.name),
            say("product-of-function", product=f"{product}{arguments.lstrip()}"),
            part.head,
            replacement=Replacement(part.head, product) if is_whole else None,
        )
    return None


def function_at_end(name: str) -> str | None:
    """The function that a longer name ends with: `sin` of `axsin`. A letter that is typed twice stands before none: `ssin`."""
    ends = (name[place:] for place in range(1, min(len(name), _LONGEST)))
    function = next((rest for rest in ends if _function(rest, ()) is not None), None)
    return None if function is None or name == function[0] + function else function


def _function(name: str, own: Collection[str]) -> str | None:
    """What a function of one value is called here."""
    if name in own:
        return name
    if len(name) < 2:
        return None
    written = SCHOOL_NAMES.get(name, "")
    if written.endswith("({})") and written.removesuffix("({})").isidentifier():
        return written.removesuffix("({})")
    record = OPERATIONS.spellings.get(name)
    return name if record is not None and record.elementwise and record.arity == 1 else None


def _factors(name: str, is_value: Callable[[str], bool]) -> list[str]:
    """The names with a value that a name is made of, the longest first; empty where it is made of others."""
    ways: dict[int, list[str]] = {len(name): []}
    for start in range(len(name) - 1, -1, -1):
        end = next((end for end in range(len(name), start, -1) if end in ways and is_value(name[start:end])), None)
        if end is not None:
            ways[start] = [name[start:end], *ways[end]]
    return ways.get(0, [])
