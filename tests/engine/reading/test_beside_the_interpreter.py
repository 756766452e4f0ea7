"""Programs that are Python alone, of all texts in the tests: whole answers here and by the interpreter.

Where both refuse, they do it in the same words, which are the interpreter's. The list of what is not equal may only shrink.
"""

import json
from typing import Any

from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.limits import Limits
from backpass.engine.own_engine.detection import defines_engine
from backpass.engine.problems import ProblemError
from backpass.engine.reading.run_as_python import python_source, run_as_python
from backpass.engine.serialization.graph_json import graph_json
from tests.fuzz.corpus import corpus
from tests.golden.test_golden import compact

DIFFERENT = {
    "def counter(start):": "a name is not mentioned",
    "def flat(xs):": "names in generators are not mentioned",
    "a = [1]": "a list that holds itself is shown as CPython shows it",
    "def f(): pass": "members that CPython has are read",
    "class A:": "CPython's: members that it has, classes as it shows them, iteration over objects",
    "def f(): return sorted([[2], [1]])": "lists are sorted, as by CPython",
    "def g(): pass": "whole numbers of more than 308 digits, as CPython has them",
    "def f(x): return 1 + (x*2)/(x - x)": "`ZeroDivisionError`, as in CPython",
    "def f(): return 0": "no note on a list that is its own output",
    "def f(x):": "classes are shown as CPython shows them",
    "from dataclasses import dataclass, field": "members that CPython has are read",
    "from enum import Enum, auto": "methods of enumerations, as in CPython",
    "class A: pass": "`hash`, as in CPython",
    "def shifted(a): return a": "operators on bits, as in CPython",
    "a = np.full_like(np.array([1, 2]), 2.9)": "whole numbers are cut as NumPy cuts them",
    "w, g, last, h = np.array([1.0, -0.3]), np.array([0.5, 0.25]), -9, []": "a note stands at the whole loop",
    "a = np.array([1.0, 2.0])\na[[0, 0]] = 3": "of an element that is written twice, the last counts, as in NumPy",
    "X = np.array([[0.5, 1.2], [1.5, -0.3], [-0.7, 0.8], [2.0, 1.0]])": "constants stand where they are computed with",
}
"""The first lines of programs whose answers are others, after the import of NumPy, and why."""
IMPORT = "import numpy as np\n"
LIMITS = Limits(repetitions=20_000, nodes=20_000, elements=1_000_000)
COMPARED_ELSEWHERE = ("torch", "jax", "autograd")
"""Libraries of which test_tensor_programs.py and test_jax_programs.py compare the programs."""
LEAST = 100
"""Programs that are compared at least, so that none is left out unseen."""


def answer(program: Any, how: Any) -> Any:
    """The whole answer, or what is said in its place; without what it prints of arrays, which is compared with NumPy itself."""
    try:
        made: Run = how(program, limits=LIMITS)
        whole = json.loads(json.dumps(compact(graph_json(made))))
        return whole | {"printed": None} if "numpy" in program.text else whole
    except ProblemError as refused:
        return [(problem.code, problem.message) for problem in refused.problems]


def test_whole_answers_are_those_of_the_interpreter() -> None:
    texts = [text for text in corpus() if python_source(text) is not None and not defines_engine(text)]
    texts = [text for text in texts if not any(library in text for library in COMPARED_ELSEWHERE)]
    assert len(texts) >= LEAST
    different = set()
    for text in texts:
        program = parse(text)
        if answer(program, run) != answer(program, run_as_python):
            begin = f"{text.strip().removeprefix(IMPORT)}\n"
            different.add(next((lines for lines in DIFFERENT if begin.startswith(f"{lines}\n")), text))
    assert different <= DIFFERENT.keys(), different - DIFFERENT.keys()
    assert different >= DIFFERENT.keys(), f"equal now: {DIFFERENT.keys() - different}"
