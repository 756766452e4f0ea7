"""Writing a program: the graph follows, mistakes are marked and explained, nothing that was typed is ever lost."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.pages import Workbench, link, until_it_listens

Open = Callable[..., Workbench]
EDITOR_CODE = re.compile("codemirror-")
QUIET = 300
"""Milliseconds after a key in which nothing is called a mistake; a little less than the page waits."""


def test_what_is_typed_key_by_key_is_drawn(workbench: Workbench) -> None:
    workbench.full_editor()
    workbench.editor.press("ControlOrMeta+a")
    workbench.editor.press_sequentially("x = 3\ny = x*x + x\nθ = y**2\nθ - y")
    workbench.expect_program("x = 3 y = x*x + x θ = y**2 θ - y")
    workbench.expect_numbers({"y": "12", "θ": "144", "θ - y": "132"}, {"x": "161", "y": "23"})
    expect(workbench.problems).to_be_empty()


def test_the_note_on_an_operation_has_the_operands_of_its_place(open_workbench: Open) -> None:
    program = "a = 2\nb = 3\nd = a*b\nd = d/b\nL = tanh(d)"
    workbench = open_workbench(link(program))
    workbench.full_editor()
    rules = workbench.page.locator(".operation-note .operation-rule")
    signs = workbench.editor.locator(".cm-line", has_text="d/b")
    # The slash has a left and a right half, of which the editor takes one for the place before it and one for that behind.
    for part in (0.3, 0.7):
        workbench.page.mouse.move(5, 5)
        expect(rules).to_have_count(0)
        middle = signs.evaluate(
            """(line, part) => {
              const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
              for (let text; (text = walk.nextNode()); ) {
                const at = text.data.indexOf("/");
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(text, at);
                range.setEnd(text, at + 1);
                const {x, y, width, height} = range.getBoundingClientRect();
                return [x + width * part, y + height / 2];
              }
            }""",
            part,
        )
        workbench.page.mouse.move(*middle)
        expect(rules).to_have_text(["∂/∂d₁ = 1 / b", "∂/∂b = −d₂ / b"])
    workbench.editor.get_by_text("tanh").hover()
    expect(rules).to_have_text(["∂/∂d₂ = 1 − L²"])


def test_a_function_typed_key_by_key_is_indented_by_the_editor_and_drawn(workbench: Workbench) -> None:
    workbench.full_editor()
    workbench.editor.press("ControlOrMeta+a")
    workbench.editor.press_sequentially("def f(x):\ny = x*x\nif x > 1:\nreturn 3*y\nelse:\nreturn y")
    workbench.page.keyboard.press("Enter")
    workbench.page.keyboard.press("Backspace")
    workbench.editor.press_sequentially("f(2.0)")
    lines = workbench.editor.locator(".cm-line").all_inner_texts()
    assert lines[:6] == ["def f(x):", "    y = x*x", "    if x > 1:", "        return 3*y", "    else:", "        return y"]
    workbench.expect_numbers({"3*y": "12"}, {"x": "12"})


def test_class_notation_methods_and_signs_are_read_as_they_are_written(workbench: Workbench) -> None:
    for program, output, value, slope in (
        ("x = 2; 2x^2 + 3x + 5", "2x^2 + 3x + 5", "19", "11"),
        ("x = 2\n2x² + 3x + 5", "2x² + 3x + 5", "19", "11"),
        ("x = 0\n3sin(x) + 2π × x", "3sin(x) + 2π × x", "0", "9.283"),
        ("x = -2\nx.relu() + x.tanh()", "x.relu() + x.tanh()", "−0.9640", "0.07065"),
        ("x = 4\nx - -x", "x - -x", "8", "2"),
    ):
        workbench.write(program)
        workbench.expect_numbers({output: value}, {"x": slope})


def test_a_mistake_is_underlined_and_explained_and_the_last_graph_stays_greyed(workbench: Workbench) -> None:
    for program, place, words in (
        ("a = 2.0\nb = tanhh(a)", "tanhh", ("tanhh", "Did you mean tanh?")),
        ("a = 2.0\nb = (a + 1", "(", ("never closed", "Add )")),
        ("a = 2.0\nexp(a, 3)", "exp(a, 3)", ("exp",)),
        ("a = 2.0\nfrom socket import *; socket(a)", "socket", ("socket",)),
        ("a = 2.0  # 😀🎉\nb = foo(a)", "foo", ("foo",)),
    ):
        workbench.write(program)
        error = workbench.problems.get_by_role("button").first
        for said in (*words, "line 2:"):
            expect(error).to_contain_text(said)
        expect(workbench.underlined()).to_have_text(place)
        expect(workbench.stale_note()).to_be_visible()
        expect(workbench.graph).to_contain_class("is-stale")
        workbench.expect_card("a", data="2", grad="31")


def test_mending_a_mistake_clears_it_and_the_graph_is_in_step_again(workbench: Workbench) -> None:
    workbench.write("a = 2.0\nb = a *")
    expect(workbench.stale_note()).to_be_visible()
    workbench.editor.press_sequentially(" a")
    workbench.expect_card("b", data="4")
    expect(workbench.problems).to_be_empty()
    expect(workbench.underlined()).to_have_count(0)
    expect(workbench.stale_note()).to_be_hidden()


def test_a_slip_in_one_line_of_many_and_a_line_just_begun_leave_the_picture(workbench: Workbench) -> None:
    workbench.write("a = 2\nb = 3\nc = (a + b)\nd = c*a\nd**2")
    workbench.expect_card("d**2", data="100")
    workbench.editor.press("ControlOrMeta+End")
    workbench.page.keyboard.type("\nL")
    expect(workbench.problems).to_contain_text("The last line is only the name L")
    workbench.expect_card("d**2", data="100")
    workbench.page.keyboard.type(" = d*2")
    workbench.expect_card("L", data="20")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "End", "Backspace"):
        workbench.editor.press(key)
    expect(workbench.problems).to_contain_text("Write the missing ) in line 3.")
    workbench.editor.press("ControlOrMeta+End")
    workbench.page.keyboard.type(" + 1")
    workbench.settle_or_explain()
    expect(workbench.stale_note()).to_be_visible()
    workbench.expect_card("L", data="20")


def test_an_empty_program_has_an_empty_stage_with_starters_and_no_error(workbench: Workbench) -> None:
    workbench.full_editor()
    workbench.editor.press("ControlOrMeta+a")
    workbench.editor.press("Delete")
    stage = workbench.page.get_by_role("group", name="Type an expression")
    expect(stage.get_by_role("button")).to_have_count(3)
    expect(workbench.problems).to_be_empty()
    for gone in (".card", ".narration", "#inspector"):
        expect(workbench.page.locator(gone).first).to_be_hidden()
    workbench.editor.press_sequentially("v = 3\nv*v")
    workbench.expect_card("v", grad="6")
    expect(stage).to_be_hidden()


def test_a_starter_is_a_program(workbench: Workbench) -> None:
    workbench.tool("New: begin an empty program").click()
    workbench.page.get_by_role("button", name="y = x**2 + 3*x").click()
    workbench.expect_card("x", data="2", grad="7")


def test_what_a_problem_advises_is_written_by_a_button(workbench: Workbench) -> None:
    workbench.write("x = 2.0\ny = tanh x")
    workbench.problems.get_by_role("button", name="Apply: write tanh(x)").click()
    workbench.expect_program("x = 2.0 y = tanh(x)")
    expect(workbench.problems).to_be_empty()
    workbench.expect_card("y", data="0.9640")


def test_a_cause_comes_before_its_consequence_and_both_are_whole_beside_a_short_program(workbench: Workbench) -> None:
    workbench.page.set_viewport_size({"width": 1280, "height": 720})
    workbench.write("a = 2,5\nb = 3\nL = a*b")
    expect(workbench.problems.locator(".problem-place")).to_have_text(["line 1:5", "line 3:5"])
    shown, needed = workbench.problems.evaluate("(region) => [region.clientHeight, region.scrollHeight]")
    assert shown == needed


def test_a_click_on_a_problem_puts_the_caret_there(workbench: Workbench) -> None:
    workbench.write("a = 2.0\nb = tanhh(a)\n")
    workbench.problems.get_by_role("button").first.click()
    expect(workbench.editor).to_be_focused()
    workbench.page.keyboard.type("sigmoid")
    workbench.expect_program("a = 2.0 b = sigmoid(a)")
    workbench.expect_card("b", data="0.8808")


def test_a_half_written_word_is_not_yet_called_a_mistake(workbench: Workbench) -> None:
    workbench.full_editor()
    workbench.editor.press("ControlOrMeta+a")
    workbench.page.evaluate(
        """() => {
          let pressed = performance.now();
          window.seen = [];
          addEventListener("keydown", () => { pressed = performance.now(); }, {capture: true});
          new MutationObserver(() => window.seen.push({
            text: document.querySelector("#problems").textContent, after: performance.now() - pressed,
          })).observe(document.querySelector("#problems"), {childList: true, subtree: true, characterData: true});
        }"""
    )
    workbench.editor.press_sequentially("x = 4\nsqrt(x) * 3", delay=25)
    workbench.expect_card("x", grad="0.75")
    # On a busy machine the keys may come so slowly that half a word is a pause.
    seen = workbench.page.evaluate("() => window.seen")
    assert not [each for each in seen if "error" in each["text"] and each["after"] < QUIET]


def test_completion_offers_operations_and_names_and_says_what_they_are(workbench: Workbench) -> None:
    workbench.write("rate = 2.0\n")
    workbench.expect_card("rate", data="2")
    workbench.editor.press_sequentially("y = ta")
    options = workbench.page.get_by_role("listbox", name="Completions")
    expect(options.get_by_role("option", name="tan(x)", exact=True)).to_be_visible()
    workbench.editor.press_sequentially("nh")
    expect(options.get_by_role("option", selected=True)).to_have_text("tanh(x)")
    expect(workbench.page.get_by_text("∂/∂x = 1 − out²")).to_be_visible()
    accept(workbench)
    workbench.editor.press_sequentially("ra")
    expect(options.get_by_role("option", name="rate")).to_be_visible()
    accept(workbench)
    workbench.expect_program("rate = 2.0 y = tanh(rate)")
    workbench.expect_card("y", data="0.9640")


def test_completion_offers_methods_after_a_dot(workbench: Workbench) -> None:
    workbench.write("rate = 2.0\n")
    workbench.editor.press_sequentially("rate.")
    options = workbench.page.get_by_role("listbox", name="Completions")
    expect(options.get_by_role("option", name="sigmoid(x)", exact=True)).to_be_visible()
    workbench.editor.press_sequentially("sigm")
    expect(options.get_by_role("option", name="log_sigmoid(x)", exact=True)).to_be_visible()
    expect(options.get_by_role("option").first).to_have_accessible_name("sigmoid(x)")
    accept(workbench)
    workbench.expect_program("rate = 2.0 rate.sigmoid()")


LIST_DEAF = 150
"""Milliseconds after which a list of completions surely listens; the editor's own pause is half as long."""


