"""What must hold on the page for every example of the gallery: frames, explanations and links.

Each function says what is wrong with one example. The tests try `SHARE`; `python3 run.py fuzz examples` tries all.
"""

import random
import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from backpass.app.api.gallery.examples import EXAMPLES, Example
from tests.browser.pages import NOT_COMPUTED, Numbers, Workbench, link, number

SHARE = random.Random(23).sample(EXAMPLES[1:], 5)
"""The first example is what the other tests look at."""
FRAMES_FROM = link("1", constants=1)
"""Where `wrong_frames` begins: constants are drawn, so that each node has a card."""
TABLE_FROM = "/#v=1&view=table"
"""Where `wrong_explanations` begins."""

# Larger graphs open folded (static/src/graph/folding.ts).
DRAWN_OPEN = 120
ROWS = 200
"""The table shows so many rows of a large program until more are asked for."""

READ_EVERY_NODE = """async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const texts = (root, selector) => Array.from(root.querySelectorAll(selector), (part) => part.textContent);
  const found = [];
  for (const button of document.querySelectorAll("#table tbody th button")) {
    button.click();
    await painted();
    await painted();
    const panel = document.querySelector("#inspector");
    const sections = Array.from(panel.querySelectorAll("section"));
    const section = sections.find((part) => part.querySelector("h3")?.textContent === "Gradient");
    const ledger = section.querySelector(".ledger");
    const row = button.closest("tr");
    const rows = ledger === null ? [] : Array.from(ledger.querySelectorAll(":scope > li:not(.is-sum)"));
    found.push({
      node: Number(row.dataset.node),
      name: button.textContent,
      broken: texts(panel, ".katex-error"),
      plain: Array.from(panel.querySelectorAll(".math")).filter((place) => !place.querySelector(".katex")).length,
      heading: panel.querySelector("h2").textContent,
      gradient: row.querySelector(".column-grad").textContent,
      products: rows.map((entry) => texts(entry, ".contribution-product")[0]),
      sent: rows.map((entry) => texts(entry, ".signed")[0]),
      sum: ledger === null ? null : (texts(ledger, ".is-sum .signed")[0] ?? null),
    });
  }
  return found;
}"""


def wrong_frames(workbench: Workbench, example: Example) -> list[str]:
    """Where a frame does not show what the steps of the API say."""
    workbench.choose_example(example.title)
    graph = workbench.answer(example.program)
    workbench.settle()
    walk = workbench.walk()
    wrong = [] if len(walk) == len(graph["steps"]) + 1 else [f"{example.name} has {len(walk)} frames"]
    for position, cards in enumerate(walk):
        told = at(graph, position)
        # What is folded away has no card of its own.
        shown = told if len(graph["nodes"]) <= DRAWN_OPEN else {node: told[node] for node in cards}
        wrong += [f"{example.name} after {position} steps: {difference}" for difference in differences(cards, shown)]
    return wrong


def at(graph: dict[str, Any], position: int) -> dict[int, tuple[Any, Any]]:
    """Value and gradient of every node after so many steps, as the answer's steps alone tell it; None is not computed yet."""
    values = {node["id"]: node["data"] for node in graph["nodes"] if node["op"] is None}
    gradients: dict[int, Any] = {}
    for step in graph["steps"][:position]:
        if step["phase"] == "forward":
            values[step["node"]] = graph["nodes"][step["node"]]["data"]
        elif "edge" in step and not step.get("arriving"):
            gradients[graph["edges"][step["edge"]]["source"]] = step["total"]
        elif "node" in step:
            gradients[step["node"]] = step["total"]
    return {node["id"]: (values.get(node["id"]), gradients.get(node["id"])) for node in graph["nodes"]}


def same(shown: str | None, told: Any) -> bool:
    """Whether a card says what was told: a number, the numbers of a short list, or the shape of a tensor."""
    if told is None:
        return shown in (NOT_COMPUTED, None)
    assert shown is not None
    if not isinstance(told, list):
        return number(shown) == pytest.approx(float(told), rel=6e-4, nan_ok=True)
    if shown == str(np.shape(told)).replace(" ", ""):
        return True
    return all(rounded(entry, each) for entry, each in zip(shown.strip("[]").split(", "), told, strict=True))


