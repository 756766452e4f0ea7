"""A class at random against a model of its questions: what is stored, who may know what, and which answer counts as the first."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, precondition, rule, run_state_machine_as_test
from starlette.testclient import TestClient

from tests.app.classroom.test_lesson_class import bearer

CHOICE = {"type": "choice", "choices": ["grows", "shrinks", "stays"], "correct": [1], "prompt": "Which?"}
STATES = ("open", "discuss", "closed", "revealed", "over")
PLACES = st.integers(0, 2)


@dataclass
class Given:
    """What a student has answered."""

    last: int
    first: int | None = None
    late: bool = False


@dataclass
class Question:
    """A question as the class knows it."""

    state: str
    round: int = 1
    was_shown: bool = False
    answers: dict[int, Given] = field(default_factory=dict)


class RoomModel(RuleBasedStateMachine):
    """What a teacher and students may do, in any order."""

    client: TestClient
    polls = Bundle("polls")

    def __init__(self) -> None:
        super().__init__()
        opened = self.client.post("/api/v1/rooms", json={"view": {"program": "a=2\nL=a*a"}}).json()
        self.room, self.host = f"/api/v1/rooms/{opened['code']}", opened["host_token"]
        self.students = [self.client.post(f"{self.room}/guests", json={}).json()["token"] for _ in range(2)]
        self.questions: dict[int, Question] = {}
        self.drafts: list[int] = []
        self.stage = "playground"

    def call(self, method: str, path: str, token: str, body: object = None) -> Any:
        return self.client.request(method, f"{self.room}{path}", headers=bearer(token), json=body)

    def put_away(self) -> None:
        for each in self.questions.values():
            each.state = "over"

    @rule(target=polls)
    def ask(self) -> int:
        poll: int = self.call("POST", "/polls", self.host, CHOICE).json()["poll"]
        self.put_away()
        assert poll not in self.questions, "a number is never used again"
        self.questions[poll] = Question("open")
        return poll

    @rule()
    def prepare(self) -> None:
        self.drafts.append(self.call("POST", "/polls?draft=true", self.host, CHOICE).json()["poll"])

    @precondition(lambda self: self.drafts)
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        poll, place = data.draw(st.sampled_from(self.drafts)), data.draw(st.integers(0, 4))
        assert self.call("PATCH", f"/polls/{poll}", self.host, {"state": "draft", "place": place}).status_code == 200
        self.drafts.remove(poll)
        self.drafts.insert(place, poll)

    @precondition(lambda self: self.drafts)
    @rule(target=polls, data=st.data())
    def open_draft(self, data: st.DataObject) -> int:
        poll = data.draw(st.sampled_from(self.drafts))
        assert self.call("PATCH", f"/polls/{poll}", self.host, {"state": "open"}).status_code == 200
        self.put_away()
        self.drafts.remove(poll)
        self.questions[poll] = Question("open")
        return poll

    @rule(poll=polls, state=st.sampled_from(STATES))
    def change(self, poll: int, state: str) -> None:
        answer = self.call("PATCH", f"/polls/{poll}", self.host, {"state": state})
        assert answer.status_code == 200
        question = self.questions[poll]
        if question.state == "over":
            if state == "over":
                return
            self.put_away()
        elif state != "over":
            others = [each for each in self.questions.values() if each is not question]
            assert all(each.state == "over" for each in others)
        if state == "open" and (question.state in {"discuss", "over"} or question.was_shown):
            question.round = 2
            for given in question.answers.values():
                if given.first is None and not given.late:
                    given.first = given.last
        question.was_shown |= state == "revealed"
        question.state = state

    @rule(poll=polls, student=st.integers(0, 1), place=PLACES)
    def answer(self, poll: int, student: int, place: int) -> None:
        question = self.questions[poll]
        given = question.answers.get(student)
        status = self.call("PUT", f"/polls/{poll}/answer", self.students[student], {"answer": [place]}).status_code
        if question.state != "open":
            assert status == (200 if given and given.last == place else 409)
            return
        assert status == 200
        if given is None:
            question.answers[student] = Given(place, late=question.was_shown)
        elif given.last != place:
            given.last, given.late = place, question.was_shown

    @rule(kind=st.sampled_from(["playground", "studio"]))
    def move_stage(self, kind: str) -> None:
        assert self.call("PUT", "/stage", self.host, {"kind": kind}).json() == {"stage": kind}
        self.stage = kind

    @rule(poll=consumes(polls))
    def delete(self, poll: int) -> None:
        assert self.call("DELETE", f"/polls/{poll}", self.host).status_code == 204
        self.questions.pop(poll)

    @invariant()
    def is_as_the_model_has_it(self) -> None:
        assert [each["poll"] for each in self.call("GET", "/polls?state=draft", self.host).json()["polls"]] == self.drafts
        found = {each["poll"]: each for each in self.call("GET", "/polls", self.host).json()["polls"]}
        assert found.keys() == self.questions.keys()
        for poll, question in self.questions.items():
            assert (found[poll]["state"], found[poll]["round"]) == (question.state, question.round)
            right = sum(given.last == 1 for given in question.answers.values())
            assert (found[poll]["answered"], found[poll]["tally"]["correct"]) == (len(question.answers), right)
        assert sum(question.state != "over" for question in self.questions.values()) <= 1
        assert self.client.get(self.room).json()["stage"] == self.stage

    @invariant()
    def nobody_knows_too_early(self) -> None:
        shown = {each["poll"]: each for each in self.call("GET", "/polls?shown=true", self.host).json()["polls"]}
        for poll, question in self.questions.items():
            is_shown = question.state == "revealed"
            assert ("correct" in shown[poll]["question"], shown[poll]["tally"] is not None) == (is_shown, is_shown)
            for student, token in enumerate(self.students):
                own = self.call("GET", f"/polls/{poll}/answer", token).json()
                given = question.answers.get(student)
                assert own["answer"] == (None if given is None else [given.last])
                assert own["correct"] == (given.last == 1 if given and is_shown else None)

    def teardown(self) -> None:
        results = self.call("GET", "/results", self.host).json()
        assert results["record"] == 2
        for each in results["polls"]:
            kept = {row["guest"] - 1: (row["first"], row["late"]) for row in each["answers"]}
            answers = self.questions[each["poll"]].answers.items()
            assert kept == {student: (None if given.first is None else [given.first], given.late) for student, given in answers}
        self.call("DELETE", "", self.host)


@pytest.mark.parametrize("walks", [8])
def test_a_class_at_random_is_as_its_model(client: TestClient, walks: int) -> None:
    machine = type("Walk", (RoomModel,), {"client": client})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=walks, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck), database=None
        ),
    )
