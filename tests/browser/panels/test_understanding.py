"""The tabs beside the picture: plots, paths, checks and practice, each with figures that are known from elsewhere."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link, visit

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
    walk = panel.get_by_role("table")
    expect(walk.get_by_role("columnheader")).to_have_text(["step", "x", re.compile("^(y|f|.*x.*)$")])
    expect(walk.locator("tbody td:nth-child(2)")).to_have_text(
        ["0", "−1.2", "−0.48", "−0.912", "−0.6528", "−0.8083", *[re.compile("−0.7")] * 3]
    )
    # Steps that lie on one another share a mark.
    marks = panel.locator(".plot-step-number").all_text_contents()
    assert marks[0] == "0"
    assert any("–" in mark or "," in mark for mark in marks)
    expect(panel).to_contain_text("swings from side to side")


def test_the_gradient_is_at_a_right_angle_to_the_lines_of_equal_value(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 1\ny = 1\nx**2 + 3*y**2 + x*y", panel="plot"))
    arrow = workbench.explanation.locator(".plot-arrow")
    across, up = arrow.evaluate(
        "(line) => [line.x2.baseVal.value - line.x1.baseVal.value, line.y1.baseVal.value - line.y2.baseVal.value]"
    )
    # Both axes have one scale, so the arrow points where the gradient (3, 7) does.
    assert up / across == pytest.approx(7 / 3, rel=0.01)


def test_two_inputs_are_drawn_as_contours_with_the_gradient(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 2.0\ny = -1.0\nx*x + 3*y*y + x*y", panel="plot"))
    panel = workbench.explanation
    panel.get_by_role("combobox", name="Second input").select_option("y")
    expect(panel.get_by_role("img", name=re.compile("the gradient here is 3, −4"))).to_be_visible()
    assert panel.locator(".plot-level").count() > 8
    expect(panel.locator(".plot-arrow-head")).to_be_visible()


def test_a_program_without_a_curve_says_why(open_workbench: Open) -> None:
    workbench = open_workbench(link("2*3", panel="plot"))
    expect(workbench.explanation).to_contain_text("No single-number input can be varied")
    expect(workbench.explanation.get_by_role("checkbox", name="Walk downhill from here")).to_be_hidden()


LOGISTIC = "x = np.array([0.123, 0.65, 1.0])\nw = np.array([0.5, -1.0, 2.0])\nL = np.sum(1/(1+np.exp(-x*w)))"


def test_one_number_of_an_array_is_moved_in_a_plot(open_workbench: Open) -> None:
    workbench = open_workbench(link(LOGISTIC, panel="plot"))
    panel = workbench.explanation
    across = panel.get_by_role("combobox", name="Input across")
    workbench.card("w").click()
    expect(across).to_have_value("w[0]")
    across.select_option("w[1]")
    slope = workbench.answer(LOGISTIC)["gradients"]["w"][1]
    expect(panel.get_by_role("img", name=re.compile(f"at w\\[1\\] = −1 it is 1.739 with slope {slope:.4f}"))).to_be_visible()
    lower, upper = (workbench.answer(LOGISTIC.replace("-1.0", str(at)))["value"] for at in (-1.001, -0.999))
    assert slope == pytest.approx((upper - lower) / 0.002, rel=1e-4)
    before = panel.locator(".plot-curve").get_attribute("d")
    workbench.write(LOGISTIC.replace("0.65", "3.0"))
    expect(panel.locator(".plot-curve")).not_to_have_attribute("d", before or "")


def test_a_plot_is_of_one_element_where_the_output_is_an_array(open_workbench: Open) -> None:
    program = "W = np.array([[1.0, 2.0], [3.0, 4.0]])\nx = np.array([0.5, -1.0])\nh = np.tanh(W @ x)\ny = W @ h"
    workbench = open_workbench(link(program, panel="plot"))
    panel = workbench.explanation
    of = panel.get_by_role("combobox", name="Value to plot")
    expect(of.get_by_role("option")).to_have_text(["y[0]", "y[1]"])
    workbench.card("h").click()
    of.select_option("h[1]")
    panel.get_by_role("combobox", name="Input across").select_option("x[0]")
    # (1 − tanh²(1.5 − 4)) × 3
    expect(panel).to_contain_text("Here h[1] is −0.9866, and ∂h[1]/∂x[0] = 0.07978.")


def test_the_paths_of_one_element_add_up_to_its_gradient(open_workbench: Open) -> None:
    program = "W = np.array([[1.0, 2.0], [3.0, 4.0]])\nx = np.array([0.5, -1.0])\nL = np.sum((W @ x)**2)"
    workbench = open_workbench(link(program, panel="paths"))
    panel = workbench.explanation
    workbench.card("x").click()
    expect(panel.get_by_role("heading")).to_have_text("x[0] reaches L along 2 paths")
    # 2 × (W x) × W[:, 1], whose rows are −1.5 and −2.5
    panel.get_by_role("combobox", name="Element").select_option("[1]")
    expect(panel.get_by_role("heading")).to_have_text("x[1] reaches L along 2 paths")
    expect(panel.locator(".path .signed")).to_have_text(["−20", "−6"])
    expect(panel.locator(".paths-sum")).to_contain_text("−26")
    assert workbench.answer(program)["gradients"]["x"][1] == -26
    panel.locator(".path").first.click()
    expect(workbench.card("W")).to_have_css("opacity", "0.3")


def test_the_gradient_is_the_sum_of_its_paths_and_each_is_lit_in_the_picture(open_workbench: Open) -> None:
    workbench = open_workbench("/#panel=paths")
    panel = workbench.explanation
    expect(panel.get_by_role("heading")).to_have_text("a reaches L along 2 paths")
    expect(panel.locator(".path .signed")).to_have_text(["21", "10"])
    expect(panel.locator(".paths-sum")).to_contain_text("31")
    panel.locator(".path").first.click()
    expect(workbench.card("a + d")).to_have_css("opacity", "0.3")
    expect(workbench.card("b*a")).to_have_css("opacity", "1")
    tab(workbench, "Explain")
    expect(workbench.card("a + d")).to_have_css("opacity", "1")
    tab(workbench, "Paths")
    workbench.card("d").click()
    expect(panel.get_by_role("heading")).to_have_text("d reaches L along one path")


def test_a_check_agrees_with_the_gradients_and_shows_the_sweep(open_workbench: Open) -> None:
    workbench = open_workbench(link(NEURON, panel="check"))
    panel = workbench.explanation
    checks = panel.locator(".check")
    expect(checks).to_have_count(5)
    expect(panel.locator(".check.is-agrees")).to_have_count(5)
    expect(panel.get_by_role("img", name=re.compile("Absolute error of the difference"))).to_be_visible()
    panel.get_by_role("combobox", name="Input to nudge").select_option("w1")
    expect(panel).to_contain_text("The gradient 1 predicts a change of 0.01; the actual one is 0.009")
    expect(workbench.card("w1").locator(".ghost")).to_have_text("→ −2.99")
    expect(workbench.card("w2").locator(".ghost")).to_have_count(0)
    panel.get_by_role("tab", name="Paths").click()
    expect(workbench.graph.locator(".ghost")).to_have_count(0)
    panel.get_by_role("tab", name="Check").click()
    expect(workbench.card("w1").locator(".ghost")).to_have_text("→ −2.99")


def test_a_check_finds_out_an_engine_that_is_broken_on_purpose(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = 3.0\nc = 4.0\nL = (b*a + c) * a", pitfall="overwrite", panel="check"))
    panel = workbench.explanation
    row = panel.locator(".check", has_text=re.compile("^a"))
    expect(row).to_have_class(re.compile("is-differs"))
    expect(row).to_contain_text("differs")
    shown = str(workbench.gradient_of("a").text_content()).strip("+")
    expect(row.locator(".numbers")).to_have_text(shown)
    expect(panel).to_contain_text(f"The broken engine computes {shown}; the output actually changes by 16 per unit")
    expect(panel).to_contain_text(f"The gradient {shown} predicts a change of")
    expect(panel).to_contain_text("Smaller nudges do not agree better: the gradient is wrong.")
    expect(panel.locator(".check.is-agrees")).to_have_count(2)
    workbench.page.get_by_role("button", name="Undo the mistake").click()
    expect(panel.locator(".check.is-agrees")).to_have_count(3)
    expect(panel).to_contain_text("Smaller nudges agree better.")


def test_a_kink_is_not_called_wrong(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 0.0\nrelu(x)", panel="check"))
    expect(workbench.explanation.locator(".check.is-undecided")).to_have_count(1)


def test_practice_hides_the_numbers_names_a_misconception_and_ends_with_a_score(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a", panel="practice"))
    panel = workbench.explanation
    panel.get_by_role("button", name="Begin").click()
    workbench.expect_card("a*a", data="?", grad="—")  # asked for
    expect(workbench.gradient_of("a")).to_have_text("—")
    field = panel.get_by_role("textbox", name="Your answer")

    def give(answer: str) -> None:
        field.fill(answer)
        field.press("Enter")

    give("6")
    expect(panel).to_contain_text("That is the sum of the two; this node multiplies.")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(re.compile(r"^That is the sum of the two"))
    give("9")
    workbench.expect_card("a*a", data="9", grad="?")
    give("1")
    give("-3")
    expect(panel).to_contain_text("the sign is not")
    for _ in range(3):
        panel.get_by_role("button", name=re.compile("Show hint")).click()
    expect(panel.locator(".practice-hints li")).to_have_count(3)
    panel.get_by_role("button", name="Show the answer").click()
    workbench.expect_card("a", grad="3")
    give("3")
    give("3")
    expect(panel).to_contain_text("forgets the earlier contribution")
    give("6")
    expect(panel.get_by_role("heading")).to_have_text("Done")
    workbench.expect_card("a", grad="6")
    expect(panel.locator(".practice-score")).to_have_text(re.compile("first try2.*hints2.*shown1.*in all5"))


def test_practice_with_tensors_asks_for_elements_shapes_and_sums(open_workbench: Open) -> None:
    workbench = open_workbench(link("W = [[1, 2], [3, 4]]\nx = [5, 6]\nb = 0.5\nsum(W @ x + b)", panel="practice"))
    panel = workbench.explanation
    panel.get_by_role("button", name="Begin").click()
    field = panel.get_by_role("textbox", name="Your answer")
    expect(panel).to_contain_text("What shape does W @ x have?")
    for given in ("2.5", "2×2", "2"):
        field.fill(given)
        field.press("Enter")
    expect(panel).to_contain_text("Right: (2,).")
    expect(panel).to_contain_text("W is [[1, 2], [3, 4]], x is [5, 6].")
    first = "element [0]" in panel.inner_text()
    field.fill("5" if first else "15")
    field.press("Enter")
    expect(panel).to_contain_text("That is only one of the products.")
    field.fill("17" if first else "39")
    field.press("Enter")
    expect(panel).to_contain_text(
        re.compile(r"What is the element \[[01]\] of W @ x \+ b\? W @ x has (17|39) there, b has 0.5 there")
    )


def test_a_sum_that_is_left_out_shows_its_shape(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = [1, 2]\nb = 0.5\nsum(x*b)", panel="practice", pitfall="stretched"))
    expect(workbench.page.locator(".pitfall-banner")).to_contain_text("b is [1, 2] and should be 3")
    workbench.page.get_by_role("button", name="Undo the mistake").click()
    workbench.expect_card("b", grad="3")


def test_stepping_on_along_the_timeline_counts_as_shown(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a", panel="practice"))
    workbench.explanation.get_by_role("button", name="Begin").click()
    workbench.scrubber.press("End")
    expect(workbench.explanation.get_by_role("heading")).to_have_text("Done")
    expect(workbench.explanation.locator(".practice-score")).to_have_text(re.compile("shown5"))


def test_playing_during_a_question_says_what_it_has_shown_and_rests(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a + a", panel="practice"))
    workbench.explanation.get_by_role("button", name="Begin").click()
    expect(workbench.explanation).to_contain_text("What is the value of a*a?")
    workbench.button("Play").click()
    expect(workbench.explanation).to_contain_text("The timeline has shown the answer, 9. It counts as shown.")
    expect(workbench.explanation).to_contain_text("What is the value of a*a + a?")
    expect(workbench.button("Play")).to_be_visible()
    workbench.expect_position(1)


def test_a_broken_engine_says_so_shows_what_goes_wrong_and_is_mended(open_workbench: Open) -> None:
    workbench = open_workbench("/#panel=practice")
    banner = workbench.page.locator(".pitfall-banner")
    workbench.explanation.get_by_label("= in place of +=").check()
    expect(banner).to_contain_text("Broken on purpose")
    expect(banner).to_contain_text("a is 21 and should be 31")
    workbench.expect_card("a", grad="21")
    workbench.explanation.get_by_label("Gradients not set to zero").check()
    workbench.expect_card("a", grad="62")
    workbench.explanation.get_by_label("The wrong order").check()
    expect(banner).to_contain_text("gets away with it")
    banner.get_by_role("button", name="Show where it matters").click()
    expect(banner).to_contain_text("x is 16 and should be 36")
    expect(banner.get_by_role("button", name="Show where it matters")).to_be_hidden()
    workbench.expect_card("x", grad="16")
    banner.get_by_role("button", name="Undo the mistake").click()
    expect(banner).to_be_hidden()
    workbench.expect_card("x", grad="36")


def test_each_mistake_has_a_program_where_it_does_harm(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    for pitfall in ("overwrite", "leftover", "order", "stretched"):
        with subtests.test(pitfall=pitfall):
            spared = "a = 0.0\nb = a * 0.0" if pitfall != "order" else "a = 1.0\nb = 2*a"
            visit(workbench.page, link(spared, pitfall=pitfall))
            workbench.page.get_by_role("button", name="Show where it matters").click()
            expect(workbench.page.locator(".pitfall-banner")).to_contain_text("should be")
            expect(workbench.graph.locator(".card.wrong").first).to_be_visible()


def test_the_point_of_a_plot_is_dragged_and_the_graph_follows(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 1.0\nL = x*x - 2", panel="plot"))
    point = workbench.explanation.locator(".plot-here")
    expect(workbench.explanation).to_contain_text("∂L/∂x = 2")
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    workbench.page.mouse.move(x, y)
    workbench.page.mouse.down()
    workbench.page.mouse.move(x + 40, y, steps=6)
    workbench.page.mouse.up()
    workbench.settle()
    value = workbench.value_of("x")
    expect(value).not_to_have_value("1.0")
    moved = float(value.input_value())
    assert 1 < moved < 5
    expect(workbench.explanation).to_contain_text(f"∂L/∂x = {2 * moved:g}")
    workbench.page.keyboard.press("ControlOrMeta+z")
    expect(workbench.explanation).to_contain_text("∂L/∂x = 2.")


def test_a_plot_takes_half_of_the_page_on_request(open_workbench: Open) -> None:
    workbench = open_workbench(link(PARABOLA, panel="plot"), viewport={"width": 1440, "height": 900})
    plot = workbench.explanation.locator(".plot")
    before = plot.bounding_box()
    workbench.explanation.get_by_role("button", name="Enlarge").click()
    larger = workbench.explanation.get_by_role("button", name="Make smaller")
    expect(larger).to_have_attribute("aria-pressed", "true")
    after = plot.bounding_box()
    assert before
    assert after
    assert after["width"] > 1.7 * before["width"]
    assert workbench.sideways() == 0
    tab(workbench, "Explain")
    expect(workbench.page.locator(".is-panel-large")).to_have_count(0)


def test_a_parabola_has_no_truncation_error_and_a_cube_has(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = 2.0\nx*x + x", panel="check"))
    panel = workbench.explanation
    expect(panel).to_contain_text("only the rounding error of a small h is visible")
    expect(panel.locator(".plot .plot-name", has_text="truncation")).to_have_count(0)
    workbench = open_workbench(link("x = 2.0\nx**3", panel="check"))
    expect(workbench.explanation).to_contain_text("truncation error dominates for large h")
    expect(workbench.explanation.locator(".plot .plot-name", has_text="truncation")).to_be_visible()


@pytest.mark.parametrize(("panel", "route"), [("check", "check"), ("paths", "paths"), ("plot", "gradient/batch")])
def test_a_tab_that_waits_says_so_and_can_be_given_up(open_page: Callable[..., Page], panel: str, route: str) -> None:
    page = open_page("about:blank")
    page.route(f"**/api/v1/{route}", lambda _route: None)
    page.goto(link(PARABOLA, panel=panel))
    workbench = Workbench(page)
    waiting = workbench.explanation.locator(".panel-wait")
    expect(waiting).to_be_visible()
    waiting.get_by_role("button", name="Cancel").click()
    expect(waiting).to_have_count(0)
    expect(workbench.explanation).to_contain_text("Given up.")


def test_numbers_of_an_older_program_are_marked_while_the_new_ones_are_awaited(open_workbench: Open) -> None:
    workbench = open_workbench(link("a, b = 2.0, 3.0\ny = a*b + a\ny", panel="paths", selected=0))
    expect(workbench.explanation.locator(".path")).to_have_count(2)
    workbench.page.route("**/api/v1/paths", lambda _route: None)
    workbench.card("b").click()
    expect(workbench.explanation.locator(".is-outdated .path")).to_have_count(2)
    outdated = workbench.explanation.locator(".panel-outdated")
    expect(outdated).to_be_hidden()
    workbench.write("y = 3 +")
    expect(outdated).to_have_text("The numbers below are from before the mistake.")
    workbench.page.route("**/api/v1/graph", lambda _route: None)
    workbench.write("a = 3.0\ny = a*a*7")
    expect(outdated).to_have_text("Computing …")


def test_a_long_chain_of_alike_links_is_written_short(open_workbench: Open) -> None:
    lines = ["x = 1.0", "h = x", *["h = h*1.01"] * 30, "h"]
    workbench = open_workbench(link("\n".join(lines), panel="paths", selected=0))
    chain = workbench.explanation.locator(".path-chain").first
    expect(chain).to_be_visible()
    assert len(chain.locator("code").all()) <= 11


def test_a_graph_too_large_for_practice_says_so(open_workbench: Open) -> None:
    terms = "+".join(f"x*{number}" for number in range(1, 200))
    workbench = open_workbench(link(f"x = 1.0\n{terms}", panel="practice"))
    expect(workbench.explanation).to_contain_text("too large to trace by hand")
    expect(workbench.explanation.get_by_role("button", name="Begin")).to_have_count(0)


def test_a_second_wrong_answer_brings_the_hints_that_name_the_rule(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a", panel="practice"))
    panel = workbench.explanation
    panel.get_by_role("button", name="Begin").click()
    field = panel.get_by_role("textbox", name="Your answer")
    for answer, hints in (("7", 0), ("8", 2), ("10", 2)):
        field.fill(answer)
        field.press("Enter")
        expect(panel.locator(".practice-hints li")).to_have_count(hints)
        expect(field).to_have_value(answer)
    expect(panel.get_by_role("button", name="Show hint 3")).to_be_visible()
