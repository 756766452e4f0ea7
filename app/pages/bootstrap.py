"""What the page needs for its first picture, as JSON inside its HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import orjson
from markupsafe import Markup

from backpass.app.api.endpoints.graphs import graph_of
from backpass.app.api.gallery.examples import EXAMPLES, examples_json
from backpass.app.api.operations import misconceptions_json
from backpass.engine.capture.as_it_is.libraries import LIBRARIES
from backpass.engine.export.web_page import in_script
from backpass.engine.messages import language, worded
from backpass.engine.serialization.operation_json import operations_json

_FIRST_EXAMPLES = 2
"""The one that is shown, and the one that its button "Next example" opens."""


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """JSON for a script element."""

    html: Markup


def bootstrap(*, whole: bool, libraries: Sequence[str] = ()) -> Bootstrap:
    """The first example, computed, in the language of the context, and the lists that the page reads: all operations and examples
    in `whole`, else those that the first picture needs: the page fetches the rest afterwards. `libraries` are those with which
    programs can be run as they are.
    """
    return _bootstrap(language.get(), whole, tuple(libraries))


@cache
def _bootstrap(_language: str, whole: bool, libraries: tuple[str, ...]) -> Bootstrap:
    first = EXAMPLES[0].program
    graph = graph_of(first)
    operations, examples = operations_json(), examples_json()
    if not whole:
        used = {node["op"] for node in graph["nodes"]}
        operations = [record for record in operations if record["name"] in used]
        examples = examples[:_FIRST_EXAMPLES]
    content = {
        "program": first,
        "graph": graph,
        "whole": whole,
        "operations": operations,
        "misconceptions": misconceptions_json(),
        "examples": examples,
        "libraries": {name: LIBRARIES[name].title for name in libraries},
    }
    return Bootstrap(json_in_html(worded(content)))


def json_in_html(value: object) -> Markup:
    """JSON for a script element: nothing in it can end the element."""
    return Markup(in_script(orjson.dumps(value).decode()))  # noqa: S704 (nothing that could end the element is left)
