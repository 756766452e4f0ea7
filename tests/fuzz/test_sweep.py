"""Nothing that a program can hold makes an answer a mistake of ours: every operation, odd values, every endpoint."""

import random
from itertools import islice

import pytest

from backpass.engine import OPERATIONS
from tests.fuzz import library_calls
from tests.fuzz.library_calls import broken_by
from tests.fuzz.requests import Call, Violation, check_sums, checked
from tests.fuzz.sweep import cases_of, share, swept

SEED = 1
SHARE = 202
"""Cases of a usual run: two of each operation."""
PARTS = 7


@pytest.mark.parametrize("part", range(PARTS))
def test_every_operation_answers_or_refuses_at_every_endpoint(part: int) -> None:
    # Every seventh case: the ways to fill inputs come round every four.
    asked, answered, broken = swept(islice(share(SHARE, SEED), part, None, PARTS))
    assert not broken, "\n".join(map(str, broken.values()))
    assert answered > 0.2 * asked, "most are refused, so little is tried"


def test_every_function_of_a_library_answers_or_refuses_odd_arguments() -> None:
    every = list(library_calls.cases())
    chosen = random.Random(SEED).sample(every, len(every) // 10)
    broken = broken_by(chosen)
    assert not broken, "\n".join(map(str, broken.values()))


def test_calls_that_once_broke_are_refused_by_name() -> None:
    for program in (
        "w.inner(axis=0)",
        "w.view_as(axis=0)",
        "w.logical_and(axis=0)",
        "jax.numpy.logical_xor(1, 2, 3)",
        "np.isclose([[54, 5e308, 9]], [5, 2])",
        "np.take([1, 2], 1e400)",
        "np.take([1, 2], 2**70)",
        "torch.gather(1, 0, 1e400)",
        "broadcast_to(v, (10**30, 0))",
        "np.broadcast_to([1.0, 2.0], (2**40, 2**40, 0))",
        "import torch\nv = [0, 0]\nv.norm(v)",
        "np.random.randint(None)",
        "np.random.choice(1, 2, True, 4)",
    ):
        assert checked(Call("graph", {"program": program}))["status"] == 422


def test_every_operation_has_its_cases() -> None:
    assert all(next(cases_of(record), None) is not None for record in OPERATIONS.values())
    assert {case.program for case in share(SHARE, SEED)} != {case.program for case in share(SHARE, SEED + 1)}


def test_a_sum_that_is_wrong_in_the_fifth_digit_is_noticed() -> None:
    call = Call("graph", {"program": "x*x + sum([x, y])*x", "inputs": {"x": 1.5, "y": 2.0}})
    document = checked(call)
    check_sums(document, call)
    document["nodes"][0]["grad"] *= 1.00001
    with pytest.raises(Violation, match="sum"):
        check_sums(document, call)
