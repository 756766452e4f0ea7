"""The worked examples of the four teaching engines: one text each, run by Python on the library and typed into the page.

Figures are those of the courses; where a course draws numbers, what it says of the end: accuracy, and how far the loss falls.
"""

import contextlib
import io
import re

import pytest

from backpass.app.api.gallery.examples import COURSES
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Severity
from backpass.engine.serialization.graph_json import gradient_json

PROGRAMS = {course.name: course.program for course in COURSES}
every_course = pytest.mark.parametrize("name", PROGRAMS)


def by_library(program: str) -> list[str]:
    """What Python prints, with the library that it imports."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "course", "exec"), {"__name__": "course"})
    return printed.getvalue().splitlines()


def figures(lines: list[str]) -> list[list[float]]:
    return [[float(number) for number in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", line)] for line in lines]


@every_course
def test_the_page_and_the_library_print_the_same_lines(name: str) -> None:
    typed = run(parse(PROGRAMS[name]))
    assert not [problem for problem in typed.problems if problem.severity is Severity.ERROR]
    assert typed.printed == by_library(PROGRAMS[name])


def test_operation_nodes_descend_a_parabola_and_learn_four_clouds() -> None:
    lines = by_library(PROGRAMS["course-operation-nodes"])
    assert lines[:5] == ["x1 = -1.20000", "x2 = -0.48000", "x3 = -0.91200", "x4 = -0.65280", "x5 = -0.80832"]
    assert figures(lines[5:6])[0][0] < 0.5
    assert figures(lines[-1:])[0][0] > 0.95
    typed = run(parse(PROGRAMS["course-operation-nodes"]))
    names = {tensor.operation.name for _, tensor in typed.made if tensor.operation}
    assert "Multiplication" in names


def test_values_have_the_gradients_of_the_course_and_a_network_learns() -> None:
    lines = by_library(PROGRAMS["course-values"])
    assert lines[:5] == ["6.0", "2.0", "7.0", "0.4621 0.7864", "41"]
    losses = [line[-1] for line in figures(lines[5:10])]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.01
    assert lines[-2:] == ["70.0 6.0 10.0 7.0", "31.0 14.0 7.0 10.0"]
    gradients = gradient_json(run(parse(PROGRAMS["course-values"])), ["a", "b", "c", "d"], 1.0)["gradients"]
    assert gradients == {"a": 31, "b": 14, "c": 7, "d": 10}


def test_a_neuron_and_two_moons_end_as_in_the_course() -> None:
    lines = by_library(PROGRAMS["course-neuron-and-moons"])
    assert lines[0] == "20.0 14.0 0.0"
    assert figures(lines[1:2])[0] == [-8, 6, -4, -2, -2, -2, 4]
    assert lines[2:4] == ["True", "337"]
    assert lines[-2].endswith("loss 0.011, accuracy 100%")
    assert lines[-1] == "0.7071 0.5000 -1.5000 1.0000 0.5000 0.0000"


def test_functions_with_a_context_sum_over_both_paths_and_learn() -> None:
    lines = by_library(PROGRAMS["course-functions"])
    early, late = figures(lines[:1])[0]
    assert late < early / 10
    value, through_both, added = figures(lines[-1:])[0]
    assert (value, through_both) == (3.978303, added)
