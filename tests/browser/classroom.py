"""A class as its people meet it: the teacher's page with its line and drawer, a student's with its question.

The one place that knows how their parts are found.
"""

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.pages import Workbench

SPY = """(() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) { window.sent.push(String(text)); return send.call(this, text); };
})()"""
"""Notes what a page sends over its sockets."""


def open_screen(teacher: Page) -> Page:
    """The window for the projector, opened by the button of the teacher's page."""
    teacher.get_by_role("button", name="Window for the projector").click()
    dialog = teacher.get_by_role("dialog", name="Window for the projector")
    with teacher.expect_popup() as opened:
        dialog.get_by_role("button", name="Open the window").click()
    dialog.get_by_role("button", name="Close").click()
    return opened.value


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Teacher(Workbench):
    """A page from which a class is led."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.strip = page.get_by_role("region", name="Class", exact=True)
        self.sentence_of_class = self.strip.get_by_role("paragraph").first
        # A test server answers this machine alone; in a school it has an address of the school's network.
        page.route("**/addresses", self._in_a_school)
        self.code_screen = page.get_by_role("dialog", name="How to join this class")
        self.wall = page.get_by_role("dialog", name="What everyone made")
        self.drawer = page.get_by_role("complementary", name="Class panel")

    @staticmethod
    def _in_a_school(route: Route) -> None:
        route.fulfill(json={"addresses": [f"http://192.168.1.20:8000/r/{route.request.url.split('/')[-2]}"]})

    def open_class(self) -> str:
        """Opens one by the button of the header; its code."""
        self.start_class()
        expect(self.code_screen).to_be_visible()
        label = self.code_screen.get_by_role("img", name=re.compile("^The code ")).get_attribute("aria-label") or ""
        self.code_screen.get_by_role("button", name="Begin").click()
        return label.removeprefix("The code ").replace(" ", "")

    def press_class(self) -> None:
        """The entry below *Present* in the header."""
        self.page.locator("#present-button").click()
        self.page.get_by_role("button", name=re.compile("^Class:")).click()

    def start_class(self) -> None:
        """Opens one, by the button of the header and that of what it says first; its code is shown then."""
        self.press_class()
        self.page.get_by_role("dialog", name="Start a class?").get_by_role("button", name="Start the class").click()

    def tool_of_class(self, name: str) -> Locator:
        """A button of the line."""
        return self.strip.get_by_role("button", name=name, exact=True)

    def open_drawer(self, tab: str) -> None:
        if not self.drawer.get_by_role("tab", name=tab, selected=True).is_visible():
            self.tool_of_class(tab).click()

    def watch_answers(self) -> None:
        """Lets the answers to the present question be seen as they come in, as on a screen that the class does not see."""
        self.drawer.get_by_label(re.compile("^Hide the answers on")).uncheck()

    def ask(self, kind: str, words: str = "", answers: str = "") -> None:
        """Puts a question to the class."""
        self.open_drawer("Ask")
        self.drawer.get_by_role("combobox", name="Ask for").select_option(kind)
        if words:
            self.drawer.get_by_label("In words").fill(words)
        if answers:
            self.drawer.get_by_label("Answers to choose from").fill(answers)
        self.drawer.get_by_role("button", name="Ask the class").click()


class Student(Workbench):
    """A page that takes part."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.strip = page.get_by_role("region", name="Class", exact=True)
        self.sentence_of_class = self.strip.get_by_role("paragraph").first
        self.question = page.get_by_role("region", name="Question to the class")

    def join(self, nickname: str = "") -> None:
        """From the page of the code into the class."""
        self.page.get_by_role("textbox", name="Name (optional)").fill(nickname)
        self.page.get_by_role("button", name="Join", exact=True).click()
        expect(self.sentence_of_class).to_contain_text("Following")
        expect(self.badge).to_contain_text("/")

    def follow(self) -> None:
        self.strip.get_by_role("button", name="Follow").click()

    def answer_with(self, text: str) -> None:
        """Types an answer and sends it."""
        self.question.get_by_role("textbox", name="Your answer").fill(text)
        self.question.get_by_role("button", name=re.compile("^Send")).click()

    def expect_cover(self, title: str) -> None:
        expect(self.page.get_by_role("region", name="Message to the class").get_by_role("heading", name=title)).to_be_visible()
