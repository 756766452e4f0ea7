"""Tensors as they are drawn: cells on the cards, and a grid in the explanation of which each number tells its cause."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link

PROGRAM = "X = [[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]]\nb = [0.5, -1.0]\nh = X + b\nloss = sum(h * h)"


@pytest.fixture
def tensors(open_workbench: Callable[..., Workbench]) -> Workbench:
    """A matrix and a list that is stretched over its rows; the list is explained."""
    workbench = open_workbench(link(PROGRAM))
    workbench.card("b").click()
    return workbench


def test_a_card_shows_a_tensor_cell_by_cell_with_its_signs(tensors: Workbench) -> None:
    cells = tensors.card("X").locator(".cells.data > .cell")
    expect(cells).to_have_count(6)
    signs = cells.evaluate_all("(cells) => cells.map((cell) => cell.classList[1])")
    assert signs == ["positive", "positive", "positive", "negative", "positive", "positive"]
    expect(tensors.card("X").locator(".cells.data > .cell-slit")).to_have_count(1)


def test_hovering_a_gradient_cell_tells_its_number_and_what_it_came_from(tensors: Workbench) -> None:
    answer = tensors.answer(PROGRAM)
    gradient = answer["gradients"]["b"]
    drawing = tensors.explanation.get_by_label("Gradient, 1 by 2 numbers")
    box = drawing.bounding_box()
    assert box is not None
    drawing.hover(position={"x": box["width"] * 0.75, "y": box["height"] / 2})
    said = tensors.explanation.locator(".heatmap-said").last
    number = f"{gradient[1]:g}".replace("-", "−")
    # It was repeated for each of the three rows, so three products are added.
    expect(said).to_have_text(re.compile(rf"^\[1\] is {number}: \S+ × 1 \+ \S+ × 1 \+ \S+ × 1 = {number} from h$"))


def test_cells_are_read_with_arrow_keys(tensors: Workbench) -> None:
    tensors.card("X").click()
    tensors.explanation.get_by_label("Value, 3 by 2 numbers").focus()
    said = tensors.explanation.locator(".heatmap-said").first
    expect(said).to_have_text("[0, 0] is 1")
    tensors.page.keyboard.press("ArrowDown")
    tensors.page.keyboard.press("ArrowRight")
    expect(said).to_have_text("[1, 1] is −1")
    expect(tensors.badge).to_have_text("BACKWARD 7/7")


def test_undoing_a_broadcast_is_a_frame_of_its_own(tensors: Workbench) -> None:
    tensors.page.keyboard.press("End")
    sentences = []
    while tensors.position() > 0:
        sentences.append(tensors.sentence.inner_text())
        tensors.page.keyboard.press(",")
    assert any("broadcast from (2,): it is summed over axis 0, which was broadcast" in sentence for sentence in sentences)


def test_tensors_have_no_grave_findings(tensors: Workbench, axe: Callable[[Page], list[str]]) -> None:
    assert axe(tensors.page) == []


def test_a_tensor_from_which_nothing_was_chosen_is_drawn_and_explained(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link("x = [1.0, 2.0]\nnone = x[x > 5]\ny = sum(none * none) + sum(x)"))
    expect(workbench.card("none")).to_be_visible()
    workbench.card("none").click()
    expect(workbench.explanation).to_contain_text("none")
    expect(workbench.card("y")).to_contain_text("3")


LINEAR = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(2, 3)
        self.fc2 = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


x = torch.tensor([[1.0, 2.0]])
loss = Net()(x).sum()"""


def test_the_steps_of_a_call_are_named_by_what_they_compute_and_its_result_by_the_call(
    open_workbench: Callable[..., Workbench],
) -> None:
    workbench = open_workbench(link(LINEAR))
    workbench.settle()
    names = ("transpose(Net.fc1.weight)", "x @ transpose(Net.fc1.weight)", "self.fc1(x)")
    for name in names:
        expect(workbench.graph.get_by_label(re.compile(rf"^{re.escape(name)}, intermediate"))).to_have_count(1)
    workbench.tool("Show as a table").click()
    expect(workbench.table.get_by_role("button", name=re.compile(r"^self\.fc1\(x\)"))).to_have_count(1)
    expect(workbench.table.get_by_role("button", name=re.compile(r"^x @ transpose"))).to_have_count(1)


def test_what_is_nan_everywhere_is_not_called_0(open_workbench: Callable[..., Workbench]) -> None:
    program = "z = np.array([1000.0, 0.0])\np = np.exp(z)/np.sum(np.exp(z))\nL = -np.log(p[1])"
    workbench = open_workbench(link(program))
    expect(workbench.explanation.get_by_text("Framed: NaN or infinite.")).to_be_visible()
    expect(workbench.explanation.get_by_text("All 0.")).to_have_count(0)


def test_short_lists_stand_on_wires_as_numbers_and_are_spoken_whole(open_workbench: Callable[..., Workbench]) -> None:
    program = "x = np.array([0.5, -1.2, 0.8])\nw = np.array([0.25, 0.5, -1.0])\nh = np.tanh(w * x)\nL = np.sum(h**2)"
    workbench = open_workbench(link(program))
    workbench.graph.get_by_label(re.compile(r"^h\*\*2, ")).click()
    expect(workbench.graph.locator(".callout.of-wire", has_text="[1 1 1]").first).to_be_visible()
    expect(workbench.card("x")).to_have_attribute(
        "aria-label", re.compile(r"data \[0\.5, −1\.2, 0\.8\], gradient \[[^\]]+, [^\]]+, [^\]]+\]")
    )
