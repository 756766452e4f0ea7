"""What must be said alike in Python, JSON and TypeScript."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from backpass.app.api.endpoints.graphs import Cost, Edge, GraphRequest, GraphResponse, Node, Pass, ReadingModel, Step, Term
from backpass.app.api.gallery.examples import examples_json
from backpass.app.api.operations import misconceptions_json
from backpass.app.evaluation.programs import ProgramRequest
from backpass.app.problems.problem_models import ProblemDocument, ProblemModel
from backpass.engine.explain.misconceptions import QuestionKind
from backpass.engine.operations import How
from backpass.engine.problems import Severity
from backpass.engine.serialization.operation_json import operations_json

TYPES = (Path(__file__).parents[2] / "static" / "src" / "core" / "types.ts").read_text()


WRITTEN_BY_THE_PAGE = {"redactedFrom", "wrongCount"}


NOT_READ = {"dtype", "device", "site", "captured"}
"""Fields of captured graphs, and of programs run as they are, that the page does not read."""


def interface(name: str) -> set[str]:
    """The fields of a TypeScript interface."""
    body = re.search(rf"export interface {name} \{{(.*?)^\}}", TYPES, re.DOTALL | re.MULTILINE)
    assert body, name
    return set(re.findall(r"^  (\w+)\??:", body.group(1), re.MULTILINE))


def union(name: str) -> set[str]:
    """The members of a TypeScript union of strings."""
    body = re.search(rf"export type {name} = ([^;]+);", TYPES)
    assert body, name
    return set(re.findall(r'"([^"]+)"', body.group(1)))


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("GraphNode", Node),
        ("GraphEdge", Edge),
        ("Step", Step),
        ("Graph", GraphResponse),
        ("Problem", ProblemModel),
        ("ProblemDocument", ProblemDocument),
    ],
)
def test_the_page_and_the_server_name_the_same_fields(name: str, model: type[BaseModel]) -> None:
    assert interface(name) - WRITTEN_BY_THE_PAGE == set(model.model_fields) - NOT_READ


def test_the_page_asks_only_what_the_server_reads() -> None:
    assert interface("GraphRequest") == {*ProgramRequest.model_fields, "directions", "reading", "gradient", "run"}
    assert {"directions", "reading", "gradient", "run"} <= set(GraphRequest.model_fields)
    assert interface("Reading") == set(ReadingModel.model_fields)
    assert interface("Term") == set(Term.model_fields)
    assert interface("ForwardPass") == set(Pass.model_fields)
    assert interface("Cost") == set(Cost.model_fields)


def test_operations_misconceptions_and_examples_have_the_fields_the_page_reads() -> None:
    for operation in operations_json():
        assert set(operation) == interface("OperationRecord")
        assert all(set(rule) == interface("OperationRule") for rule in operation["rules"])
    assert all(set(record) == interface("MisconceptionRecord") for record in misconceptions_json())
    assert all(set(example) == interface("Example") for example in examples_json())


def test_enumerations_have_the_same_members() -> None:
    assert union("Asked") == {asked.value for asked in QuestionKind}
    assert union("How") == {how.value for how in How}
    assert union("Severity") == {severity.value for severity in Severity}
    assert union("Role") == set(Node.model_fields["role"].annotation.__args__)
