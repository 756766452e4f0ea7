"""An answer to a lesson's question is worth the same to who reads alone and to who is in class: the page and the server agree."""

import json
import random
import shutil
import subprocess
from collections import Counter
from typing import Any

import pytest

from backpass.app.classroom.questions.lesson_questions import asked_in
from backpass.app.classroom.questions.sheets import sheet_of
from backpass.app.lessons.model import Part
from scripts.page import ROOT

COUNT = 2_000


def generated(source: random.Random) -> dict[str, Any]:
    """A question with an answer to it: most numbers are near something that is right, answered to by the author, or a mistake."""
    if source.random() < 0.1:
        data = {"kind": "choice", "right": source.randrange(4), "choices": list("abcd")}
        return {"data": data, "text": str(source.randrange(4))}
    wanted = [source.choice((0.0, 1e-9, 0.5, 3.0, 3.01, -3.0, 1e6, source.uniform(-9, 9))) for _ in range(5)]
    answer, *others = wanted
    data = {
        "kind": "number",
        "answer": answer,
        "within": source.choice((0.0, 0.005 * abs(answer), 0.25)),
        "wrong": others[:2],
        "mistakes": [[value, f"sentence {place}"] for place, value in enumerate([*others[2:], *others[2:]])],
    }
    near = source.choice(wanted)
    text = repr(near * source.choice((1, 1, 1.004, 0.996, 1.0049999, 1.006, 1.02)) + source.choice((0, 0, 1e-10, -2e-9, 0.2)))
    if "e" not in text and len(text.partition(".")[2]) != 3:  # 2,988 can be read in two ways
        text = text.replace("-", source.choice("-−")).replace(".", source.choice(".,"))
    return {"data": data, "text": text}


def test_the_page_and_the_server_mark_two_thousand_answers_alike() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    source = random.Random(4)
    cases = [generated(source) for _ in range(COUNT)]
    made = subprocess.run(
        [node, "tests/contract/marking.mjs"], cwd=ROOT, input=json.dumps(cases), capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    seen: Counter[str] = Counter()
    for case, page in zip(cases, json.loads(made.stdout), strict=True):
        asked = asked_in(Part("question", "", 1, case["data"]))
        worth = sheet_of(asked.body, asked.expected.model_dump_json(), "lesson").mark_typed(case["text"])
        assert (worth.correct, worth.thought, worth.misconception) == (page["right"], page["thought"], page["sentence"]), case
        seen[page["thought"] + (page["sentence"] or "")] += 1
    assert min(seen[kind] for kind in ("right", "wrong", "wrong-0", "wrong-1", "wrongsentence 0")) > 50
