"""Graphs that are more than can be taken in: folded, unfolded where one looks, searched, and seen from afar."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.graph.test_large import expression
from tests.browser.pages import Workbench, link, number

Open = Callable[..., Workbench]

LARGE = expression(600)


def chain(length: int) -> str:
    return "a = 1.0\n" + "\n".join(f"a{index} = tanh({'a' if index == 1 else f'a{index - 1}'})" for index in range(1, length + 1))


NETWORK = """import random

class Neuron:
    def __init__(self, count):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(count)]
        self.b = Value(0.0)

    def __call__(self, x):
        return sum((wi*xi for wi, xi in zip(self.w, x)), self.b).tanh()

class Layer:
    def __init__(self, count, outputs):
        self.neurons = [Neuron(count) for _ in range(outputs)]

    def __call__(self, x):
        return [neuron(x) for neuron in self.neurons]

random.seed(1)
hidden = Layer(2, 6)
last = Neuron(6)
loss = Value(0.0)
for i in range(SAMPLES):
    score = last(hidden([random.uniform(-1, 1), random.uniform(-1, 1)]))
    loss = loss + (score - 0.5)**2
loss
"""


@pytest.fixture
def large(open_workbench: Open) -> Workbench:
    """Six hundred operations, folded."""
    workbench = open_workbench(link(LARGE))
    expect(groups(workbench).first).to_be_attached()
    return workbench


def groups(workbench: Workbench) -> Locator:
    return workbench.graph.get_by_label(re.compile("folded group of"))


def group_in_view(workbench: Workbench) -> Locator:
    """The last folded group that a pointer reaches: a large graph opens at the node that is explained."""
    stage = workbench.page.locator("#graph").bounding_box()
    assert stage is not None
    for card in reversed(groups(workbench).all()):
        x, y = middle(card)
        if stage["x"] < x < stage["x"] + stage["width"] and stage["y"] < y < stage["y"] + stage["height"]:
            return workbench.graph.locator(f'.card[data-node="{card.get_attribute("data-node")}"]')
    raise AssertionError("no folded group is in view")


def in_view(cards: Locator) -> int:
    """How many of them are wholly on the stage."""
    found: int = cards.evaluate_all(
        """(cards) => {
          const stage = document.querySelector(".graph-surface").getBoundingClientRect();
          return cards.map((card) => card.getBoundingClientRect()).filter(({ left, right, top, bottom }) =>
            left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom).length;
        }"""
    )
    return found


def cards(workbench: Workbench) -> int:
    return workbench.graph.locator(".card").count()


def unfold(group: Locator) -> None:
    """By the keyboard, wherever it is."""
    group.focus()
    group.press("Enter")


def middle(card: Locator) -> tuple[float, float]:
    box = card.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def search(workbench: Workbench, text: str) -> Locator:
    """Types into the search field by its key; what it says of the result."""
    workbench.page.keyboard.press("/")
    workbench.page.keyboard.press("ControlOrMeta+a")
    workbench.page.keyboard.type(text)
    return workbench.graph.get_by_role("search").get_by_role("status")


def test_a_large_graph_opens_as_a_few_folded_groups_that_hold_every_operation(large: Workbench) -> None:
    operations = large.answer(LARGE)["nodes"]
    held = [int(label.split("folded group of ")[1].split(" ")[0]) for label in labels(groups(large))]
    drawn = sum(1 for label in labels(large.graph.locator(".card")) if "intermediate" in label or ", output," in label)
    assert sum(held) + drawn == sum(1 for node in operations if node["op"])
    assert len(held) <= 60


def labels(cards: Locator) -> list[str]:
    found: list[str] = cards.evaluate_all("(cards) => cards.map((card) => card.getAttribute('aria-label'))")
    return found


def test_a_group_is_unfolded_by_a_click_and_what_was_in_it_is_in_view(large: Workbench) -> None:
    card = group_in_view(large)
    before_it, drawn = set(large.cards()), cards(large)
    name = (card.get_attribute("aria-label") or "").split(",")[0]
    before = groups(large).count()
    card.click()
    expect(large.graph.get_by_label(re.compile(rf"^{re.escape(name)}, folded"))).to_have_count(0)
    assert cards(large) > drawn
    large.painted()
    inside = [large.graph.locator(f'.card[data-node="{node}"]') for node in set(large.cards()) - before_it]
    assert sum(in_view(one) for one in inside) >= len(inside) / 2, len(inside)
    large.graph.get_by_role("button", name=f"Fold {name}", exact=True).click()
    expect(groups(large)).to_have_count(before)


def test_groups_are_unfolded_and_folded_by_keys_alone(large: Workbench) -> None:
    large.page.get_by_role("button", name="Skip to the graph").focus()
    large.page.keyboard.press("Enter")
    before = groups(large).count()
    for _ in range(before + 3):
        large.page.keyboard.press("ArrowDown")
    focused = large.graph.locator(".card:focus")
    expect(focused).to_have_attribute("data-folded", "")
    large.page.keyboard.press("Enter")
    expect(groups(large)).not_to_have_count(before)
    expect(large.graph.locator(".card:focus")).to_have_count(1)
    inside = groups(large).count()
    large.page.keyboard.press("Backspace")
    expect(groups(large)).to_have_count(before)
    assert inside != before
    expect(large.graph.locator(".card:focus")).to_have_attribute("data-folded", "")


def test_search_walks_through_what_it_finds_and_unfolds_the_way(large: Workbench) -> None:
    nodes = large.answer(LARGE)["nodes"]
    wanted = [node for node in nodes if node["op"] == "tanh" and abs(node["grad"]) > 1]
    status = search(large, "op:tanh |grad|>1")
    expect(status).to_have_text(str(len(wanted)))
    large.page.keyboard.press("Enter")
    expect(status).to_have_text(f"{wanted[0]['name']}, 1 of {len(wanted)}")
    selected = large.graph.locator(".card.selected")
    expect(selected).to_have_attribute("aria-label", re.compile(f"^{wanted[0]['name']}, "))
    expect(selected).to_be_in_viewport()
    large.page.keyboard.press("Shift+Enter")
    expect(status).to_have_text(f"{wanted[-1]['name']}, {len(wanted)} of {len(wanted)}")
    expect(selected).to_have_attribute("aria-label", re.compile(f"^{wanted[-1]['name']}, "))
    large.page.keyboard.press("Escape")
    expect(large.graph.get_by_role("searchbox")).to_have_value("")
    expect(large.graph.locator(".card:focus")).to_have_attribute("aria-label", re.compile(f"^{wanted[-1]['name']}, "))
    expect(selected).to_be_in_viewport()


def test_what_search_cannot_read_is_told(large: Workbench) -> None:
    status = search(large, "colour:red")
    expect(status).to_have_text("?")
    expect(status).to_have_attribute("title", re.compile("op:tanh"))


def test_a_folded_group_plays_along(large: Workbench) -> None:
    large.page.keyboard.press("Home")
    first = groups(large).first
    expect(first.locator(".number").first).to_have_text("—")
    large.choice("Step").select_option("level")
    for _ in range(8):
        large.page.keyboard.press(".")
    width = number(first.locator(".progress").get_attribute("width") or "")
    assert width > 0
    expect(first).to_have_class(re.compile("card"))


def test_a_chain_of_four_hundred_fits_into_view_and_can_be_seen(open_workbench: Open) -> None:
    workbench = open_workbench(link(chain(400), direction="right"))
    expect(groups(workbench).first).to_be_attached()
    workbench.graph.get_by_role("button", name="Fit the graph").click()
    for box in workbench.boxes():
        assert box["width"] > 20
    workbench.graph.get_by_role("button", name="Unfold all").click()
    expect(groups(workbench)).to_have_count(0)
    workbench.graph.get_by_role("button", name="Fit the graph").click()
    canvas = workbench.graph.locator("canvas.graph-far")
    expect(canvas).to_be_visible()
    workbench.painted()
    inked = canvas.evaluate(
        """(canvas) => {
          const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          const columns = new Set();
          for (let at = 3; at < data.length; at += 4) if (data[at] > 0) columns.add(((at - 3) / 4) % canvas.width);
          return columns.size / canvas.width;
        }"""
    )
    assert inked > 0.85


def test_a_much_larger_program_does_not_keep_the_zoom_of_a_small_one(open_workbench: Open) -> None:
    workbench = open_workbench()
    for _ in range(4):
        workbench.graph.get_by_role("button", name="Zoom in").click()
    workbench.write(expression(100))
    workbench.settle()
    expect(workbench.graph.get_by_label(re.compile("^v52, ")).first).to_be_attached()
    assert max(box["height"] for box in workbench.boxes()) < 120


def test_the_map_shows_where_one_is_and_leads_elsewhere(open_workbench: Open) -> None:
    workbench = open_workbench(link(expression(200)))
    expect(workbench.graph.locator(".card").first).to_be_attached()
    workbench.graph.get_by_role("button", name="Unfold all").or_(workbench.graph.get_by_role("button", name="Fit")).last.click()
    for _ in range(5):
        workbench.graph.get_by_role("button", name="Zoom in").click()
    chart = workbench.graph.locator(".minimap")
    expect(chart).to_be_visible()
    frame = chart.locator(".minimap-frame")
    before = middle(frame)
    box = chart.bounding_box()
    assert box is not None
    workbench.page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
    workbench.painted()
    assert middle(frame)[0] < before[0]


def test_a_folded_graph_has_no_grave_findings(large: Workbench, axe: Callable[[Page], list[str]]) -> None:
    large.page.keyboard.press("i")
    search(large, "v4")
    assert axe(large.page) == []


def test_arrows_work_at_once_after_skipping_to_the_graph(workbench: Workbench) -> None:
    workbench.page.get_by_role("button", name="Skip to the graph").focus()
    workbench.page.keyboard.press("Enter")
    workbench.page.keyboard.press("ArrowRight")
    expect(workbench.graph.locator(".card:focus")).to_have_count(1)


def test_a_notice_covers_nothing_that_plays(workbench: Workbench) -> None:
    workbench.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    workbench.tool("Copy a link").click()
    expect(workbench.notice).to_be_visible()
    notice: Any = workbench.notice.bounding_box()
    play: Any = workbench.button("Play").bounding_box()
    assert notice["y"] + notice["height"] < play["y"]


def test_the_table_of_a_large_graph_has_pages_and_shows_what_is_looked_for(large: Workbench) -> None:
    nodes = large.answer(LARGE)["nodes"]
    large.tool("Show as a table").click()
    rows = large.table.get_by_role("row")
    expect(rows).to_have_count(201)
    place = large.table.get_by_role("navigation", name="Rows").get_by_role("status")
    expect(place).to_have_text(f"1 – 200 of {len(nodes)}")
    large.table.get_by_role("button", name="Next rows").click()
    expect(place).to_have_text(f"201 – 400 of {len(nodes)}")
    large.tool("Show as a table").click()
    search(large, "op:tanh")
    large.tool("Show as a table").click()
    wanted = sum(1 for node in nodes if node["op"] == "tanh")
    expect(place).to_contain_text(f"of {wanted}")


def test_a_play_rests_at_a_breakpoint(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&program=a+%3D+2%0Ab+%3D+a*a%0Ac+%3D+b%2Ba&at=0")
    workbench.card("b").click()
    workbench.graph.get_by_role("button", name="Toggle a breakpoint at the selected node").click()
    expect(workbench.card("b")).to_contain_class("breakpoint")
    workbench.choice("Speed").select_option("4")
    workbench.button("Play").click()
    workbench.expect_position(1)
    expect(workbench.button("Play")).to_be_visible()
    workbench.button("Play").click()
    expect(workbench.badge).to_have_text("BACKWARD 2/5")
    workbench.page.keyboard.press("b")
    workbench.button("Play").click()
    expect(workbench.badge).to_have_text("BACKWARD 5/5")


def test_one_goes_to_where_a_node_gets_its_number(workbench: Workbench) -> None:
    workbench.page.keyboard.press("Home")
    workbench.card("L").click()
    workbench.graph.get_by_role("button", name="Go to the step of the selection").click()
    expect(workbench.badge).to_have_text("FORWARD 4/4")
    workbench.page.keyboard.press("End")
    workbench.page.keyboard.press("j")
    expect(workbench.badge).to_have_text("BACKWARD 1/9")


def test_what_ails_a_node_is_told_once_it_is_known(open_workbench: Open, axe: Callable[[Page], list[str]]) -> None:
    program = "x = 3.0\ndead = relu(-x)\nh = tanh(4*x)\ny = dead + h"
    workbench = open_workbench(link(program, at=0))
    workbench.page.keyboard.press("h")
    expect(workbench.graph.get_by_text("Health: 1 blocked, 1 flat")).to_be_visible()
    expect(workbench.graph.locator(".ailment")).to_have_count(0)
    workbench.page.keyboard.press("End")
    expect(workbench.card("dead").locator(".ailment")).to_have_text("blocked")
    expect(workbench.card("h").locator(".ailment")).to_have_text("flat")
    assert axe(workbench.page) == []
    workbench.page.keyboard.press("c")
    expect(workbench.graph.locator(".ailment")).to_have_count(0)
    expect(workbench.graph.get_by_text("parameter")).to_be_visible()
    assert axe(workbench.page) == []


def test_a_network_is_folded_by_its_loop_its_layers_and_its_neurons(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.write(NETWORK.replace("SAMPLES", "8"))
    workbench.settle(timeout=30_000)
    expect(groups(workbench).first).to_be_attached()
    names = [label.split(",")[0] for label in labels(groups(workbench))]
    assert names == ["25 parameters", *(f"i = {index}" for index in range(8))]
    unfold(workbench.graph.get_by_label(re.compile("^i = 3, ")))
    expect(workbench.graph.get_by_label(re.compile("^Layer, folded group of 30 operations"))).to_have_count(1)
    unfold(workbench.graph.get_by_label(re.compile("^Layer, ")))
    expect(workbench.graph.get_by_label(re.compile(r"^Neuron [0-5], folded group of 5 operations"))).to_have_count(6)
    neuron = workbench.graph.get_by_label(re.compile("^Neuron 2, "))
    shown = neuron.locator(".number").first.text_content() or ""
    unfold(neuron)
    workbench.graph.get_by_role("button", name="Fold Neuron 2", exact=True).click()
    expect(neuron.locator(".number").first).to_have_text(shown)
    status = search(workbench, "group:layer op:tanh")
    expect(status).to_have_text("48")


STACKED = """w = 0.5
b = 0.1
def neuron(x):
    return tanh(w * x + b)
