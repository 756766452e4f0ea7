"""What an engine is asked, line by line: each an expression of our language at a point, in a section."""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the examination."""

    key: str
    section: str
    """The key of the section's name, such as `exam-operations`."""
    expression: str
    inputs: dict[str, float]
    needs: frozenset[str] = frozenset()
    """What an engine must offer for it to be asked."""
    times: int = 0
    """How often `out = out + 0.001` follows."""
    special: str = ""
    """`again` for a second pass after zeroing, `learn` for a network that is trained."""
    required: bool = True
    """Whether an engine that does not do it is wrong."""
    arrays: dict[str, list[object]] = field(default_factory=dict)
    hidden: bool = False
    """Whether of it only the verdict is shown, so that an engine cannot be written for it."""


def _line(section: str, expression: str, needs: str, **inputs: float) -> Line:
    point = ", ".join(f"{name} = {value:g}" for name, value in inputs.items())
    return Line(f"{expression} at {point}", f"exam-{section}", expression, inputs, frozenset(needs.split()))


_OPERATIONS = [
    _line("operations", "a + b", "+", a=2.0, b=-3.0),
    _line("operations", "a * b", "*", a=2.0, b=-3.0),
    _line("operations", "a - b", "-", a=2.0, b=-3.0),
    _line("operations", "a / b", "/", a=2.0, b=-4.0),
    _line("operations", "-a", "neg", a=1.5),
    _line("operations", "a ** 3", "**", a=-2.0),
    _line("operations", "a ** 0.5", "**", a=4.0),
    _line("operations", "a ** -1", "**", a=2.0),
]
_POINTS = {
    "exp": (-1.0, 0.0, 2.0),
    "log": (0.5, 3.0),
    "tanh": (-2.0, 0.0, 0.5),
    "relu": (-1.5, 2.5),
    "sin": (-1.0, 2.0),
    "cos": (-1.0, 2.0),
    "sigmoid": (-2.0, 0.0, 3.0),
    "sqrt": (0.25, 9.0),
}
_FUNCTIONS = [
    line
    for name, points in _POINTS.items()
    for line in (
        *(_line("functions", f"{name}(a)", name, a=point) for point in points),
        _line("functions", f"{name}(a * b)", f"{name} *", a=0.5, b=1.5),
    )
]
_NUMBERS = [
    _line("numbers", "a + 2", "+", a=3.0),
    _line("numbers", "2 + a", "+", a=3.0),
    _line("numbers", "a * 2", "*", a=3.0),
    _line("numbers", "2 * a", "*", a=3.0),
    _line("numbers", "a - 2", "-", a=3.0),
    _line("numbers", "2 - a", "-", a=3.0),
    _line("numbers", "a / 2", "/", a=3.0),
    _line("numbers", "2 / a", "/", a=4.0),
]
_SHARED = [
    _line("shared", "a + a", "+", a=3.0),
    _line("shared", "a * a", "*", a=3.0),
    _line("shared", "a * a + a", "+ *", a=3.0),
    _line("shared", "(a * b + c) * (a + d)", "+ *", a=2.0, b=3.0, c=4.0, d=5.0),
    _line("shared", "(a * b) * (a * b) + a * b", "+ *", a=2.0, b=-1.5),
    _line("shared", "a * b + (a + b) * (a + (a + b) * b)", "+ *", a=1.5, b=-2.0),
    _line("shared", "tanh(a * b) * a + tanh(a)", "+ * tanh", a=0.5, b=-1.0),
]
_CHAINS = [
    Line("a chain of 50 sums", "exam-chains", "a * b", {"a": 2.0, "b": 3.0}, frozenset("+*"), times=50),
    Line("a chain of 300 sums", "exam-chains", "a * b", {"a": 2.0, "b": 3.0}, frozenset("+*"), times=300),
    Line("a chain of 1,500 sums", "exam-chains", "a * b", {"a": 2.0, "b": 3.0}, frozenset("+*"), times=1_500, required=False),
]
_PASSES = [
    Line("a second pass after zeroing", "exam-passes", "a * b + a", {"a": 2.0, "b": -3.0}, frozenset("+*"), special="again"),
    Line("a network learns", "exam-passes", "", {}, frozenset("+*"), special="learn"),
]
_ARRAYS = [
    *(
        Line(
            f"a {name}",
            "exam-arrays",
            f"{name}(X * b)",
            {},
            frozenset((name, "*")),
            arrays={"X": [[1.0, 2.0], [3.0, -1.0]], "b": [0.5, -2.0]},
        )
        for name in ("sum", "mean")
    ),
    Line(
        "broadcasting of a row",
        "exam-arrays",
        "X * b + b",
        {},
        frozenset("+*"),
        arrays={"X": [[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]], "b": [0.5, -2.0]},
    ),
    Line(
        "a matrix product",
        "exam-arrays",
        "(X @ W) * b",
        {},
        frozenset("@*"),
        arrays={"X": [[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]], "W": [[0.5, 1.0], [-1.5, 2.0]], "b": [0.5, -2.0]},
    ),
]

_HIDDEN_POINTS = {
    name: (0.7 * points[0] + 0.3 * points[-1], 0.2 * points[0] + 0.8 * points[-1]) for name, points in _POINTS.items()
}
"""Between the points that are shown, where each function is defined as well."""
_UNSEEN = [
    _line("hidden", "(a * b - a) / (a + b)", "+ * - /", a=1.25, b=-3.5),
    _line("hidden", "(a + b) ** 3 * a", "+ * **", a=0.75, b=1.5),
    *(
        line
        for name, (first, second) in _HIDDEN_POINTS.items()
        for line in (
            _line("hidden", f"{name}(a) * a + a", f"{name} + *", a=first),
            _line("hidden", f"{name}({name}(a) * {name}(a) + a)", f"{name} + *", a=abs(second) + 1.5),
        )
    ),
]
_HIDDEN = [replace(line, key=f"hidden test {place}", hidden=True) for place, line in enumerate(_UNSEEN, 1)]

LINES: tuple[Line, ...] = (*_OPERATIONS, *_FUNCTIONS, *_NUMBERS, *_SHARED, *_CHAINS, *_PASSES, *_ARRAYS, *_HIDDEN)
"""All that may be asked, in order."""