def accept(workbench: Workbench) -> None:
    """Takes the offered completion. The list ignores keys in its first moment, so that nobody takes what they did not see."""
    listbox = workbench.page.get_by_role("listbox", name="Completions")
    expect(listbox.get_by_role("option", selected=True)).to_be_visible()
    workbench.page.wait_for_timeout(LIST_DEAF)
    workbench.editor.press("Enter")
    expect(listbox).to_be_hidden()


def hold(page: Page) -> list[Route]:
    """Keeps the full editor's code back until its requests are continued."""
    held: list[Route] = []
    page.route(EDITOR_CODE, lambda route: held.extend([route]))
    return held


def test_what_is_typed_before_the_full_editor_arrives_is_kept_with_its_caret(open_page: Callable[..., Page]) -> None:
    page = open_page("about:blank")
    held = hold(page)
    page.goto("/")
    until_it_listens(page)
    workbench = Workbench(page)
    workbench.editor.fill("x = 3.0\nx*")
    workbench.editor.press("End")
    workbench.editor.press("x")
    workbench.expect_card("x", grad="6")
    workbench.editor.press("ArrowLeft")
    expect(workbench.editor).not_to_have_attribute("contenteditable", "true")
    held[0].continue_()
    expect(workbench.editor).to_have_attribute("contenteditable", "true")
    expect(workbench.editor).to_be_focused()
    workbench.page.keyboard.type("x*")
    workbench.expect_program("x = 3.0 x*x*x")
    workbench.expect_card("x", grad="27")