xs = [0.1 * i for i in range(100)]
ys = [neuron(x) for x in xs]
loss = sum((y - 1) ** 2 for y in ys)
"""


def test_alike_groups_are_one_stack_that_is_flipped_through(open_workbench: Open, axe: Callable[[Page], list[str]]) -> None:
    workbench = open_workbench(link(STACKED, direction="right"))
    stack = workbench.graph.get_by_label(re.compile("stack of 100 alike"))
    expect(stack).to_have_count(1)
    nodes = workbench.answer(STACKED)["nodes"]
    neurons = [node for node in nodes if node["op"] == "tanh"]

    def expect_member(place: int) -> None:
        expect(stack).to_have_attribute("aria-label", re.compile(rf", {place} is shown: "))
        data, grad = (number(text) for text in stack.locator(".number").all_text_contents()[:2])
        assert data == pytest.approx(neurons[place - 1]["data"], rel=1e-3)
        assert grad == pytest.approx(neurons[place - 1]["grad"], rel=1e-3)

    expect_member(1)
    # All hundred contributions to w, not those of the member that is shown. Wires have numbers of what is selected.
    workbench.card("w").click()
    labels_of_sums = workbench.graph.get_by_text(re.compile("^Σ[−+]"))
    expect(labels_of_sums).to_have_count(1)
    (gradient,) = (node["grad"] for node in nodes if node["name"] == "w")
    assert number((labels_of_sums.text_content() or "").removeprefix("Σ")) == pytest.approx(gradient, rel=1e-3)
    stack.get_by_text("1 of 100").locator("xpath=../following-sibling::*[@data-flip='1']").click()
    expect_member(2)
    stack.focus()
    stack.press("Shift+PageUp")
    stack.press("Shift+PageUp")
    expect_member(100)
    assert axe(workbench.page) == []
    stack.press("Enter")
    expect(stack).to_have_count(0)
    expect(groups(workbench)).to_have_count(17)  # ten of neurons, seven of the sum


def test_a_stack_shows_the_member_in_which_the_step_is(open_workbench: Open) -> None:
    workbench = open_workbench(link(STACKED, at=5))
    stack = workbench.graph.get_by_label(re.compile("stack of 100 alike"))
    # The second neuron: a product, a sum, a tanh each.
    expect(stack).to_have_attribute("aria-label", re.compile(", 2 is shown: "))
    expect(stack).to_have_attribute("aria-label", re.compile("data not computed yet"))
    workbench.page.keyboard.press(".")
    expect(stack).to_have_attribute("aria-label", re.compile(r"data 0\.\d+"))


def test_folding_survives_an_edit_elsewhere_and_a_reload(open_workbench: Open) -> None:
    workbench = open_workbench()
    program = NETWORK.replace("SAMPLES", "8")
    workbench.write(program)
    workbench.settle(timeout=30_000)
    unfold(groups(workbench).nth(3))
    layer = workbench.graph.get_by_label(re.compile("^Layer, folded group"))
    expect(layer).to_have_count(1)
    before = layer.locator(".number").first.text_content()
    workbench.write(program.replace("0.5)**2", "0.25)**2"))
    workbench.settle(timeout=30_000)
    expect(layer).to_have_count(1)
    assert layer.locator(".number").first.text_content() == before
    workbench.page.reload()
    workbench.settle(timeout=30_000)
    expect(layer).to_have_count(1)


def test_an_arrangement_that_takes_long_says_so_and_can_be_given_up(open_workbench: Open) -> None:
    workbench = open_workbench(link(LARGE))
    expect(groups(workbench).first).to_be_attached()
    before = groups(workbench).count()
    workbench.page.context.route("**/layout_worker-*.js", lambda _route: None)
    workbench.graph.get_by_role("button", name="Unfold all").click()
    expect(workbench.graph.get_by_text("Arranging")).to_be_visible()
    workbench.graph.get_by_role("button", name="Cancel").click()
    expect(workbench.graph.get_by_text("Arranging")).to_be_hidden()
    expect(groups(workbench)).to_have_count(before)
    group_in_view(workbench).click()
    expect(groups(workbench)).not_to_have_count(before)


def test_a_card_under_the_pointer_makes_others_pale_after_another_program_too(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.write("x = 2.0\ny = x*3\nz = tanh(y)\nL = z + 1")
    workbench.settle(timeout=30_000)
    workbench.card("L").hover()
    for name, opacity in (("x", "0.45"), ("y", "0.45"), ("z", "1"), ("L", "1")):
        expect(workbench.card(name)).to_have_css("opacity", opacity)
