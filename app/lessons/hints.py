"""The hint of a question without any of its author's: where to look next, by what is asked. It never gives the number."""

import re

from backpass.app.lessons.figures import GRADIENT, users_of
from backpass.app.lessons.options import NAME
from backpass.engine.messages import in_language, say

_WHOLE_GRADIENT = re.compile(rf"grad\(({NAME})\)(?:\[\d+\])*")
_ONE_NAME = re.compile(rf"({NAME})(?:\[\d+\])*")
_ANY_NAME = re.compile(NAME)


def derived_hint(program: str, expression: str) -> str:
    """What to look at for the number of an expression about a program, in the language of the context.

    A gradient comes from the uses of its node, by the rule of the operation there; a value from the lines before it; a formula
    with gradients in it from those; any other formula from the numbers in it.
    """
    text = expression.strip()
    if asked := _WHOLE_GRADIENT.fullmatch(text):
        return _of_gradient(program, asked[1])
    if named := _ONE_NAME.fullmatch(text):
        return say("lesson-hint-value", name=named[1])
    if gradient := GRADIENT.search(text):
        return say("lesson-hint-from-gradient", name=gradient[1])
    return say("lesson-hint-put-in" if _ANY_NAME.search(text) else "lesson-hint-step-by-step")


def _of_gradient(program: str, name: str) -> str:
    users = users_of(program, name)
    if users is None:
        return say("lesson-hint-unused", name=name)
    if not users:
        return say("lesson-hint-output", name=name)
    if len(users) > 1:
        return say("lesson-hint-uses", name=name, count=len(users))
    operation = users[0].operation
    why = in_language(operation.why) if operation else ""
    return f"{say('lesson-hint-one-use', name=name)} {why}".strip()
