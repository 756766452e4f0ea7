"""What the routes to a derivative are asked, the oracle they are held against, and the account of it."""

import contextlib
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from backpass.engine import OPERATIONS, Operation
from tests.engine.autodiff.high_precision import Undefined, derivative, is_close
from tests.engine.autodiff.routes import ROUTES, Found, NoAnswer, Question

SPECIAL = (0.0, 1.0, -1.0, 2.0)
GENERIC = (0.7, -1.3)
NAMES = "xyz"
RECORDS = [record for record in OPERATIONS.values() if record.elementwise and not record.stops_gradient]
SLOW = {"compiled_batch", "exported_jax", "exported_pytorch"}
"""Routes that compile or trace for each question."""
QUICK = [name for name in ROUTES if name not in SLOW]
_DIGITS = {"exported_pytorch": 1e-8}
"""PyTorch's polygamma, in the third derivative of `lgamma`, has one digit fewer."""


def expression(record: Operation, variant: int) -> str:
    """A call of the record, alone or where its result is used with its inputs."""
    names = list(NAMES[: record.arity])
    symbol = record.notation.infix
    call = f"{record.notation.call or record.name}({', '.join(names)})"
    if symbol:
        call = f"({names[0]} {symbol} {names[1]})" if record.arity == 2 else f"({symbol}{names[0]})"
    return [call, f"{call} * x", f"x * {call} * {call}"][variant]


def call_of(record: Operation, arguments: Sequence[str]) -> str:
    symbol = record.notation.infix
    if symbol:
        return f"({symbol.join(arguments)})" if record.arity > 1 else f"({symbol}{arguments[0]})"
    return f"{record.notation.call or record.name}({', '.join(arguments)})"


def orders(names: str) -> Iterator[dict[str, int]]:
    """All mixed derivatives up to the fourth."""
    for counts in itertools.product(range(5), repeat=len(names)):
        if 1 <= sum(counts) <= 4:
            yield {name: count for name, count in zip(names, counts, strict=True) if count}


def questions(record: Operation) -> Iterator[Question]:
    """At special points and ordinary ones, in an order that tries a little of everything first."""
    names = NAMES[: record.arity]
    points = [dict(zip(names, values, strict=True)) for values in itertools.product((*SPECIAL, *GENERIC), repeat=record.arity)]
    every = [
        Question(expression(record, variant), point, order) for variant in range(3) for point in points for order in orders(names)
    ]
    random.Random(record.name).shuffle(every)
    return iter(every)


def share(record: Operation) -> int:
    """How many questions of it a usual run asks: fewer where the rule is a long series, of which derivatives are longer still."""
    return 1 if max(len(rule.text) for rule in record.rules) > 500 else 5


class Ledger:
    """What was compared, and what went wrong."""

    def __init__(self) -> None:
        self.compared: Counter[str] = Counter()
        self.reported: Counter[str] = Counter()
        self.questions = 0
        self.undefined = 0
        self.wrong: list[str] = []

    def ask(self, question: Question, routes: Iterable[str]) -> None:
        """Holds every route against the oracle."""
        self.questions += 1
        try:
            expected: float | None = derivative(question.text, question.point, question.orders)
        except Undefined:
            expected = None
            self.undefined += 1
        answers = dict(answers_of(question, routes))
        # What has no way to say something cannot be blamed where others say it.
        special = expected is None or any(found.reported for found in answers.values())
        for name, (value, reported) in answers.items():
            digits = _DIGITS.get(name, 1e-9)
            if expected is not None and (is_close(value, expected) or math.isclose(value, expected, rel_tol=digits)):
                self.compared[name] += 1
            elif reported or not math.isfinite(value) or (reported is None and special):
                self.reported[name] += 1
            else:
                self.wrong.append(f"{name}: {question} gives {value}, not {expected}")

    def count(self, record_property: Callable[[str, object], None], what: str) -> None:
        """Lets the run say at its end what was compared."""
        record_property(f"{what}: questions", self.questions)
        record_property(f"{what}: answers compared", self.compared.total())
        record_property(f"{what}: answers that say what is special", self.reported.total())


def answers_of(question: Question, routes: Iterable[str]) -> Iterator[tuple[str, Found]]:
    """What each of the routes that have an answer says."""
    for name in routes:
        with contextlib.suppress(NoAnswer):
            yield name, ROUTES[name](question)
