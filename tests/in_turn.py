"""One test of many cases that take a millisecond each: as many tests take longer to collect, in each worker, than to run."""

import contextlib
import inspect
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

Test = Callable[..., None]


@contextlib.contextmanager
def usual_dtype() -> Iterator[None]:
    """What PyTorch runs within may set its default dtype, which is not for what comes after it in the same process."""
    torch = sys.modules.get("torch")
    before = torch.get_default_dtype() if torch else None
    try:
        yield
    finally:
        torch = sys.modules.get("torch")
        if torch:
            torch.set_default_dtype(before or torch.float32)


def in_turn(names: str, values: Iterable[Any], ids: Callable[[Any], str] = str) -> Callable[[Test], Test]:
    """Stands where `pytest.mark.parametrize` may stand, also above itself. All cases run; one that fails is reported by its ids.

    What a test does to its fixtures it does for all cases. `-k` knows a test by the ids of its cases, and takes all of them.
    """
    named = [name.strip() for name in names.split(",")]
    axis = [(dict(zip(named, value if len(named) > 1 else [value], strict=True)), ids(value)) for value in values]
    assert axis, "no case is left to test"

    def decorate(test: Test) -> Test:
        function, below = getattr(test, "_cases", (test, []))
        axes = [axis, *below]

        def tried(*, subtests: pytest.Subtests, **fixtures: Any) -> None:
            for chosen in itertools.product(*axes):
                given = {name: value for values, _ in chosen for name, value in values.items()}
                try:
                    with usual_dtype():
                        function(**given, **fixtures)
                except (Exception, pytest.fail.Exception, pytest.skip.Exception):
                    with subtests.test("-".join(label for _, label in chosen)):  # a report of each that passes takes longer
                        raise

        given = {name for each_axis in axes for name in each_axis[0][0]}
        fixtures = [parameter for name, parameter in inspect.signature(function).parameters.items() if name not in given]
        subtests = inspect.Parameter("subtests", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        vars(tried).update(dict.fromkeys(label for each_axis in axes for _, label in each_axis))
        about = {name: getattr(function, name) for name in ("__name__", "__qualname__", "__module__", "__doc__")}
        for name, value in {
            **about,
            "__signature__": inspect.Signature([*fixtures, subtests]),
            "_cases": (function, axes),
            "pytestmark": [*getattr(test, "pytestmark", [])],
        }.items():
            setattr(tried, name, value)
        return tried

    return decorate