def test_where_the_full_editor_cannot_be_had_the_plain_field_goes_on_and_the_next_touch_tries_again(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("about:blank", may_fail="ERR_FAILED")
    page.route(EDITOR_CODE, lambda route: route.abort())
    page.goto("/")
    until_it_listens(page)
    workbench = Workbench(page)
    workbench.editor.fill("x = 3.0\nx*x")
    workbench.expect_card("x", grad="6")
    workbench.editor.fill("x = 3.0\nx*(")
    expect(workbench.problems.get_by_role("button")).to_contain_text("line 2")
    page.unroute(EDITOR_CODE)
    workbench.page.keyboard.press("Escape")
    workbench.full_editor()
    workbench.expect_program("x = 3.0 x*(")


def test_cards_that_come_in_and_move_at_once_are_solid_in_the_end(open_workbench: Open) -> None:
    workbench = open_workbench("/", viewport={"width": 1280, "height": 720})
    workbench.settle()
    workbench.page.keyboard.press("e")
    workbench.page.keyboard.press("ControlOrMeta+a")
    workbench.page.keyboard.press("Delete")
    workbench.page.keyboard.insert_text(
        "w = 0.5\nv = -1.2\nb = 0.3\nx = 2.0\ny = 1.0\nn = w*x + v*y + b\nloss = (tanh(n) - 1)**2"
    )
    expect(workbench.card("loss")).to_be_attached()
    faint = "[...document.querySelectorAll('#graph g')].filter(({style}) => style.opacity && style.opacity !== '1')"
    workbench.page.wait_for_function(f"() => {faint}.length === 0")


def test_undo_brings_back_what_an_example_replaced(workbench: Workbench) -> None:
    workbench.write("mine = 2.0\nmine*mine")
    workbench.choose_example("A neuron")
    workbench.expect_card("o", data="0.7071")
    workbench.full_editor()
    workbench.editor.press("ControlOrMeta+z")
    workbench.expect_program("mine = 2.0 mine*mine")
    workbench.expect_card("mine", grad="4")


def test_what_is_not_a_number_is_shown_where_it_began(workbench: Workbench) -> None:
    workbench.choose_example("Where NaN begins")
    workbench.expect_card("log(d)", data="⚠ NaN")
    warning = workbench.problems.get_by_role("button").first
    expect(warning).to_contain_text("warning")
    expect(warning).to_contain_text("log")
    expect(workbench.editor.locator(".cm-lintRange-warning")).not_to_have_count(0)
    expect(workbench.stale_note()).to_be_hidden()


def test_text_and_graph_point_at_each_other(workbench: Workbench) -> None:
    workbench.full_editor()
    workbench.editor.get_by_text("b", exact=True).first.hover()
    expect(workbench.card("b")).to_contain_class("lit")
    workbench.card("a + d").hover()
    expect(workbench.editor.locator(".mark-hovered").first).to_have_text("a + d")
    workbench.card("a").click()
    marked = workbench.editor.locator(".mark-selected")
    expect(marked).to_have_text(["a", "a", "a"])


def test_ctrl_enter_runs_the_program_and_types_nothing(workbench: Workbench) -> None:
    workbench.write("x = 3.0\nx*x")
    workbench.expect_card("x", grad="6")
    with workbench.page.expect_response("**/api/v1/graph"):
        workbench.editor.press("ControlOrMeta+Enter")
    workbench.expect_program("x = 3.0 x*x")


def test_a_pasted_program_is_shown_up_to_its_mistake_which_can_be_left_out(workbench: Workbench) -> None:
    workbench.write("a = 2.0\nb = a*3\nc = foo(b)\nd = zork(c)\ne = b + 1\ne*e")
    workbench.expect_card("b", data="6")
    expect(workbench.page.get_by_text("Shown up to line 3, which cannot be read or run.")).to_be_visible()
    expect(workbench.page.get_by_text("2 of 6 lines")).to_be_visible()
    leave_out = workbench.problems.get_by_role("button", name="Ignore this line")
    leave_out.first.click()
    expect(workbench.page.get_by_text("Shown up to line 4, which cannot be read or run.")).to_be_visible()
    expect(workbench.problems).to_contain_text("comes from line 3, which was left out")
    leave_out.first.click()
    workbench.expect_numbers({"e*e": "49"}, {"a": "42"})
    expect(leave_out).to_have_count(0)
    workbench.editor.press("ControlOrMeta+z")
    workbench.editor.press("ControlOrMeta+z")
    expect(leave_out).not_to_have_count(0)
    workbench.expect_program("a = 2.0 b = a*3 c = foo(b) d = zork(c) e = b + 1 e*e")


def test_a_notebook_is_opened_as_the_code_of_its_cells(workbench: Workbench, tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "source": ["a = 2.0\n", "b = a*3"]}, {"cell_type": "code", "source": ["b*b + foo(a)"]}]
    file = tmp_path / "lecture.ipynb"
    file.write_text(json.dumps({"cells": cells, "nbformat": 4}))
    workbench.page.get_by_label("Open a file").last.set_input_files(file)
    workbench.expect_card("b", data="6")
    expect(workbench.problems).to_contain_text("cell 2, line 1")
    expect(workbench.page.get_by_text("lecture.ipynb is open.")).to_be_visible()


