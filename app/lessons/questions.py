"""What the page mounts for a question: the right answer, computed by the engine, and the thought behind each wrong one.

The body of a question is Markdown. Its list has the answers: a box `[x]` marks a right one, `[ ]` a wrong one; in a question for
a number, a wrong answer is an expression between backticks. A list below an answer has the answer to it.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from backpass.app.lessons.blocks import BlockError
from backpass.app.lessons.figures import FigureError, figure
from backpass.app.lessons.info_strings import Options
from backpass.engine.messages import kept, say

_RIGHT, _WRONG = ("[x] ", "[X] "), "[ ] "
_USUAL_TOLERANCE = 0.005
"""Of the number itself: half a percent, as in the page's own exercises."""
_LONGEST = 12
"""Choices of a question."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One entry of a question's list."""

    html: str
    is_right: bool
    expression: str | None
    thought: str
    """HTML of the answer to it; empty where the author wrote none."""
    words: str = ""
    """The answer without marks."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is shown and marked."""

    html: str
    data: dict[str, Any]
    thoughts: dict[str, str]
    figures: int


def question_block(markdown: MarkdownIt, body: str, options: Options, program: str, env: dict[str, Any]) -> Question:
    """Reads the body of a `question` block about the program before it. Raises BlockError."""
    tree = SyntaxTreeNode(markdown.parse(body, env))
    lists = [node for node in tree.children if node.type == "bullet_list"]
    text = "".join(_render(markdown, node, env) for node in tree.children if node not in lists)
    if not text:
        raise BlockError(say("lesson-question-empty"), say("lesson-question-empty.hint"))
    answers = [_answer(markdown, item, env) for each in lists for item in each.children]
    given = {name: values[0] for name, values in options.items()}
    make = _choice if given["kind"] == "choice" else _number
    made = make(answers, given, program)
    made.data["kind"] = given["kind"]
    return replace(made, html=f'<div class="question-text">{text}</div>{made.html}')


def _render(markdown: MarkdownIt, node: SyntaxTreeNode, env: dict[str, Any]) -> str:
    return str(markdown.renderer.render(node.to_tokens(), markdown.options, env))


def _answer(markdown: MarkdownIt, item: SyntaxTreeNode, env: dict[str, Any]) -> Answer:
    lead, *rest = item.children
    inline = lead.children[0] if lead.children else None
    if inline is None or inline.type != "inline" or not inline.children:
        raise BlockError(say("lesson-answer-empty"), say("lesson-answer.hint"))
    thought = "".join(_render(markdown, each, env) for node in rest for entry in node.children for each in entry.children)
    first = inline.children[0]
    if first.type == "code_inline":
        return Answer("", is_right=False, expression=first.content, thought=thought)
    is_right = first.content.startswith(_RIGHT)
    if not is_right and not first.content.startswith(_WRONG):
        raise BlockError(say("lesson-answer-unmarked", answer=first.content[:60]), say("lesson-answer.hint"))
    tokens = inline.to_tokens()
    assert tokens[0].children
    tokens[0].children[0].content = first.content[len(_WRONG) :]
    words = "".join(each.content for each in tokens[0].children)
    return Answer(str(markdown.renderer.render(tokens, markdown.options, env)), is_right, None, thought, words)


def _choice(answers: list[Answer], given: dict[str, str], program: str) -> Question:  # noqa: ARG001 (as _number)
    if not 2 <= len(answers) <= _LONGEST or any(each.expression is not None for each in answers):
        raise BlockError(say("lesson-choice-count", longest=_LONGEST), say("lesson-answer.hint"))
    right = [place for place, each in enumerate(answers) if each.is_right]
    if len(right) != 1:
        raise BlockError(say("lesson-choice-right", count=len(right)), say("lesson-answer.hint"))
    if "of" in given:
        raise BlockError(say("lesson-choice-of"), say("lesson-choice-of.hint"), "of")
    shown = "".join(
        f'<label class="choice"><input type="radio" name="choice" value="{place}"><span>{each.html}</span></label>'
        for place, each in enumerate(answers)
    )
    html = f'<fieldset class="choices"><legend class="unseen">{say("lesson-choose")}</legend>{shown}</fieldset>'
    data = {"right": right[0], "choices": [each.words for each in answers]}
    return Question(html, data, {str(place): each.thought for place, each in enumerate(answers) if each.thought}, 0)


def _number(answers: list[Answer], given: dict[str, str], program: str) -> Question:
    if "of" not in given:
        raise BlockError(say("lesson-number-of"), say("lesson-number-of.hint"), "kind")
    right, mistakes = _figured(program, given["of"], "of")
    thoughts: dict[str, str] = {}
    own: list[float] = []
    for each in answers:
        if each.is_right:
            if each.thought:
                thoughts["right"] = thoughts.get("right", "") + each.thought
            continue
        if each.expression is None:
            raise BlockError(say("lesson-number-choice"), say("lesson-number-choice.hint"))
        value, _ = _figured(program, each.expression, None)
        if math.isclose(value, right, rel_tol=1e-9, abs_tol=1e-12):
            raise BlockError(say("lesson-wrong-is-right", expression=each.expression), say("lesson-wrong-is-right.hint"))
        if each.thought:
            thoughts[f"wrong-{len(own)}"] = each.thought
        own.append(value)
    share = float(given["within"].replace("−", "-")) if "within" in given else abs(right) * _USUAL_TOLERANCE
    known = [
        [value, kept(sentence)]
        for value, sentence in mistakes
        if math.isfinite(value) and abs(value - right) > max(share, 1e-9) and all(abs(value - each) > 1e-9 for each in own)
    ]
    return Question("", {"answer": right, "within": share, "wrong": own, "mistakes": known}, thoughts, 1 + len(own))


def _figured(program: str, expression: str, option: str | None) -> tuple[float, tuple[Any, ...]]:
    try:
        found = figure(program, expression)
    except FigureError as error:
        raise BlockError(
            say("lesson-no-figure", expression=expression, error=str(error)), say("lesson-figure.hint"), option
        ) from None
    value = found.value
    if not isinstance(value, float) or not math.isfinite(value):
        raise BlockError(say("lesson-not-a-number", expression=expression), say("lesson-figure.hint"), option)
    return value, found.mistakes
