"""Hostile programs: nothing escapes, and each ends in bounded time and memory under the limits of the serving process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.plain_python.test_against_python import cases

ATTACKS = {case["name"]: case["program"] for case in cases("attacks.jsonl")}
HARMLESS = {
    "__del__": "x\n",
    "numpy object array": "<class 'numpy.ndarray'>\n",
    "numpy dtype object call": "<built-in function print>\n",
    "T to dtype object": "[<built-in function print> <built-in function len>]\n",
    "float hex": "0x1.0000000000000p+0\n",
    "round huge": "0\n",
    "class shadow dunder reduce": "<__main__.A object>\n",
    "__init_subclass__ kw": "<class '__main__.B'>\n",
    "except ProblemError": "",
    "format precision f": f"1.{'0' * 999}\n",
    "sleep": "",
    "extend own iterator": "",
    "extend own map": "",
    "deepcopy shared": "2\n",
    "round member": "0\n",
    "getattr mro": "1\n",
}
"""Attacks that run to their end, and what they print."""
OF_TENSORS = {
    "T class": "(<class '__main__.Tensor'>, <class '__main__.TensorBase'>, <class 'object'>)\n",
    "T dtype n": "<class 'torch.dtype'>\n",
    "T setattr": "tensor([1., 1.])\n",
    "prelude patch": "tensor([0., 0.])\n",
}
"""The same of those that need tensors."""
OF_OBJECTS = {"numpy object array", "numpy dtype object call", "T to dtype object"}
"""Those that need an array of objects, which no gradient goes through: refused where numbers are remembered."""
MOST_MILLIONS, MOST_MEGABYTES = 12, 300
"""Of multiplications in a loop, which take about a tenth of a second each, and of memory. The longest takes five at rest, and a
half more where other programs share the processor's caches.
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does")
@pytest.mark.parametrize("arguments", [(), ("remembered",)], ids=["plain", "remembered"])
def test_no_attack_escapes_or_takes_long(arguments: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.plain_python.attacks", *arguments],
        input=json.dumps([*ATTACKS.values()]),
        capture_output=True,
        text=True,
        check=True,
        timeout=900,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    harmless = HARMLESS | OF_TENSORS if arguments else HARMLESS
    bad = []
    for name, (how, millions, megabytes) in zip(ATTACKS, json.loads(done.stdout), strict=True):
        ended, _, printed = how.partition(": ")
        is_refused = name not in harmless or (bool(arguments) and name in OF_OBJECTS)
        expected = ended in ("refused", "error") if is_refused else (ended, printed) == ("ok", harmless[name])
        if not expected or millions > MOST_MILLIONS or megabytes > MOST_MEGABYTES:
            bad.append((name, how, millions, megabytes))
    assert not bad
