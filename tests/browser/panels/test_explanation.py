"""The explanation of a node: its rule with letters and with numbers, and contributions that add up."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.gallery_sweep import SHARE, TABLE_FROM, wrong_explanations
from tests.browser.pages import Workbench, link, visit

Open = Callable[..., Workbench]


def test_a_click_on_a_node_explains_its_rule_with_letters_and_numbers_and_its_sum(workbench: Workbench) -> None:
    workbench.card("a").click()
    explanation = workbench.explanation
    expect(explanation.get_by_role("heading", level=2)).to_contain_text("a")
    expect(explanation).to_contain_text("used 2 times")
    rows = explanation.get_by_role("listitem")
    expect(explanation.locator(".derivative")).to_contain_text(re.compile(r"31\s*= 10 \+ 21"))
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(re.compile(r"10\s*upstream 10 × local derivative 1"))
    expect(rows.nth(1)).to_contain_text(re.compile(r"21\s*upstream 7 × local derivative 3"))
    # A click opens how a part is calculated.
    expect(rows.get_by_role("definition")).to_have_count(0)
    rows.nth(1).get_by_role("button").click()
    expect(rows.nth(1).get_by_role("definition")).to_have_count(4)
    expect(rows.nth(1).get_by_role("definition").last).to_have_text("21")
    rows.nth(0).get_by_role("button").click()
    expect(rows.nth(0).get_by_role("definition").last).to_have_text("10")
    workbench.card("L").click()
    expect(explanation).to_contain_text("It is the output: its derivative with respect to itself is 1")
    expect(explanation.get_by_role("heading", name="Why multiply")).to_be_hidden()
    workbench.unfold_details()
    expect(explanation.get_by_role("heading", name="Why multiply")).to_be_visible()


def test_a_nudge_is_predicted_and_tried(workbench: Workbench) -> None:
    workbench.card("a").click()
    meaning = workbench.explanation.locator(".nudge-meaning")
    expect(meaning).to_have_text(re.compile(r"^The gradient says: make a+ larger by 0\.01 and L+ grows by about 0\.31\.$"))
    workbench.explanation.get_by_role("button", name="Try it").click()
    # 70.3103 after 70.
    expect(meaning).to_have_text(re.compile(r"^a+ is 2\.01 now, and L+ grew by 0\.3103\.$"))
    workbench.expect_card("a", data="2.01", grad="31.06")
    # What another input does to the output is nothing that this nudge did.
    workbench.value_of("b").fill("2")
    workbench.page.keyboard.press("Enter")
    workbench.expect_card("b", data="2")
    expect(meaning).to_have_text(re.compile("^The gradient says: make a+ larger by 0.01"))
    # A result cannot be moved by itself.
    workbench.card("a + d").click()
    expect(meaning).to_have_text(re.compile(r"^The gradient says: make a.*d larger by 0\.01 and L+ grows by about 0\.0802\.$"))
    expect(workbench.explanation.get_by_role("button", name="Try it")).to_be_hidden()
    workbench.card("L").click()
    expect(meaning).to_be_hidden()


def test_an_input_has_its_curve_with_the_tangent_and_the_plot_behind_it(workbench: Workbench) -> None:
    workbench.card("a").click()
    curve = workbench.explanation.locator(".live-plot")
    expect(curve).to_have_accessible_name(re.compile(r"\bL\b.*\ba\b.*70.*31"))
    expect(curve.locator(".plot-slope")).to_have_text("slope 31")
    # What has not arrived yet is not told.
    workbench.page.keyboard.press("Home")
    expect(curve.locator(".plot-slope")).to_have_count(0)
    expect(workbench.explanation.locator(".nudge-meaning")).to_have_count(0)
    workbench.page.keyboard.press("End")
    tabs = workbench.page.locator("#panel-tabs").get_by_role("tab")
    expect(tabs.filter(visible=True)).to_have_text(["Explain", "Paths", "Check", "Practice"])
    workbench.explanation.get_by_role("button", name="Enlarge").click()
    expect(workbench.explanation.get_by_role("combobox", name="Input across")).to_have_value("a")
    expect(tabs.filter(visible=True)).to_have_text(["Explain", "Plot", "Paths", "Check", "Practice"])


def test_a_name_that_is_given_again_is_that_of_its_card_wherever_it_is_read(open_workbench: Open) -> None:
    program = "a = 2\nb = 3\nc = 4\nd = a*b\nd = d + c\nL = d/b"
    workbench = open_workbench(link(program, at=2))
    heading = workbench.explanation.get_by_role("heading", level=2)
    expect(workbench.graph.locator(".card-title", has_text="d")).to_have_text(["d1", "d2"])
    expect(workbench.sentence).to_have_text("d2 = d1 + c is 6 + 4 = 10.")
    expect(heading).to_have_accessible_name("d₂")
    workbench.page.keyboard.press("End")
    # What cards say of themselves, and of what they feed.
    expect(workbench.card("d₁")).to_have_accessible_name(re.compile(r"^d₁, .*, feeds d₂$"))
    workbench.card("d₁").click()
    expect(heading).to_have_accessible_name("d₁")
    # KaTeX writes a formula for the eye as well as for screen readers, in TeX.
    written = workbench.explanation.locator("annotation")
    workbench.unfold_details()
    workbench.explanation.locator(".contribution.is-current .contribution-summary").click()
    expect(written.get_by_text(r"\dfrac{\partial d_{1}}{\partial b}", exact=True).first).to_be_attached()
    assert not any(re.search(r"d(?!_|frac|ot)", text) for text in written.all_text_contents())
    workbench.tool("Show as a table").click()
    expect(workbench.table.get_by_role("rowheader").filter(has_text="d")).to_have_text(["d₁", "d₂"])


def test_local_derivatives_are_explained_while_they_are_written_on_the_wires(open_workbench: Open) -> None:
    program = "a = 2\nb = 3\nd = a*b\nd = d*d\nL = d/b"
    workbench = open_workbench(link(program, at=3))
    heading = workbench.page.get_by_role("heading", name="Local derivatives")
    section = workbench.explanation.locator("section").filter(has=heading)
    formulas = section.locator("annotation")
    by_b = [r"\dfrac{\partial L}{\partial b{}_{(2)}}", r"\frac{-L}{b}", r"\frac{-12}{3}", "-4"]
    expect(section).to_have_count(0)
    for sentence, derivatives in [
        (
            "Local derivatives of d1 = a⋅b: ∂d1/∂a = b = 3, ∂d1/∂b = a = 2.",
            [r"\dfrac{\partial d_{1}}{\partial a}", "b", "3", r"\dfrac{\partial d_{1}}{\partial b}", "a", "2"],
        ),
        (
            "Local derivatives of d2 = d1⋅d1: ∂d2/∂d1₍₁₎ = d1 = 6, ∂d2/∂d1₍₂₎ = d1 = 6.",
            [
                *(r"\dfrac{\partial d_{2}}{\partial d_{1}{}_{(1)}}", "d_{1}", "6"),
                *(r"\dfrac{\partial d_{2}}{\partial d_{1}{}_{(2)}}", "d_{1}", "6"),
            ],
        ),
        (
            "Local derivatives of L = d2/b: ∂L/∂d2 = 1/b = 1 / 3 = 0.3333, ∂L/∂b₍₂₎ = −L/b = −12 / 3 = −4.",
            [r"\dfrac{\partial L}{\partial d_{2}}", r"\frac{1}{b}", r"\frac{1}{3}", "0.3333", *by_b],
        ),
    ]:
        workbench.page.keyboard.press(".")
        expect(workbench.sentence).to_have_text(sentence)
        expect(formulas).to_have_text(derivatives)
        remarks = workbench.explanation.get_by_text("which input of the operation is meant")
        expect(remarks).to_have_count(1 if "₍₂₎" in sentence else 0)
    workbench.card("b").click()
    expect(formulas).to_have_text([r"\dfrac{\partial d_{1}}{\partial b}", "a", "2", *by_b])
    workbench.page.keyboard.press(".")
    expect(section).to_have_count(0)


def test_slopes_of_what_has_a_long_name_are_short_in_the_sentence_and_whole_in_the_explanation(open_workbench: Open) -> None:
    workbench = open_workbench(link("label = 1\nscore = 2\n(1 - label)*log(1 + score)", at=4.8))
    expect(workbench.sentence).to_have_text(
        "Local derivatives of f = (1 − label)⋅log(1 + sco…): 1.099 for 1 − label, 0 for log(1 + score).",
    )
    expect(workbench.explanation.get_by_role("heading", name="Local derivatives")).to_be_visible()


def test_the_slope_of_an_array_operation_is_what_it_makes_of_the_gradient(open_workbench: Open) -> None:
    workbench = open_workbench(link("x = [1, 2]\nw = [[1, 2], [3, 4]]\nG = w @ x\nsum(G*G)", at=3))
    workbench.page.keyboard.press(".")
    expect(workbench.sentence).to_have_text("Local derivatives of G = w x: U x⊤ for w, w⊤ U for x (upstream gradient: U).")
    formulas = workbench.explanation.locator(".formula annotation")
    expect(formulas.get_by_text(r"U \, {x}^{\top}", exact=True)).to_be_attached()
    expect(workbench.explanation).to_contain_text("U is the upstream gradient.")


def test_two_contributions_between_the_same_nodes_differ_in_their_inputs(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3\ny = a*a\ny*2", at=9, node=0))
    rows = workbench.explanation.get_by_role("listitem")
    expect(rows).to_have_text([re.compile("^through y.*, input 1"), re.compile("^through y.*, input 2")])
    workbench.unfold_details()
    workbench.card("y").click()
    expect(rows.filter(has_text=re.compile("^to"))).to_have_text([re.compile("^to a.*, input 1"), re.compile("^to a.*, input 2")])


def test_every_node_of_examples_is_typeset_and_its_contributions_add_up(open_workbench: Open) -> None:
    workbench = open_workbench(TABLE_FROM)
    expect(workbench.explanation.locator(".katex").first).to_be_visible()
    for example in SHARE:
        assert wrong_explanations(workbench, example) == []


def test_the_explanation_follows_the_timeline_until_a_node_is_chosen(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&at=1")
    heading = workbench.explanation.get_by_role("heading", level=2)
    expect(heading).to_contain_text("b⋅a")
    workbench.page.keyboard.press("End")
    workbench.card("c").click()
    expect(heading).to_contain_text("c")
    workbench.page.keyboard.press("Home")
    workbench.page.keyboard.press(".")
    expect(heading).to_contain_text("c")
    expect(workbench.explanation).to_contain_text("—")
    workbench.explanation.get_by_role("button", name="follow steps").click()
    expect(heading).to_contain_text("b⋅a")


def test_before_a_gradient_is_complete_the_explanation_says_how_much_has_arrived(open_workbench: Open) -> None:
    graph = open_workbench().answer(EXAMPLES[0].program)
    arrivals = [
        index for index, step in enumerate(graph["steps"]) if "edge" in step and graph["edges"][step["edge"]]["source"] == 0
    ]
    workbench = open_workbench(f"/#v=1&node=0&at={arrivals[0] + 1}")
    expect(workbench.explanation).to_contain_text("1 of 2 contributions have arrived")
    workbench.expect_card("a", grad="10")
    workbench.page.keyboard.press("End")
    expect(workbench.explanation).not_to_contain_text("have arrived")


def test_reasons_are_given_for_a_gradient_that_is_zero_or_missing(workbench: Workbench) -> None:
    workbench.choose_example("A blocked gradient")
    workbench.card("w").click()
    expect(workbench.explanation).to_contain_text("The gradient that arrives at")
    workbench.choose_example("A neuron")
    workbench.card("w2").click()
    expect(workbench.explanation).to_contain_text("It is multiplied by x2, which is 0")
    workbench.press_in_view("Draw constants as separate nodes")
    workbench.write("x = 3.0\n2*x")
    workbench.card("2").click()
    expect(workbench.explanation).to_contain_text("A constant cannot change")


def test_numbers_are_copied_in_full(open_workbench: Open) -> None:
    workbench = open_workbench(permissions=["clipboard-read", "clipboard-write"])
    workbench.choose_example("A neuron")
    workbench.card("o").click()
    workbench.unfold_details()
    workbench.explanation.get_by_role("button", name="Copy the value in full").click()
    expect(workbench.notice).to_have_text("Copied 0.7071067811865477")
    assert workbench.page.evaluate("() => navigator.clipboard.readText()") == "0.7071067811865477"


def test_a_click_beside_the_graph_and_escape_let_go_of_the_node(workbench: Workbench) -> None:
    for let_go in (
        lambda: workbench.graph.click(position={"x": 12, "y": 90}),
        lambda: workbench.page.keyboard.press("Escape"),
        lambda: workbench.explanation.get_by_role("button", name="follow steps").click(),
    ):
        workbench.card("d").click()
        expect(workbench.card("d")).to_contain_class("selected")
        let_go()
        expect(workbench.card("d")).not_to_contain_class("selected")


def test_an_edit_keeps_the_chosen_node_by_its_name(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = 3.0\nc = a*b\nc + 1"))
    workbench.card("c").click()
    workbench.write("z = 1.0\na = 2.0\nb = 3.0\nc = a*b*z\nc + 1")
    expect(workbench.card("z")).to_be_visible()
    expect(workbench.card("c")).to_contain_class("selected")


def test_a_formula_that_is_wider_than_the_panel_is_reached_by_the_keyboard(
    open_workbench: Open, axe: Callable[[Page], list[str]]
) -> None:
    weight, loss = "the_first_weight_of_all_that_there_are_here", "the_loss_of_the_whole_network_after_its_first_step"
    page = open_workbench(link(f"{weight} = 2.0\n{loss} = {weight}*3", edge=0)).page
    expect(page.locator("#inspector .four-lines .katex").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    lines = page.locator("#inspector .four-lines dd")
    expect(lines.and_(page.locator("[tabindex='0']"))).not_to_have_count(0)
    wide = lines.evaluate_all("(all) => all.map((line) => [line.scrollWidth > line.clientWidth, line.tabIndex === 0])")
    assert all(is_wide == is_reached for is_wide, is_reached in wide), wide
    assert axe(page) == []


def test_the_ring_of_the_focus_is_whole_around_an_opened_contribution(workbench: Workbench) -> None:
    """Nothing that is drawn later covers it: not the bar, which lies right below."""
    workbench.card("a").click()
    row = workbench.explanation.locator("button.contribution-summary").first
    row.focus()
    workbench.page.keyboard.press("Shift+Tab")
    workbench.page.keyboard.press("Tab")
    expect(row).to_be_focused()
    assert row.evaluate("(row) => getComputedStyle(row).outlineStyle") == "solid"
    bar = row.locator("xpath=..").locator(".bar-track")
    below, box = bar.bounding_box(), row.bounding_box()
    assert below
    assert box
    assert below["y"] < box["y"] + box["height"] + 4, "the ring reaches over the bar"
    assert row.evaluate("(row) => getComputedStyle(row).position") == "relative"


def test_the_last_step_of_a_large_graph_is_explained_like_any_other(open_workbench: Open) -> None:
    workbench = open_workbench(link("r = 3.2\nc = 0.0\nx = 0.4\nfor i in range(1000):\n    x = r*x*(1-x)+c"))
    expect(workbench.explanation.get_by_role("heading", level=2)).to_have_text(re.compile("^x"))
    expect(workbench.explanation.get_by_role("heading", level=2)).to_be_visible()
    expect(workbench.explanation.locator(".inspector-role")).to_contain_text("input")


def test_nothing_shines_through_the_heading_that_stays_while_one_scrolls(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    for width in (1280, 400):
        with subtests.test(width=width):
            visit(workbench.page, link("a = 2.0\nb = 3.0\nL = (b*a + 4) * a"), (width, 700))
            ground = workbench.page.locator(".inspector-heading").evaluate(
                "(heading) => getComputedStyle(heading).backgroundColor"
            )
            assert re.fullmatch(r"rgb\(.*\)|color\(srgb [^/]*\)|oklch\([^/]*\)", ground), ground


SETTINGS_OF_THE_EXPLANATION = """() => {
  window.settings = [];
  document.addEventListener("click", () => { window.played = performance.now(); }, {capture: true, once: true});
  new MutationObserver(() => settings.push(performance.now())).observe(document.getElementById("inspector"), {childList: true});
}"""


def test_a_fast_play_sets_the_explanation_no_faster_than_one_could_read_it(open_workbench: Open) -> None:
    workbench = open_workbench(link("r = 3.2\nc = 0.0\nx = 0.4\nfor i in range(1000):\n    x = r*x*(1-x)+c", at=0))
    expect(workbench.explanation.get_by_role("heading", level=2)).to_be_visible()
    workbench.page.evaluate(SETTINGS_OF_THE_EXPLANATION)
    workbench.button("Play").click()
    workbench.page.wait_for_function("() => settings.length > 7")
    # From the press on: what a busy machine adds to it makes it longer, while one setting late leaves the next a shorter time.
    taken = workbench.page.evaluate("() => settings[7] - played")
    workbench.button("Pause").click()
    assert taken > 7 * 300
    # What it shows in the end is the step at which it stopped, as after a step there by hand.
    workbench.page.wait_for_timeout(500)
    heading = workbench.explanation.get_by_role("heading", level=2)
    stopped = heading.text_content() or ""
    workbench.page.keyboard.press(",")
    expect(heading).not_to_have_text(stopped)
    workbench.page.keyboard.press(".")
    expect(heading).to_have_text(stopped)


def test_a_name_beside_long_shapes_is_not_broken_within_its_word(open_workbench: Open) -> None:
    workbench = open_workbench(link("import torch\nx = torch.ones(1, 2, 2, 2)\nx.reshape(1, 8).sum()", at=99))
    workbench.card("x").click()
    name = workbench.explanation.locator(".contribution-from").first
    expect(name.locator(".katex").first).to_be_visible()
    workbench.page.evaluate("document.fonts.ready")
    assert name.evaluate("(name) => name.getBoundingClientRect().height") < 40


def test_a_formula_that_goes_on_in_the_next_line_keeps_clear_of_the_fraction_above(open_workbench: Open) -> None:
    program = "x = [[0.512, 1.234, 1.256, 1.1], [0.5, 1.75, 2.25, 3.125]]\nY = tanh(x)\nL = sum(Y*Y)"
    workbench = open_workbench(link(program, selected=0), viewport={"width": 1280, "height": 720})
    expect(workbench.explanation.locator(".derivative .katex").nth(1)).to_be_visible()
    gap = workbench.explanation.locator(".derivative").first.evaluate(
        """(formula) => {
          const [fraction, matrix] = [...formula.querySelectorAll(".katex-base")].map((base) => base.getBoundingClientRect());
          return matrix.top - fraction.bottom;
        }"""
    )
    assert gap >= 4
