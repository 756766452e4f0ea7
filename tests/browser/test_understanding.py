"""The tabs beside the picture: plots, paths, checks and practice, each with figures that are known from elsewhere."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link

Open = Callable[..., Workbench]

PARABOLA = "x = 0.0\n2x² + 3x + 5"
NEURON = "x1, x2, w1, w2, b = 2, 0, -3, 1, 6.8813735870195432\no = tanh(x1*w1 + x2*w2 + b)"


def tab(workbench: Workbench, name: str) -> None:
    workbench.explanation.get_by_role("tab", name=name).click()


def test_the_walk_down_a_parabola_has_the_published_steps(open_workbench: Open) -> None:
    workbench = open_workbench(link(PARABOLA, panel="plot"))
    panel = workbench.explanation
    expect(panel.get_by_role("img", name=re.compile("at x = 0 it is 5 with slope 3"))).to_be_visible()
    panel.get_by_text("Walk downhill from here").click()
    panel.get_by_role("slider", name="Learning rate").evaluate(
        "(slider) => { slider.value = Math.log10(0.4); slider.dispatchEvent(new Event('input')); }"
    )
    items = panel.locator(".descent-steps li .numbers:first-of-type")
    expect(items).to_have_text(
        ["x = 0", "x = −1.2", "x = −0.48", "x = −0.912", "x = −0.6528", "x = −0.8083", *[re.compile("x = −0.7")] * 3]
    )
    expect(panel).to_contain_text("swings from side to side")


def test_two_inputs_are_drawn_as_contours_with_the_gradient(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 2.0\ny = -1.0\nx*x + 3*y*y + x*y", panel="plot"))
    panel = workbench.explanation
    panel.get_by_role("combobox", name="Second input").select_option("y")
    expect(panel.get_by_role("img", name=re.compile("the gradient here is 3, −4"))).to_be_visible()
    assert panel.locator(".plot-level").count() > 8
    expect(panel.locator(".plot-arrow-head")).to_be_visible()


def test_a_program_without_a_curve_says_why(open_workbench: Open) -> None:
    workbench = open_workbench(link("W = [1.0, 2.0]\nW*W", panel="plot"))
    expect(workbench.explanation).to_contain_text("A curve needs a single number as output")


def test_the_gradient_is_the_sum_of_its_paths_and_each_is_lit_in_the_picture(open_workbench: Open) -> None:
    workbench = open_workbench("/#panel=paths")
    panel = workbench.explanation
    expect(panel.get_by_role("heading")).to_have_text("a reaches L by 2 paths")
    expect(panel.locator(".path .signed")).to_have_text(["+21", "+10"])
    expect(panel.locator(".paths-sum")).to_contain_text("+31")
    panel.locator(".path").first.click()
    expect(workbench.card("a + d")).to_have_css("opacity", "0.3")
    expect(workbench.card("b*a")).to_have_css("opacity", "1")
    tab(workbench, "Explain")
    expect(workbench.card("a + d")).to_have_css("opacity", "1")
    tab(workbench, "Paths")
    workbench.card("d").click()
    expect(panel.get_by_role("heading")).to_have_text("d reaches L by one path")


def test_a_check_agrees_with_the_gradients_and_shows_the_sweep(open_workbench: Open) -> None:
    workbench = open_workbench(link(NEURON, panel="check"))
    panel = workbench.explanation
    checks = panel.locator(".check")
    expect(checks).to_have_count(5)
    expect(panel.locator(".check.is-agrees")).to_have_count(5)
    expect(panel.get_by_role("img", name=re.compile("Error of the difference"))).to_be_visible()
    panel.get_by_role("combobox", name="Input to nudge").select_option("w1")
    expect(panel).to_contain_text("The gradient 1 promises a change of 0.01; it is 0.009")
    expect(workbench.card("w1").locator(".ghost")).to_have_text("→ −2.99")
    expect(workbench.card("w2").locator(".ghost")).to_have_count(0)
    panel.get_by_role("tab", name="Paths").click()
    expect(workbench.graph.locator(".ghost")).to_have_count(0)
    panel.get_by_role("tab", name="Check").click()
    expect(workbench.card("w1").locator(".ghost")).to_have_text("→ −2.99")


def test_a_kink_is_not_called_wrong(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 0.0\nrelu(x)", panel="check"))
    expect(workbench.explanation.locator(".check.is-undecided")).to_have_count(1)


def test_practice_hides_the_numbers_names_a_misconception_and_ends_with_a_score(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a", panel="practice"))
    panel = workbench.explanation
    panel.get_by_role("button", name="Begin").click()
    workbench.expect_card("a*a", data="—", grad="—")
    expect(workbench.gradient_of("a")).to_have_text("—")
    field = panel.get_by_role("textbox", name="Your answer")

    def give(answer: str) -> None:
        field.fill(answer)
        field.press("Enter")

    give("6")
    expect(panel).to_contain_text("That is the sum of the two; this node multiplies.")
    give("9")
    workbench.expect_card("a*a", data="9", grad="—")
    give("1")
    give("-3")
    expect(panel).to_contain_text("the sign is not")
    for _ in range(3):
        panel.get_by_role("button", name=re.compile("Hint")).click()
    expect(panel.locator(".practice-hints li")).to_have_count(3)
    panel.get_by_role("button", name="Show the answer").click()
    workbench.expect_card("a", grad="3")
    give("3")
    give("3")
    expect(panel).to_contain_text("forgets the path that arrived before")
    give("6")
    expect(panel.get_by_role("heading")).to_have_text("Done")
    workbench.expect_card("a", grad="6")
    expect(panel.locator(".practice-score")).to_have_text(re.compile("first try2.*thought2.*shown1.*together5"))


def test_practice_with_tensors_asks_for_elements_shapes_and_sums(open_workbench: Open) -> None:
    workbench = open_workbench(link("W = [[1, 2], [3, 4]]\nx = [5, 6]\nb = 0.5\nsum(W @ x + b)", panel="practice"))
    panel = workbench.explanation
    panel.get_by_role("button", name="Begin").click()
    field = panel.get_by_role("textbox", name="Your answer")
    expect(panel).to_contain_text("What shape does W @ x have?")
    for given in ("2.5", "2×2", "2"):
        field.fill(given)
        field.press("Enter")
    expect(panel).to_contain_text("Right: 2.")
    expect(panel).to_contain_text(re.compile(r"What is the element \[[01]\] of W @ x \+ b\?"))


def test_a_sum_that_is_left_out_shows_its_shape(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = [1, 2]\nb = 0.5\nsum(x*b)", panel="practice", pitfall="stretched"))
    expect(workbench.page.locator(".pitfall-banner")).to_contain_text("b says [1, 2] and ought to be 3")
    workbench.page.get_by_role("button", name="Mend it").click()
    workbench.expect_card("b", grad="3")


def test_stepping_on_along_the_timeline_counts_as_shown(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a", panel="practice"))
    workbench.explanation.get_by_role("button", name="Begin").click()
    workbench.button("Go to the end").click()
    expect(workbench.explanation.get_by_role("heading")).to_have_text("Done")
    expect(workbench.explanation.locator(".practice-score")).to_have_text(re.compile("shown5"))


@pytest.mark.parametrize("panel", ["plot", "paths", "check", "practice"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_tab_is_accessible_and_fits_a_phone(
    open_page: Callable[..., Page], axe: Callable[[Page], list[str]], panel: str, scheme: str
) -> None:
    page = open_page(f"/#panel={panel}", color_scheme=scheme, viewport={"width": 400, "height": 800})
    expect(page.locator(f".panel-{panel} > *").first).to_be_attached()
    page.wait_for_timeout(300)
    assert axe(page) == []
    assert Workbench(page).sideways() == 0


def test_a_broken_engine_says_so_shows_what_goes_wrong_and_is_mended(open_workbench: Open) -> None:
    workbench = open_workbench("/#panel=practice")
    banner = workbench.page.locator(".pitfall-banner")
    workbench.explanation.get_by_label("= in place of +=").check()
    expect(banner).to_contain_text("Broken on purpose")
    expect(banner).to_contain_text("a says 21 and ought to be 31")
    workbench.expect_card("a", grad="21")
    workbench.explanation.get_by_label("Gradients not set to zero").check()
    workbench.expect_card("a", grad="62")
    workbench.explanation.get_by_label("The wrong order").check()
    expect(banner).to_contain_text("gets away with it")
    workbench.write("x = 2.0\nb = x*x\nb*b + b")
    expect(banner).to_contain_text("x says 16 and ought to be 36")
    workbench.expect_card("x", grad="16")
    banner.get_by_role("button", name="Mend it").click()
    expect(banner).to_be_hidden()
    workbench.expect_card("x", grad="36")
