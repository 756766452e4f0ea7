"""What is asked of a tool that integrates, solves or draws: refused by name in one sentence, with the derivative offered instead.

Knows characters only.
"""

import re

from backpass.engine.language.pasted_text.other_languages import LONGEST
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

_LINE = re.compile(
    r"^[ \t]*(?:(?:please|what is|find|compute|calculate|show me)[ \t]+)?(?:the[ \t]+)?(?:"
    r"(?P<integrate>integrate\b|(?:definite |indefinite )?integral\b(?:[ \t]+of\b)?|antiderivative\b(?:[ \t]+of\b)?|∫)"
    r"|(?P<solve>solve\b(?:[ \t]+for\b)?|roots?[ \t]+of\b|zeros?[ \t]+of\b)"
    r"|(?P<plot>(?:plot|graph|draw|sketch)\b)"
    r"|(?P<tangent>tangent(?:[ \t]+line)?\b(?:[ \t]+(?:to|of|at)\b)?)"
    r"|(?P<limit>lim(?:it)?\b(?:[ \t]+of\b)?)"
    r"|(?P<rewrite>(?:factor|expand|simplify)\b)"
    r"|(?P<optimize>(?:maximi[sz]e|minimi[sz]e|argmax|argmin)\b)"
    r")(?P<blank>[ \t]*)(?P<rest>[^\n;]*)",
    re.IGNORECASE | re.MULTILINE,
)
_CALLED = {
    "integrate": "integrate",
    "solve": "solve",
    "nsolve": "solve",
    "limit": "limit",
    "factor": "rewrite",
    "expand": "rewrite",
    "simplify": "rewrite",
}
_SYMPY = re.compile(rf"(?<![\w])({'|'.join(_CALLED)})\(([^,()\n]*(?:\([^()\n]*\)[^,()\n]*)*)")
"""What SymPy is asked for besides derivatives, and the expression."""
_BEHIND = re.compile(r"[ \t]*(?:\bd[a-z][ \t]*$|\b(?:from|at|as|with respect to|for|where)\b.*|,.*|(?<![<>=!])=(?!=).*|[.?]?$)")
_NAMED = re.compile(r"[^\W\d_](?:\([^\W\d_]\))?[ \t]*=[ \t]*(?=[^\d\s])")
"""`y =` before an expression."""
_EQUALS = re.compile(r"(?<![<>=!])==?(?!=)")
_UNKNOWN = re.compile(r"^[^\W\d_][ \t]*(?:[:,]|in\b)")
"""`x:` before the equation that is to be solved for it."""
_EQUATION = re.compile(r"(?:sympy\.|sp\.)?Eq\(([^,]*),([^,]*)\)")
"""SymPy's equation."""
_OTHER = re.compile(r"[=.(\[,:]|[-+*/^%]|\*\*")
"""Behind a name that the program has, and behind no verb."""


def asked_otherwise(text: str) -> Problem | None:
    """The refusal of the first line that asks for something else than values and derivatives; None where there is none."""
    if len(text) > LONGEST:
        return None
    if "sympy" in text and (called := _SYMPY.search(text)):
        key, expression = _KEYS[_CALLED[called[1]]], called[2].strip()
        if sides := _EQUATION.fullmatch(expression):
            expression = _difference(sides[1].strip(), sides[2].strip())
        return Problem(Code.UNSUPPORTED, say(key, text=called[1]), say(f"{key}.hint", expression=expression), called.span(1))
    for found in _LINE.finditer(text):
        kind = found.lastgroup and next(name for name in _KEYS if found[name])
        rest = found["rest"].strip()
        if not kind or not rest or (found[kind] != "∫" and (not found["blank"] or _is_code(rest))):
            continue
        expression = _shown(rest)
        if kind == "solve" and len(parts := _EQUALS.split(_UNKNOWN.sub("", rest), maxsplit=1)) == 2:
            expression = _difference(parts[0].strip(), _shown(parts[1]))
        key = _KEYS[kind]
        return Problem(Code.UNSUPPORTED, say(key, text=found[kind]), say(f"{key}.hint", expression=expression), found.span(kind))
    return None


def _shown(text: str) -> str:
    """The expression that a question is about."""
    return _BEHIND.sub("", _NAMED.sub("", text), count=1).strip() or "x^2"


def _difference(left: str, right: str) -> str:
    """One side of an equation minus the other, which is 0 where the equation holds."""
    if right == "0":
        return left
    return f"{left} - ({right})" if re.search(r"[-+]", right) else f"{left} - {right}"


_KEYS = {
    "integrate": "asked-integrate",
    "solve": "asked-solve",
    "plot": "asked-plot",
    "tangent": "asked-tangent",
    "limit": "asked-limit",
    "rewrite": "asked-rewrite",
    "optimize": "asked-optimize",
}
"""By group of the pattern, the key of the message."""


def _is_code(rest: str) -> bool:
    """Whether what follows shows that the word is a name: `plot = 3`, `limit * x`, `graph.nodes`."""
    return _OTHER.match(rest) is not None and not re.match(r"\([^()]*\)[^\s]|\((?:[^()]|\([^()]*\))*\)[ \t]*\S", rest)