def rounded(shown: str, told: float) -> bool:
    """Whether an entry of a list is the number, in as many digits as it has there, two at least."""
    digits = len(re.sub(r"e.*|^0\.0*|\D", "", shown.lstrip("−")))
    exact = number(shown) == pytest.approx(told, rel=6e-4, nan_ok=True)
    return exact or (2 <= digits < 4 and number(shown) == float(f"{told:.{digits - 1}e}"))


def differences(shown: dict[int, Numbers], told: dict[int, tuple[Any, Any]]) -> list[str]:
    assert shown.keys() == told.keys()
    return [
        f"{card.label}: {told[node]}"
        for node, card in shown.items()
        if not (same(spoken(card, "data"), told[node][0]) and same(spoken(card, "gradient"), told[node][1]))
    ]


def spoken(card: Numbers, what: str) -> str | None:
    """What is said of a card: a compact one shows fewer digits than it has."""
    found = re.search(rf", {what} (\[[^\]]*\]|\([^)]*\)|[^,]+)", card.label)
    return found[1].replace("not computed yet", NOT_COMPUTED) if found else None


def wrong_explanations(workbench: Workbench, example: Example) -> list[str]:
    """Which nodes have a formula that is not typeset, or contributions that do not add up."""
    workbench.choose_example(example.title)
    workbench.settle()
    nodes = workbench.page.evaluate(READ_EVERY_NODE)
    expected = min(ROWS, len(workbench.answer(example.program)["nodes"]))
    wrong = [] if len(nodes) == expected else [f"{len(nodes)} rows for {expected} nodes"]
    return [f"{example.name}: {problem}" for problem in (*wrong, *(line for node in nodes for line in accounts(node)))]


def accounts(node: dict[str, Any]) -> list[str]:
    """What does not add up in the explanation of a node, as far as four digits can tell."""
    problems = [f"{node['name']}: KaTeX cannot set {text}" for text in node["broken"]]
    if node["plain"] > 0:
        problems.append(f"{node['name']}: {node['plain']} formulas are not typeset")
    if any(re.search(r"\[|\(\d+,|→", text) for text in (*node["sent"], *node["products"])):
        return problems  # tensors are told by their shape, which does not add up
    sent = [number(text.removeprefix("⚠ ")) for text in node["sent"]]
    for product, result in zip(node["products"], sent, strict=True):
        upstream, local = map(number, re.split(" × local derivative | × ", product.removeprefix("upstream ")))
        if not close(upstream * local, result, abs(upstream * local)):
            problems.append(f"{node['name']}: {product} is not {result}")
    if not sent or any(text.startswith("⚠ ") for text in node["sent"]):  # one that is lost is in no sum
        return problems
    gradient = number(node["gradient"].removesuffix(" blocked"))
    if not close(sum(sent), gradient, sum(map(abs, sent))):
        problems.append(f"{node['name']}: {sent} do not add up to {gradient}")
    if len(sent) > 1 and node["sum"] is not None and number(node["sum"]) != pytest.approx(gradient, nan_ok=True):
        problems.append(f"{node['name']}: the ledger says {node['sum']}, the table {gradient}")
    return problems


def close(computed: float, shown: float, magnitude: float) -> bool:
    # A number with an exponent has three digits in the table.
    tolerance = 2e-3 if abs(shown) > 1e-4 else 1e-2
    return computed == shown or abs(computed - shown) <= tolerance * magnitude or computed != computed or shown != shown


def lost_in_link(sharing: Workbench, opened: Workbench, example: Example) -> list[str]:
    """What a copied link does not bring to another page. `sharing` may use the clipboard."""
    sharing.choose_example(example.title)
    sharing.settle()
    sharing.tool("Copy a link").click()
    expect(sharing.notice).to_contain_text("Link copied")
    opened.page.goto(copied(sharing.page))
    opened.expect_program(example.program)
    opened.settle()
    sharing.page.evaluate("() => document.querySelector('#notice').replaceChildren()")
    return [] if opened.cards() == sharing.cards() else [f"{example.name}: {opened.cards()} are not {sharing.cards()}"]


def copied(page: Page) -> str:
    text: str = page.evaluate("() => navigator.clipboard.readText()")
    return text
