"""Programs that were spoiled at random: whatever is sent, the answer is a result or a refusal, never an accident."""

import random
import re

import orjson
import pytest

from backpass.app.api.endpoints.checks import answer_check
from backpass.app.api.endpoints.derivatives import answer_derivative
from backpass.app.api.endpoints.explanations import answer_explanation
from backpass.app.api.endpoints.gradients import answer_gradient
from backpass.app.api.endpoints.graphs import answer_graph
from backpass.app.api.endpoints.jacobians import answer_jacobian
from backpass.app.api.endpoints.paths import answer_paths
from backpass.app.api.gallery.examples import EXAMPLES
from backpass.app.evaluation.answer import AnswerFunction
from backpass.engine import Limits
from scripts.page import ROOT

CODE_IN_DOCUMENTS = re.compile(r"```(?:python|text)?\n(.*?)```", re.DOTALL)
WHOLE = [example.program for example in EXAMPLES] + CODE_IN_DOCUMENTS.findall((ROOT / "docs" / "language.md").read_text())
WORDS = """
( ) [ ] { } : = == += * ** // % @ - . .. ... , ; 0 -1 1e999 9**9**9 nan 'a' " x self. None True f'{x}' |x| ² × π 😀 # \\frac{1}{x}
if else while:True lambda:0 return del range( sum( print( zip( max( torch. np. [0] [-1] [1:] [::2] *args **k a=[];a.append(a)
"""
LINES = ("\n", "\n    ", "\t", "for i in range(3):\n    ", "def f(x):\n    ", "class A:\n    ", "with torch.no_grad():\n    ")
PIECES = (*WORDS.split(), *LINES)
LIMITS = Limits(nodes=2_000, repetitions=2_000, evaluations=10_000, elements=20_000, printed=2_000)


def spoiled(chance: random.Random) -> str:
    """A program of ours with one to four pieces put in, cut out, repeated, or taken from another."""
    text = chance.choice(WHOLE)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text) + 1)
        how = chance.random()
        if how < 0.4:
            text = text[:place] + chance.choice(PIECES) + text[place:]
        elif how < 0.65:
            text = text[:place] + text[place + chance.randint(1, 12) :]
        elif how < 0.8:
            lines = text.split("\n")
            lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
            text = "\n".join(lines)
        else:
            other = chance.choice(WHOLE)
            start = chance.randrange(len(other))
            text = text[:place] + other[start : start + chance.randint(1, 30)] + text[place:]
    return text


ASKED: dict[AnswerFunction, dict[str, object]] = {
    answer_graph: {},
    answer_gradient: {"order": 2},
    answer_jacobian: {},
    answer_check: {},
    answer_derivative: {},
    answer_explanation: {},
    answer_paths: {},
}


@pytest.mark.parametrize("answer", ASKED, ids=lambda each: each.__name__)
def test_a_spoiled_program_is_computed_or_refused_with_a_reason(answer: AnswerFunction) -> None:
    chance = random.Random(answer.__name__)
    for _ in range(200):
        program = spoiled(chance)
        status, body, *_ = answer(orjson.dumps({"program": program, **ASKED[answer]}), LIMITS)
        content = orjson.loads(body)
        assert status == 200 or (status in (400, 413, 422) and content["problems"][0]["message"]), program


@pytest.mark.parametrize("text", ["a = 2,\na*3", "x = ,1", "x = 1,,2", "a, b = 1,", "x = 1, ,"])
def test_a_comma_too_many_is_explained(text: str) -> None:
    status, body, *_ = answer_graph(orjson.dumps({"program": text}), LIMITS)
    problem = orjson.loads(body)["problems"][0]
    assert status == 422
    assert re.search("comma|names", problem["message"] + problem["hint"])
    assert problem["span"]


def test_a_decimal_comma_outside_of_a_call_is_explained() -> None:
    status, body, *_ = answer_graph(orjson.dumps({"program": "x = 2,5\ny = x**2"}), LIMITS)
    problem = orjson.loads(body)["problems"][0]
    assert status == 422
    assert "separated by commas" in problem["message"]
    assert "Write decimals with a point" in problem["hint"]
