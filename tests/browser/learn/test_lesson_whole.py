"""A whole lesson in class: a teacher and five students, together and at their own pace, while the server is killed once."""

import csv
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.lesson_class import Open, answer, choose, count, join, mark, send_choice, teach_text
from tests.lessons import small_lesson
from tests.servers import Server

LESSON = small_lesson(
    "A whole lesson",
    "Guess",
    """```question kind=number of=grad(a) predict
What is the gradient of `a`?
```

Behind the prediction.

## Compare

```question kind=choice
What does a product send to its first input?

- [ ] the first input
- [x] the other input
```

## Go on

```question kind=number of=grad(b)
What is the gradient of `b`?
```

## The end

That is all.
""",
    summary="Guess, compare, go on, practise.",
)

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve")
GUESSES = ("5", "5", "2", "5", "7")
BACK = 30_000
"""How long pages may take to come back after the server has, in milliseconds."""


def bar(page: Page, name: str) -> None:
    page.locator(".class-bar").get_by_role("button", name=name).click()


def expect_marks(teacher: Page, *marks: str, timeout: int = 15_000) -> None:
    """The marks of each student, one behind the other."""
    rows = teacher.locator(".class-grid tbody tr")
    expect(rows).to_have_count(len(marks))
    for row, wanted in zip(rows.all(), marks, strict=True):
        expect(row.locator("td.is-right, td.is-wrong")).to_have_text(wanted.split(), timeout=timeout)


def test_a_class_of_five_goes_through_a_whole_lesson_over_a_server_that_is_killed(open_page: Open, tmp_path: Path) -> None:
    server = Server(tmp_path / "log.txt")
    options = {"base_url": server.url, "may_fail": "net::ERR_"}
    try:
        server.start()
        teacher, code = teach_text(open_page, LESSON, **options)
        students = [join(open_page, code, name, **options) for name in NAMES]
        together(teacher, students)
        killed_between(server, teacher, students)
        at_their_own_pace(teacher, students)
        back_together(teacher, students)
    finally:
        server.stop()


def together(teacher: Page, students: list[Page]) -> None:
    """Everybody guesses on the first page; the teacher shows the distribution, and goes on."""
    for student, guess in zip(students, GUESSES, strict=True):
        expect(student.get_by_text("Behind the prediction.")).to_be_hidden()
        answer(student, guess)
        expect(student.get_by_text("Behind the prediction.")).to_be_visible()
    expect_marks(teacher, "✓", "✓", "✗", "✓", "✗")
    teacher.get_by_role("button", name=re.compile("^Question 1")).click()
    teacher.get_by_role("button", name="Show to all").click()
    for student in students:
        expect(student.locator(".class-tally .class-group .class-count")).to_have_text(["3", "1", "1"])
    bar(teacher, "Next")
    for student in students:
        count(student, 2)


def killed_between(server: Server, teacher: Page, students: list[Page]) -> None:
    """Two have answered when the server is killed; a third answers while it is away, and finds it stored afterwards."""
    ada, bob, cleo, dan, eve = students
    choose(ada, 1)
    choose(bob, 0)
    expect_marks(teacher, "✓ ✓", "✓ ✗", "✗", "✓", "✗")
    server.kill()
    send_choice(cleo, 1)
    expect(cleo.locator(".class-state")).not_to_have_text("Your answer is stored.")
    server.start()
    expect(cleo.locator(".class-state")).to_have_text("Your answer is stored.", timeout=BACK)
    expect_marks(teacher, "✓ ✓", "✓ ✗", "✗ ✓", "✓", "✗", timeout=BACK)
    for student in (dan, eve):
        choose(student, 1)
    expect_marks(teacher, "✓ ✓", "✓ ✗", "✗ ✓", "✓ ✓", "✗ ✓")


def at_their_own_pace(teacher: Page, students: list[Page]) -> None:
    """Everybody walks within the pages that are open; a reload loses neither page nor answers."""
    ada, bob, _cleo, _dan, eve = students
    bar(teacher, "Own pace")
    teacher.get_by_label("To page").select_option("3")
    for student in (ada, bob, eve):
        expect(student.locator(".class-mode")).to_have_text("At your own pace", timeout=BACK)
        bar(student, "Next")
        count(student, 3)
        expect(student.locator(".class-bar").get_by_role("button", name="Next")).to_be_disabled()
    answer(ada, "2")
    bar(bob, "Back")
    count(bob, 2)
    choose(bob, 1)
    ada.reload()
    count(ada, 3)
    expect(ada.get_by_role("textbox", name="Your answer")).to_have_value("2")
    expect_marks(teacher, "✓ ✓ ✓", "✓ ✓+", "✗ ✓", "✓ ✓", "✗ ✓")
    for name, page in (("Ada", "3"), ("Bob", "2"), ("Cleo", "2"), ("Eve", "3")):
        expect(mark(teacher, name).locator("td").first).to_have_text(page)


def back_together(teacher: Page, students: list[Page]) -> None:
    """The teacher gathers everybody, goes to the end, and downloads what was answered."""
    bar(teacher, "Bring everyone here")
    for number in (3, 4):
        bar(teacher, "Next")
        count(teacher, number)
    for student, name in zip(students, NAMES, strict=True):
        count(student, 4)
        expect(student.locator(".class-mode")).to_have_text("Together")
        others = [each for each in NAMES if each != name]
        expect(student.locator("body")).not_to_contain_text(re.compile("|".join(others)))
    with teacher.expect_download() as downloading:
        teacher.get_by_role("button", name="Download CSV").click()
    rows = list(csv.DictReader(Path(downloading.value.path()).read_text(encoding="utf-8-sig").splitlines()))
    given = {(row["nickname"], row["place"]): (row["answer"], row["correct"]) for row in rows}
    assert len(given) == len(rows) == 11
    assert [given[name, "1.2"][0] for name in NAMES] == list(GUESSES)
    assert [given[name, "2.1"][1] for name in NAMES] == ["yes"] * 5
    assert given["Ada", "3.1"] == ("2", "yes")
