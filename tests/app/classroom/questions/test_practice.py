"""Practice sets: exercises that are right, nice and everybody's own, and what a class does with them."""

import asyncio
import re
from fractions import Fraction
from itertools import pairwise

import httpx2
import pytest

from backpass.app.classroom.questions.exercise_generator import LEVELS, generate_exercises
from backpass.app.classroom.questions.marking import mark
from backpass.app.classroom.questions.schemas import NumberQuestion
from backpass.engine import backward
from backpass.engine.autodiff.check.gradient_check import Verdict, check
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from tests.classroom import Member, Message, call
from tests.school import Class, School

SEEDS = [f"seed:{number}" for number in range(12)]


@pytest.mark.parametrize("level", LEVELS)
def test_every_exercise_is_right_and_made_of_short_numbers(level: int) -> None:
    for seed in SEEDS:
        for each in generate_exercises(seed, 0, 5, level):
            made = run(parse(each.program))
            assert made.problems == []
            gradients = backward(made.output)
            (checked,) = check(gradients, {each.name: made.inputs[each.name]})[each.name]
            assert checked.verdict is Verdict.AGREES, each.program
            assert checked.autodiff == each.expected.value
            numbers = [tensor.item() for tensor in gradients.tensors] + [value for value in gradients.values if value is not None]
            assert all(isinstance(number, float) and Fraction(number).denominator in {1, 2, 4} for number in numbers)
            assert all(abs(number) <= 60 for number in numbers if isinstance(number, float))


@pytest.mark.parametrize(("level", "operations", "contributions"), [(1, {1}, 1), (2, {2, 3}, 1), (3, {2, 3}, 2)])
def test_a_level_says_how_long_the_chain_is_and_how_many_parts_the_gradient_has(
    level: int, operations: set[int], contributions: int
) -> None:
    for seed in SEEDS:
        for each in generate_exercises(seed, 0, 5, level):
            made = run(parse(each.program))
            gradients = backward(made.output)
            assert sum(tensor.operation is not None for tensor in gradients.tensors) in operations
            arriving = [part for part in gradients.contributions() if part.input is made.inputs[each.name] and part.sent]
            assert len(arriving) == contributions


def test_a_seed_gives_the_same_set_again_and_another_one_another() -> None:
    for level in LEVELS:
        assert generate_exercises("a", 1, 5, level) == generate_exercises("a", 1, 5, level)
        sets = {tuple(each.program for each in generate_exercises(seed, 0, 3, level)) for seed in SEEDS}
        assert len(sets) == len(SEEDS)
        programs = [each.program for each in generate_exercises("long", 0, 20, level)]
        assert len(set(programs)) == 20


@pytest.mark.parametrize("level", LEVELS)
def test_a_class_gets_the_same_operations_with_numbers_of_one_s_own(level: int) -> None:
    ada, bob = (generate_exercises("class", guest, 5, level) for guest in (1, 2))
    assert [re.sub(r"-?\d+", "n", each.program) for each in ada] == [re.sub(r"-?\d+", "n", each.program) for each in bob]
    assert all(one.program != other.program for one, other in zip(ada, bob, strict=True))


@pytest.mark.parametrize("level", LEVELS)
def test_students_beside_one_another_never_begin_with_the_same_exercise(level: int) -> None:
    for seed in SEEDS:
        first = [generate_exercises(seed, guest, 1, level)[0].program for guest in range(30)]
        assert all(one != other for one, other in pairwise(first))
        assert len(set(first)) >= 4


def test_typical_mistakes_of_exercises_are_named() -> None:
    question = NumberQuestion(type="number")
    for seed in SEEDS:
        for each in generate_exercises(seed, 0, 4, 3):
            parts = [
                part.sent
                for part in backward(run(parse(each.program)).output).contributions()
                if part.input.label == each.name and part.sent
            ]
            assert mark(question, each.expected, each.expected.value).correct
            assert all(mark(question, each.expected, float(part)).misconception for part in parts if part != each.expected.value)


def begin(room: Class, count: int = 3, level: int = 1) -> Message:
    path = f"/rooms/{room.code}/practice"
    return call(room.url, "POST", path, {"count": count, "level": level}, token=room.host_token, status=201)


def own(room: Class, member: Member) -> list[Message]:
    listed: list[Message] = call(member.url, "GET", f"/rooms/{room.code}/practice", token=member.token)["exercises"]
    return listed


def give(room: Class, member: Member, number: int, answer: object, status: int = 200) -> Message:
    path = f"/rooms/{room.code}/practice/{number}/answer"
    return call(member.url, "PUT", path, {"answer": answer}, token=member.token, status=status)


def right(exercise: Message) -> float:
    made = run(parse(exercise["program"]))
    value = backward(made.output).of(made.inputs[exercise["name"]])
    assert isinstance(value, float)
    return value


