"""Drives an installed Firefox over WebDriver BiDi, which it speaks itself: Playwright drives only a Firefox of its own making."""

import contextlib
import json
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from websockets.sync.client import ClientConnection, connect

START = 60
"""Seconds that the first start with a new profile may take on a busy machine."""
PATIENCE = 30
"""Seconds to wait for what the page is to show."""
_ABORTED = "status=2152398850"
"""What Firefox writes of a download that ended since its page was left: NS_BINDING_ABORTED."""
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """One tab. Keeps what the page writes to the console as warnings and errors."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._sent = 0
        self.complaints: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._tab: str = self._send("browsingContext.create", type="tab")["context"]

    def open(self, address: str, width: int = 1440, height: int = 900) -> None:
        """Opens a page without those complaints that the page before it had while it was left."""
        self._send("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})
        self._send("browsingContext.navigate", context=self._tab, url="about:blank", wait="complete")
        self.complaints.clear()
        self._send("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What an expression of JavaScript is in the page, by way of JSON."""
        answer = self._send(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._tab},
            awaitPromise=False,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def expect(self, expression: str, wanted: object) -> None:
        """Waits until an expression is what is wanted."""
        end = time.monotonic() + PATIENCE
        while (found := self.evaluate(expression)) != wanted:
            assert time.monotonic() < end, f"{expression} is {found!r}, not {wanted!r}"
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Keys one after the other, as WebDriver names them: `.`, or U+E011 for Home."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": strokes})

    def click(self, selector: str) -> None:
        """The middle of the first element that a selector finds, once it has stopped moving."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.expect(f"{found} !== null", True)
        middle = f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])({found}.getBoundingClientRect())"
        x, y = self._at_rest(middle)
        moves = [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": moves})

    def _at_rest(self, expression: str) -> Any:
        """What an expression is once it has not changed for some frames."""
        end = time.monotonic() + PATIENCE
        before, alike = self.evaluate(expression), 0
        while alike < 5 and time.monotonic() < end:
            time.sleep(0.1)
            now = self.evaluate(expression)
            before, alike = now, alike + 1 if now == before else 0
        return before

    def _perform(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._tab, actions=[source])

    def _send(self, method: str, **params: Any) -> Any:
        self._sent += 1
        self._connection.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            message = json.loads(self._connection.recv(timeout=START))
            if message.get("id") == self._sent:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("warn", "error"):
                text: str = message["params"].get("text") or ""
                self.complaints += [] if _ABORTED in text else [text]


@contextlib.contextmanager
def running(program: str, profile: Path) -> Iterator[Firefox]:
    """A Firefox without a window and with an empty profile, ended afterwards; TimeoutError where it does not start."""
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        lines: Queue[str] = Queue()
        # Read to the end, for a full pipe would stop the browser.
        reader = Thread(target=_read, args=(process, lines))
        reader.start()
        try:
            with connect(f"{_address(process, lines)}/session", max_size=None) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
            try:
                process.wait(START)
            except subprocess.TimeoutExpired:
                process.kill()
            reader.join()


def _read(process: subprocess.Popen[str], lines: Queue[str]) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        lines.put(line)


def _address(process: subprocess.Popen[str], lines: Queue[str]) -> str:
    end = time.monotonic() + START
    while (left := end - time.monotonic()) > 0 and process.poll() is None:
        with contextlib.suppress(Empty):
            if listening := _LISTENING.search(lines.get(timeout=min(left, 1))):
                return listening[1]
    raise TimeoutError("Firefox did not start")
