"""Methods of PyTorch's tensors that are written for programs, called through the language: one implementation for both.

The rows of `language_methods.tsv` say which, what `help` says of each, and an example. Nothing of the language is imported before
one of them is called. Where NumPy's arrays have a method of the same name that does something else, a call that may mean
either is refused.
"""

from collections.abc import Callable
from dataclasses import replace
from inspect import Signature
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.library.binding import CallError, refused
from backpass.engine.library.docstrings import method_documentation
from backpass.engine.library.shape_methods import ValuesAndIndices
from backpass.engine.library.signatures import of_text
from backpass.engine.messages import say
from backpass.engine.problems import Code, ProblemError

TABLE_FILE = Path(__file__).with_name("language_methods.tsv")
"""A line per method: name, signature, summary, inputs of the example, call, result."""

_PLACES = frozenset({"argsort", "argwhere", "bincount", "count_nonzero", "nonzero"})
"""Methods whose results are places and counts: whole numbers of NumPy, as of `argmax`."""


class _TwoWays(NamedTuple):
    """A call that NumPy and PyTorch read in two ways."""

    numpy: str
    """What to write for NumPy's."""
    pytorch: str
    clear: frozenset[str] = frozenset()
    """Arguments that only PyTorch's has, so that a call with one of them is understood."""


TWO_WAYS = {
    "repeat": _TwoWays("repeat_interleave(2, dim=0)", "tile(2, 2)"),
    "sort": _TwoWays("sort(dim=-1).values", "sort(dim=-1)", frozenset({"dim", "descending", "stable"})),
    "nonzero": _TwoWays("argwhere().T", "argwhere()"),
}
"""Copies of elements or of the whole, sorted in place or not, places by axis or by element."""


def _method(name: str, signature: Signature, documentation: str) -> Callable[..., Any]:
    def made(self: Tensor, *arguments: Any, **keywords: Any) -> Any:
        ways = TWO_WAYS.get(name)
        if ways is not None and ways.clear.isdisjoint(keywords):
            raise refused(
                say("method-read-two-ways", call=f"{name}(…)"),
                say("method-read-two-ways.hint", numpy=ways.numpy, pytorch=ways.pytorch),
            )
        return _called(name, self, arguments, keywords)

    made.__name__ = made.__qualname__ = name
    made.__module__ = "backpass"
    made.__doc__ = documentation
    made.__signature__ = signature  # type: ignore[attr-defined]
    return made


def _called(name: str, self: Tensor, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    from backpass.engine.interpreter.library_calls import call_method  # so that `import engine` need not wait for the language

    before = Tensor(0.0).number
    try:
        found = call_method(name, self, [*map(_item, arguments)], {key: _item(each) for key, each in keywords.items()})
    except ProblemError as error:
        # The call stands in no text, so there is no place to be marked.
        problems = [replace(each, span=None) for each in error.problems]
        raise (CallError if problems[0].code is Code.ARGUMENT_COUNT else ProblemError)(problems) from None
    weights = keywords.get("weights", arguments[0] if arguments else None)
    return _result(found, before, is_place=name in _PLACES and (name != "bincount" or weights is None))


def _item(value: Any) -> Any:
    """An argument as the language takes it."""
    if isinstance(value, np.ndarray):
        return Tensor(value, requires_grad=False)
    if isinstance(value, np.generic):
        return value.item()
    return [*map(_item, value)] if isinstance(value, list) else value


def _result(found: Any, before: float, *, is_place: bool) -> Any:
    """What the language gave, as the library gives it."""
    if isinstance(found, Tensor):
        _forget_places(found, before)
        return _whole(found) if is_place else found
    if isinstance(found, tuple) and hasattr(found, "indices"):
        values, indices = found
        _forget_places(values, before)
        return ValuesAndIndices(values, _whole(indices))
    if isinstance(found, tuple | list):
        parts = [_result(each, before, is_place=is_place) for each in found]
        return type(found)(*parts) if hasattr(found, "_fields") else type(found)(parts)
    return found


def _whole(found: Tensor) -> Any:
    """Whole numbers as NumPy has them."""
    numbers = np.asarray(found.raw).astype(np.int64)
    return numbers if numbers.ndim else int(numbers)


def _forget_places(found: Tensor, before: float) -> None:
    """The nodes of the call have no place in a text."""
    waiting = [found]
    for each in waiting:
        if each.number > before and each.span is not None:
            each.span = None
            waiting += each.inputs


def _rows() -> dict[str, list[str]]:
    lines = TABLE_FILE.read_text(encoding="utf-8").splitlines()
    return {name: rest for name, *rest in (line.split("\t") for line in lines)}


def _made(name: str, taken: str, summary: str, *example: str) -> Callable[..., Any]:
    signature = of_text(taken)
    inputs, call, result = example
    shown = f">>> {inputs}\n>>> {call}\n{result.replace('CallError', chr(10) + 'CallError: refused')}"
    return _method(name, signature, method_documentation(name, signature, summary, shown))


METHODS = {name: _made(name, *row) for name, row in _rows().items()}
