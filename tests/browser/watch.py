"""Notes what a page must not do: write an error to the console, let one go uncaught, ask anything of another host."""

from playwright.sync_api import ConsoleMessage, Page


class Watch:
    """The offences of one page, as they happen, a line each. `may_fail` is what the browser may say of a request that fails."""

    def __init__(self, page: Page, url: str, may_fail: str | None = None) -> None:
        self.url = url
        self.may_fail = may_fail
        self.seen: list[str] = []
        page.on("console", self.on_console)
        page.on("pageerror", lambda error: self.seen.append(f"uncaught: {error}"))
        page.on("request", lambda request: self.on_request(request.url))
        page.on("websocket", lambda socket: self.on_request(socket.url.replace("ws", "http", 1)))

    def on_console(self, message: ConsoleMessage) -> None:
        """Chromium calls every 4xx a failure; of the API it is an answer that the page words itself."""
        if message.type != "error" or (self.may_fail is not None and self.may_fail in message.text):
            return
        refused = message.text.startswith("Failed to load resource") and "status of 4" in message.text
        if not (refused and message.location["url"].startswith(f"{self.url}/api/")):
            self.seen.append(f"console: {message.text} ({message.location['url']})")

    def on_request(self, url: str) -> None:
        if not url.startswith((f"{self.url}/", "data:", "blob:")):
            self.seen.append(f"request elsewhere: {url}")
