"""Names without a value that are used as a list or as an object: they are taken as numbers here, and a notebook's earlier cell
has probably set them.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import islice

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError, Span

_OF_LISTS = frozenset({"loop-through", "without-length"})
"""Messages on what is used as a list and is none, whichever name of the statement it is."""
_OF_INDICES = frozenset({"no-parts", "too-many-indices"})
"""Messages on an index of what has no parts."""
_OF_OWNERS = {"no-attribute": "no-attribute.hint", "not-a-function": "look-at-spelling"}
"""Messages on a member of what is an object and is none, with the hint that they have where no operation is like it."""
_NAME_BEFORE = re.compile(r"([^\W\d]\w*)\s*\.\s*\Z")
_NAME_HERE = re.compile(r"([^\W\d]\w*)\s*\[")
_MAX_NAMED = 5
"""Names that a sentence lists."""


def names_listed(names: Iterable[str]) -> str:
    """The first names, and that there are more."""
    shown = [f"`{name}`" for name in islice(names, _MAX_NAMED + 1)]
    return ", ".join([*shown[:_MAX_NAMED], "…"] if len(shown) > _MAX_NAMED else shown)


def of_earlier_cell(error: ProblemError, text: str, assumed: Mapping[str, Span | None]) -> Problem | None:
    """What to say instead, of the names of a statement that have no value, each with its place; None where the error is another.

    A letter with a member is left to the error itself: in a formula it is a number more often than an object.
    """
    for problem in error.problems:
        key = getattr(problem.message, "key", "")
        if key in _OF_LISTS and assumed:
            return _never_set(assumed, "earlier-cell.hint", min(assumed))
        if problem.span is None:
            continue
        if key in _OF_INDICES and (owner := _NAME_HERE.match(text, problem.span[0])) and owner[1] in assumed:
            return _never_set({owner[1]: assumed[owner[1]]}, "earlier-cell.hint", owner[1])
        if key in _OF_OWNERS and getattr(problem.hint, "key", "") == _OF_OWNERS[key]:
            found = _NAME_BEFORE.search(text[: problem.span[0]])
            if found and len(found[1]) > 1 and found[1] in assumed:
                member = text[slice(*problem.span)]
                return _never_set({found[1]: assumed[found[1]]}, "earlier-cell.object", found[1], member)
    return None


def _never_set(assumed: Mapping[str, Span | None], hint: str, name: str, member: str = "") -> Problem:
    names = sorted(assumed)
    message = say("earlier-cell", names=names_listed(names), count=len(names))
    words = {"member": member} if member else {}
    return Problem(Code.UNKNOWN_NAME, message, say(hint, name=name, **words), next(iter(assumed.values())))