def test_each_student_has_a_set_of_its_own_which_stays_the_same(school: School) -> None:
    async def story(room: Class) -> None:
        ada, bob = await room.guest("Ada"), await room.guest("Bob")
        practice = begin(room)
        assert (await ada.until("changes"))["practice"] == practice
        assert (practice["count"], practice["level"]) == (3, 1)
        first = own(room, ada)
        assert [each["number"] for each in first] == [1, 2, 3]
        assert first[0]["asked"] == f"gradient of {first[0]['name']}"
        for each in first:
            assert backward(run(parse(each["program"])).output).tensors[each["node"]].label == each["name"]
        assert own(room, ada) == first
        assert own(room, bob) != first
        late = await room.guest("Late")
        assert late.snapshot["room"]["practice"] == practice

    school.teach(story)


def test_an_answer_is_marked_at_once_and_may_be_tried_again_until_it_is_right(school: School) -> None:
    async def story(room: Class) -> None:
        host, ada = await room.host(), await room.guest("Ada")
        begin(room)
        exercise = own(room, ada)[0]
        answer = right(exercise)
        wrong = give(room, ada, 1, str(-answer))
        assert (wrong["correct"], wrong["tries"]) == (False, 1)
        assert wrong["misconception"]
        assert give(room, ada, 1, str(-answer))["tries"] == 1, "the same once more: its acknowledgement was lost"
        assert give(room, ada, 1, answer) == {"answer": str(answer).removesuffix(".0"), "stored": True} | {
            "correct": True,
            "misconception": None,
            "tries": 2,
        }
        assert give(room, ada, 1, "99")["correct"], "once right it stays right"
        assert [(each["correct"], each["tries"]) for each in own(room, ada)] == [(True, 2), (False, 0), (False, 0)]
        give(room, ada, 2, right(own(room, ada)[1]))
        guest = str(ada.snapshot["you"]["guest"])
        while (progress := await host.until("practice"))["grid"].get(guest) != "+1.":
            pass
        assert call(room.url, "GET", f"/rooms/{room.code}/practice", token=room.host_token)["grid"] == progress["grid"]
        assert "practice" not in {message["type"] for message in ada.log}
        again = await room.host("another tab")
        assert (await again.until("practice"))["grid"] == progress["grid"]

    school.teach(story)


def test_another_set_ends_the_last_one_and_an_ended_set_takes_no_answers(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        first = begin(room, 1, 3)["practice"]
        own(room, ada)
        second = begin(room, 2, 2)["practice"]
        assert second > first
        give(room, ada, 1, "1", status=404)
        assert len(own(room, ada)) == 2
        call(room.url, "DELETE", f"/rooms/{room.code}/practice", token=room.host_token, status=204)
        assert give(room, ada, 1, "1", status=409)["problems"][0]["code"] == "poll-closed"
        call(room.url, "GET", f"/rooms/{room.code}/practice", token=ada.token, status=409)
        call(room.url, "GET", f"/rooms/{room.code}/practice", token=room.host_token, status=409)

    school.teach(story)


def test_what_cannot_be_is_refused(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        path = f"/rooms/{room.code}/practice"
        for body in ({"count": 0}, {"count": 21}, {"level": 4}, {"levels": 1}):
            call(room.url, "POST", path, body, token=room.host_token, status=400)
        call(room.url, "POST", path, {}, token=ada.token, status=403)
        call(room.url, "DELETE", path, token=ada.token, status=403)
        call(room.url, "GET", path, status=401)
        begin(room)
        own(room, ada)
        assert give(room, ada, 1, "2 3", status=422)["problems"][0]["span"] == [2, 3]
        assert own(room, ada)[0]["tries"] == 0, "what cannot be read is no try"
        give(room, ada, 9, "1", status=404)
        call(room.url, "PUT", f"{path}/1/answer", {"answer": "1"}, token=room.host_token, status=403)

    school.teach(story)


def test_two_tabs_of_a_student_get_the_same_exercises_and_the_results_have_them(school: School) -> None:
    async def story(room: Class) -> None:
        ada = await room.guest("Ada")
        begin(room, 4, 2)
        headers = {"authorization": f"Bearer {ada.token}"}
        async with httpx2.AsyncClient(timeout=30, headers=headers) as client:
            path = f"{room.school.last}/api/v1/rooms/{room.code}/practice"
            first, *others = await asyncio.gather(*(client.get(path) for _ in range(6)))
        assert {answer.text for answer in others} == {first.text}
        exercise = first.json()["exercises"][1]
        give(room, ada, 2, right(exercise))
        results = call(room.url, "GET", f"/rooms/{room.code}/results", token=room.host_token)
        (practised,) = results["practice"]
        assert [each["correct"] for each in practised["answers"]] == [False, True, False, False]
        assert practised["answers"][1]["expected"] == right(exercise)
        table = httpx2.get(
            f"{room.school.last}/api/v1/rooms/{room.code}/results?format=csv",
            headers={"authorization": f"Bearer {room.host_token}"},
        )
        rows = table.text.splitlines()
        assert len(rows) == 5
        assert rows[2].startswith("practice,")
        assert ",Ada," in rows[2]
        assert ",yes,,1," in rows[2]

    school.teach(story)
