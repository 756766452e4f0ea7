"""Links: what one person sees, another opens, and what cannot be read does no harm."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.gallery_sweep import SHARE, copied, lost_in_link
from tests.browser.legibility import legibility
from tests.browser.pages import Workbench, link, until_it_listens, visit

Open = Callable[..., Workbench]


@pytest.fixture
def sharing(open_workbench: Open) -> Workbench:
    return open_workbench(permissions=["clipboard-read", "clipboard-write"])


def test_a_copied_link_opens_the_same_program_inputs_frame_and_node_and_never_plays(
    sharing: Workbench, open_page: Callable[..., Page]
) -> None:
    sharing.write("π2 = 2.0\nmy_name = π2 * free  # a & b = 100 % + 1\nmy_name - 3")
    sharing.drag_slider("free", to=1.0)
    sharing.expect_card("π2", grad="10")
    sharing.page.keyboard.press("Escape")
    sharing.card("free").click()
    sharing.choice("Step").select_option("node")
    sharing.page.keyboard.press("t")
    sharing.scrubber.press("Home")
    for _ in range(3):
        sharing.scrubber.press("ArrowRight")
    sharing.button("Play").click()
    sharing.tool("Copy a link").click()
    expect(sharing.notice).to_contain_text("Link copied")
    sharing.button("Pause").click()
    turned = sharing.graph.locator("svg.graph-canvas").get_attribute("data-direction") or ""
    opened = Workbench(open_page(copied(sharing.page)))
    opened.expect_program("π2 = 2.0 my_name = π2 * free # a & b = 100 % + 1 my_name - 3")
    expect(opened.value_of("free")).to_have_value("10.0")
    opened.expect_card("free", data="10")
    expect(opened.card("free")).to_contain_class("selected")
    expect(opened.choice("Step")).to_have_value("node")
    expect(opened.graph.locator("svg.graph-canvas")).to_have_attribute("data-direction", turned)
    expect(opened.button("Play")).to_be_visible()
    assert 0 < opened.position() < opened.length()


def test_the_address_follows_what_is_seen_and_reload_brings_it_back(workbench: Workbench) -> None:
    workbench.page.keyboard.press("Home")
    expect(workbench.page).to_have_url(re.compile("#v=1&.*at=0"))
    workbench.page.reload()
    workbench.expect_position(0)
    workbench.page.keyboard.press("End")
    expect(workbench.page).to_have_url(re.compile("/$"))


def test_a_page_loaded_again_before_its_address_is_written_shows_the_same(workbench: Workbench) -> None:
    page = workbench.page
    page.keyboard.press("Home")
    workbench.expect_position(0)
    # The address waits for a moment without a change; loading again does not.
    page.keyboard.press(".")
    page.reload()
    until_it_listens(page)
    workbench.expect_position(1)
    expect(page).to_have_url(re.compile("#v=1&.*at=1$"))
    # Once: what was kept belongs to that one way of leaving.
    page.goto("/")
    until_it_listens(page)
    expect(page).to_have_url(re.compile("/$"))
    workbench.expect_position(workbench.length())


def test_a_program_too_long_for_its_address_keeps_its_step_where_the_page_is_loaded_again(workbench: Workbench) -> None:
    workbench.write(f"# {'a b ' * 4000}\nx = 3.0\nx*x")
    workbench.settle()
    workbench.page.keyboard.press("Escape")
    workbench.page.keyboard.press("Home")
    workbench.expect_position(0)
    workbench.page.reload()
    until_it_listens(workbench.page)
    workbench.settle()
    workbench.expect_position(0)
    workbench.expect_card("x", data="3")


def test_examples_survive_the_way_through_a_link(sharing: Workbench, open_page: Callable[..., Page]) -> None:
    opened = Workbench(open_page())
    for example in SHARE:
        assert lost_in_link(sharing, opened, example) == []


BROKEN = [
    "#",
    "#v=1",
    "#&&&===",
    "#v=99&colour=blue&program=2*3",
    "#v=1&at=-1",
    "#v=1&at=1e9",
    "#v=1&at=99999999",
    "#v=1&at=9999999&node=9999999",
    "#v=1&node=NaN&speed=1e99&theme=pink&step=never&direction=sideways&view=sound",
    "#v=1&z=AAAA",
    "#v=1&z=%%%&program=%E0%A4%A",
    "#v=1&inputs=a",
    "#v=1&inputs=a:[[[[;b:{}",
    "#v=1&inputs=__proto__:1;constructor:2",
    "#v=1&inputs=nobody:5",
]


def test_a_broken_fragment_does_no_harm(open_workbench: Open) -> None:
    workbench = open_workbench()
    for fragment in BROKEN:
        workbench.page.goto("about:blank")
        workbench.page.goto("/" + fragment)
        workbench.settle()
        assert workbench.cards(), fragment
    workbench.write("q = 3.0\nq*q")
    workbench.expect_card("q", grad="6")


def test_what_of_a_link_cannot_be_read_is_said(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&at=soon&theme=pink")
    expect(workbench.notice).to_contain_text("could not be read: at, theme")


def test_a_link_that_brings_nothing_is_said_to_do_so(open_workbench: Open) -> None:
    workbench = open_workbench("/#zzz")
    expect(workbench.notice).to_contain_text("The program in this link cannot be read")
    assert workbench.cards()
    workbench.page.goto(link("a = 3.0\na*a"))
    workbench.expect_card("a", grad="6")
    workbench.page.goto("/#program")
    expect(workbench.notice).to_contain_text("The program in this link cannot be read")
    workbench.expect_card("a", grad="6")


def test_a_program_with_a_mistake_in_a_link_is_explained_beside_what_comes_before_it(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = tanhh(a)"))
    expect(workbench.problems).to_contain_text("tanh")
    workbench.expect_program("a = 2.0 b = tanhh(a)")
    workbench.expect_card("a", data="2")
    assert len(workbench.cards()) == 1
    workbench.write("a = 2.0\nb = tanh(a)")
    workbench.expect_card("b", data="0.9640")


def test_back_and_forward_go_between_links_without_loading_the_page_again(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a"))
    workbench.expect_card("a", grad="6")
    workbench.page.evaluate("() => { window.same = true; }")
    workbench.page.goto(link("b = 2.0\nb*b*b", at=1))
    workbench.expect_card("b", data="2")
    workbench.expect_position(1)
    for milliseconds in (0, 300, 380, 400, 420, 1000):  # the page writes its address 400 ms after a change
        workbench.page.go_back()
        workbench.expect_card("a", grad="6")
        workbench.expect_program("a = 3.0 a*a")
        workbench.page.wait_for_timeout(milliseconds)
        workbench.page.go_forward()
        workbench.expect_program("b = 2.0 b*b*b")
        workbench.expect_position(1)
    assert workbench.page.evaluate("() => window.same")


HOLD_COMPRESSION = """() => {
  const Real = CompressionStream;
  window.held = [];
  window.CompressionStream = function (format) {
    const [real, released] = [new Real(format), new Promise((release) => window.held.push(release))];
    const gate = new TransformStream({ transform: async (part, out) => { await released; out.enqueue(part); } });
    return { writable: real.writable, readable: real.readable.pipeThrough(gate) };
  };
}"""


def test_a_link_that_is_still_being_written_is_not_put_over_the_one_that_was_gone_back_to(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 3.0\na*a"))
    workbench.page.goto(link("b = 2.0\nb*b*b", at=1))
    workbench.expect_card("b", data="2")
    workbench.page.wait_for_function("() => location.hash.includes('b+%3D')")  # the page's own spelling
    workbench.page.evaluate(HOLD_COMPRESSION)
    workbench.page.keyboard.press("End")
    workbench.page.wait_for_function("() => window.held.length === 1")
    workbench.page.go_back()
    workbench.expect_card("a", grad="6")
    workbench.page.evaluate("() => { window.held[0](); return new Promise((done) => setTimeout(done, 200)); }")
    assert "a%20" in workbench.page.url or "a+" in workbench.page.url
    workbench.page.go_forward()
    workbench.expect_program("b = 2.0 b*b*b")
    workbench.expect_position(1)


def test_a_program_too_long_for_a_link_is_said_so_and_copies_nothing(sharing: Workbench) -> None:
    sharing.page.evaluate("() => navigator.clipboard.writeText('untouched')")
    sharing.write("x = 1.0\n" + "".join(f"# {index * 7919 % 10007} {index * 104729 % 99991}\n" for index in range(2500)) + "x*x")
    sharing.settle()
    sharing.tool("Copy a link").click()
    expect(sharing.notice).to_contain_text("too long for a link")
    assert copied(sharing.page) == "untouched"


@pytest.mark.skipif(shutil.which("curl") is None, reason="the command is for curl")
def test_the_request_is_copied_as_a_command_that_gives_the_same_numbers(sharing: Workbench) -> None:
    sharing.write('it = 2.0  # it\'s "quoted" $HOME `id`\nit*y')
    sharing.drag_slider("y", to=0.75)
    sharing.settle()
    sharing.tool("Copy the request").click()
    expect(sharing.notice).to_contain_text("Request copied")
    command = copied(sharing.page)
    assert command.startswith(f"curl -s {sharing.page.url.split('/#')[0].rstrip('/')}/api/v1/graph ")
    assert answer_of(command)["gradients"] == {"it": 5.0, "y": 2.0}


def answer_of(command: str) -> dict[str, dict[str, float]]:
    """What a shell gets by the command."""
    return json.loads(subprocess.run(["sh", "-c", command], check=True, capture_output=True, timeout=20).stdout)


def test_a_short_link_opens_a_program_that_is_too_long_for_a_long_one(sharing: Workbench, open_page: Callable[..., Page]) -> None:
    program = "x = 1.0\n" + "".join(f"# {index * 7919 % 10007} {index * 104729 % 99991}\n" for index in range(2500)) + "x*x"
    sharing.write(program)
    sharing.settle()
    sharing.tool("Share").click()
    sharing.page.get_by_role("button", name="Copy a short link").click()
    expect(sharing.notice).to_contain_text("Short link copied")
    assert re.search(r"/s/[\w-]{16}$", copied(sharing.page))
    opened = Workbench(open_page(copied(sharing.page)))
    opened.expect_card("x", data="1", grad="2")


def test_a_link_with_a_query_opens_its_program_and_lets_go_of_it_once_it_is_changed(open_page: Callable[..., Page]) -> None:
    opened = Workbench(open_page("/?v=1&program=q=3%0Aq*q"))
    opened.expect_card("q", data="3", grad="6")
    opened.page.keyboard.press("Home")
    expect(opened.page).to_have_url(re.compile(r"/#v=1&(program|z)=.*at=0"))
    assert "?" not in opened.page.url
    opened.page.reload()
    opened.expect_program("q=3 q*q")


def test_an_unknown_short_link_says_so_and_shows_the_start_page(open_page: Callable[..., Page]) -> None:
    opened = Workbench(open_page("/s/AAAAAAAAAAAAAAAA", may_fail="404"))
    expect(opened.notice).to_contain_text("This short link does not exist")
    opened.expect_card("a", grad="31")


def test_the_embed_code_shows_picture_and_timeline_alone_in_a_page_of_another_site(
    sharing: Workbench, open_page: Callable[..., Page]
) -> None:
    sharing.write("q = 3.0\nq*q")
    sharing.expect_card("q", grad="6")
    sharing.tool("Share").click()
    sharing.page.get_by_role("button", name="Copy embed code").click()
    expect(sharing.notice).to_contain_text("Embed code copied")
    code = copied(sharing.page)
    page = open_page("about:blank")
    page.route("**/another-page", lambda route: route.fulfill(body=code, content_type="text/html"))
    page.goto("/another-page")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_label(re.compile("^q, input, data 3, gradient 6"))).to_be_visible()
    expect(frame.get_by_role("button", name="Play")).to_be_visible()
    expect(frame.get_by_role("textbox", name="Program")).to_have_count(0)
    frame.get_by_role("link", name="Open in Backpass").hover()
    expect(frame.get_by_role("link", name="Open in Backpass")).to_have_attribute("href", re.compile(r"^/#v=1&program=q"))


def test_a_teacher_can_leave_parts_out_by_the_link(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&program=x*y&hide=program,inputs,nonsense&panel=practice")
    expect(workbench.editor).to_be_hidden()
    expect(workbench.value_of("x")).to_be_hidden()
    expect(workbench.card("x")).to_be_visible()
    expect(workbench.explanation).to_be_visible()
    assert workbench.graph.bounding_box()["x"] < 5


@pytest.mark.parametrize(("kind", "start"), [("SVG", b"<svg"), ("PNG", b"\x89PNG")])
def test_the_picture_is_saved_as_it_is_on_the_screen(sharing: Workbench, kind: str, start: bytes) -> None:
    sharing.tool("Share").click()
    with sharing.page.expect_download() as saved:
        sharing.page.get_by_role("button", name=f"Download {kind}").click()
    content = saved.value.path().read_bytes()
    assert content.startswith(start)
    assert len(content) > 5000
    if kind == "SVG":
        text = content.decode()
        assert "Gradients of L" in text
        assert re.search(r"<tspan[^>]*>value</tspan><tspan[^>]*bold[^>]*>gradient</tspan>", text)
        assert [entry in text for entry in (">+<", ">×<", ">31<")] == [True] * 3
        assert "31" in text
        assert 'class="' not in text


def test_the_program_is_copied_in_another_form(sharing: Workbench, subtests: pytest.Subtests) -> None:
    starts = {"PyTorch": "import torch", "LaTeX": "\\begin{aligned}", "Mermaid": "flowchart", "Graphviz": "digraph"}
    for name, start in starts.items():
        with subtests.test(form=name):
            visit(sharing.page, "/")
            sharing.tool("Share").click()
            sharing.page.get_by_role("button", name=f"Copy as {name}").click()
            expect(sharing.notice).to_contain_text("Copied: ")
            assert start in copied(sharing.page)


def test_a_small_frame_shows_the_whole_graph_and_the_buttons(
    open_workbench: Callable[..., Workbench], subtests: pytest.Subtests
) -> None:
    fragment = link("a = 2\nb = -3\nL = (a*b + 1)*(a + b)").removeprefix("/")
    workbench = open_workbench("about:blank")
    for size in ((480, 320), (700, 480), (800, 300)):
        with subtests.test(size=size):
            visit(workbench.page, f"/embed{fragment}", size)
            workbench.settle()
            stage = workbench.graph.locator("svg.graph-canvas").bounding_box()
            assert stage is not None
            cards = [card.bounding_box() for card in workbench.graph.locator(".cards > g").all()]
            assert len(cards) == 6
            for card in cards:
                assert card is not None
                assert card["y"] >= stage["y"] - 1
                assert card["y"] + card["height"] <= stage["y"] + stage["height"] + 1
            expect(workbench.timeline.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
            expect(workbench.scrubber).to_be_in_viewport(ratio=1)
            assert legibility(workbench.page).faults == []


def test_a_link_to_a_program_with_a_mistake_leaves_nothing_of_the_one_before(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link("p = 2.0\np**2 + 1"))
    expect(workbench.card("p")).to_be_visible()
    workbench.page.evaluate("(hash) => { location.hash = hash; }", link('x = "2"\ny = x*2').partition("#")[2])
    expect(workbench.page.get_by_text("No graph yet. Change what is marked in the program")).to_be_visible()
    narration = workbench.timeline.locator(".narration")
    for left in (workbench.card("p"), workbench.value_of("p"), narration, workbench.scrubber, workbench.button("Play")):
        expect(left).to_be_hidden()
    workbench.write("x = 2.0\ny = x*2")
    expect(workbench.card("x")).to_be_visible()
    for mine in (narration, workbench.scrubber, workbench.button("Play")):
        expect(mine).to_be_visible()