def test_a_file_that_is_dropped_is_opened(workbench: Workbench) -> None:
    workbench.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["a = 4.0\\na*a"], "square.py"));
          for (const type of ["dragover", "drop"])
            document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
        }"""
    )
    workbench.expect_card("a", grad="8")
    workbench.expect_program("a = 4.0 a*a")


PRINTS = "import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\n" + "\n".join(
    f"print('epoch {each}')" for each in range(30)
)


def test_eight_lines_of_a_program_stay_beside_what_it_prints_and_what_is_noted(open_workbench: Open) -> None:
    problems = [{"code": "x", "severity": "info", "message": "A note of some words. " * 8, "hint": None, "span": None}] * 6

    def noted(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"problems": problems})

    workbench = open_workbench("about:blank", viewport={"width": 1366, "height": 768})
    page = workbench.page
    page.route("**/api/v1/graph", noted)
    page.goto(link(PRINTS + "\nloss = (w*w).sum()\nloss.backward()"))
    expect(page.locator("#printed")).to_contain_text("epoch 0")
    expect(workbench.problems.locator(".problem")).to_have_count(6)
    heights = {name: page.locator(name).evaluate("(it) => it.clientHeight") for name in ("#editor", "#printed", "#problems")}
    text = page.locator("#editor textarea, #editor .cm-scroller").first
    line = text.evaluate("(it) => parseFloat(getComputedStyle(it).lineHeight)")
    assert heights["#editor"] >= 8 * line, heights
    assert min(heights.values()) >= 40, heights
    for name in ("#printed", "#problems"):
        assert page.locator(name).evaluate("(it) => it.scrollHeight > it.clientHeight"), name
    expect(page.locator(".input-row").first).to_be_in_viewport(ratio=1)


def test_a_hint_on_a_mistake_is_read_as_a_whole_where_the_inputs_leave_room(open_workbench: Open) -> None:
    for (width, height), program in (((1280, 720), "a = 0\nb = 1\nb / a"), ((1366, 768), "x = -2\nlog(x)")):
        workbench = open_workbench(link(program), viewport={"width": width, "height": height})
        expect(workbench.problems.locator(".problem-hint")).to_be_visible()
        assert workbench.problems.evaluate("(it) => it.scrollHeight <= it.clientHeight"), program
