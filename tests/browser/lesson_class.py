"""A lesson in class for browser tests: its teacher, its students, and what they do."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.lessons import small_lesson

Open = Callable[..., Page]

NOTED = small_lesson(
    "With notes",
    "The first page",
    """```question kind=number of=grad(a)
What is the gradient of `a`?
```

```notes
Let neighbours compare.
```

## The second page

The end of it.
""",
)


def teach(open_page: Open, name: str = "accumulation") -> tuple[Page, str]:
    """A teacher's page in a class with a lesson, and the class's code."""
    page = open_page("/learn")
    page.locator(f'[data-teach="{name}"]').click()
    expect(page.locator(".class-code b")).to_have_text(re.compile("^[A-Z0-9]{3}-[A-Z0-9]{3}$"))
    expect(page.locator(".lesson-page h1")).to_be_visible()
    return page, page.locator(".class-code b").inner_text().replace("-", "")


def join(open_page: Open, code: str, name: str, **options: object) -> Page:
    page = open_page(f"/r/{code}", **options)
    page.get_by_role("textbox", name="Name (optional)").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page).to_have_url(re.compile(f"/learn/class/{code}$"))
    expect(page.locator(".lesson-page h1")).to_be_visible()
    return page


def count(page: Page, number: int) -> None:
    expect(page.locator(".class-bar .lesson-count")).to_contain_text(f"Page {number} of")


def mark(teacher: Page, name: str) -> Locator:
    return teacher.locator(".class-grid tbody tr", has_text=name)


def end(teacher: Page, code: str) -> None:
    teacher.evaluate(
        """async (code) => {
          const authorization = `Bearer ${localStorage.getItem(`backpass.room.${code}.host`)}`;
          await fetch(`/api/v1/rooms/${code}`, {method: "DELETE", headers: {authorization}});
        }""",
        code,
    )


def send_choice(page: Page, place: int) -> None:
    """Answers the first question of the page."""
    page.locator(".question").first.get_by_role("radio").nth(place).check()
    page.locator(".question").first.get_by_role("button", name="Check").click()


def choose(page: Page, place: int) -> None:
    """Answers the first question of the page, and waits until that is stored."""
    send_choice(page, place)
    expect(page.locator(".class-state")).to_have_text("Your answer is stored.")


def teach_text(open_page: Open, text: str = NOTED, **options: object) -> tuple[Page, str]:
    """A teacher's page in a class with a lesson by its text."""
    page = open_page("/learn", **options)
    code: str = page.evaluate(
        """async (text) => {
          const headers = {"content-type": "application/json"};
          const opened = await (await fetch("/api/v1/rooms", {method: "POST", body: "{}", headers})).json();
          const {code, host_token: token} = opened;
          localStorage.setItem(`backpass.room.${code}.host`, token);
          localStorage.setItem("backpass.class", code);
          const authorization = `Bearer ${token}`;
          const body = JSON.stringify({text});
          await fetch(`/api/v1/rooms/${code}/lesson`, {method: "PUT", body, headers: {...headers, authorization}});
          return code;
        }""",
        text,
    )
    page.goto(f"/learn/class/{code}")
    expect(page.locator(".class-columns .lesson-page h1").first).to_be_visible()
    return page, code


def answer(page: Page, number: str) -> None:
    page.get_by_role("textbox", name="Your answer").fill(number)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".class-state")).to_have_text("Your answer is stored.")


def remote_token(teacher: Page, code: str) -> str:
    """The right of a new remote control."""
    token: str = teacher.evaluate(
        """async (code) => {
          const authorization = `Bearer ${localStorage.getItem(`backpass.room.${code}.host`)}`;
          return (await (await fetch(`/api/v1/rooms/${code}/remotes`, {method: "POST", headers: {authorization}})).json()).token;
        }""",
        code,
    )
    return token
