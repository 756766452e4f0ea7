"""What the server keeps between requests."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """What the page needs for its first picture, as JSON that may stand in HTML."""

    html: Markup
