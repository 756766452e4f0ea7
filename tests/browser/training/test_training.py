"""The training studio in a real browser against the real server: set up, watch, open up."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import visit
from tests.browser.studio import STARTING, Studio


@pytest.fixture
def open_studio(open_page: Callable[..., Page]) -> Callable[..., Studio]:
    return lambda fragment="", **options: Studio(open_page(f"/training{fragment}", **options))


@pytest.fixture
def studio(open_studio: Callable[..., Studio]) -> Studio:
    return open_studio()


def test_the_studio_opens_with_the_moons_and_their_first_picture_before_any_training(studio: Studio) -> None:
    expect(studio.points).to_have_count(100)
    expect(studio.sentence).to_contain_text("Before the first of 100 steps")
    assert studio.picture.locator(".plane-area").count() == 10


def test_the_moons_run_ends_with_its_known_figures(studio: Studio) -> None:
    studio.train()
    expect(studio.sentence).to_have_text("Finished after 100 steps: loss 0.01098, 100 % right. Press play to train on.")
    expect(studio.page.locator(".log-line").first).to_have_text("step 100 loss 0.01098, accuracy 100.0%")
    expect(studio.curves.locator(".chart:visible")).to_have_count(4)


def wait_for_step(studio: Studio, step: int) -> None:
    studio.page.wait_for_function(
        """least => Number(document.querySelector('.run-scrubber').getAttribute('aria-valuenow')) >= least""",
        arg=step,
        timeout=STARTING,
    )


def test_after_its_end_a_run_trains_on_without_one_and_takes_changes_as_it_goes(studio: Studio) -> None:
    studio.train()
    studio.press("Space")
    wait_for_step(studio, 110)
    studio.field("Learning rate").fill("0.05")
    studio.press("Escape")
    flags = studio.page.locator(".run-flag")
    expect(flags).to_have_count(2, timeout=STARTING)
    assert flags.nth(0).get_attribute("title") == "From step 100 on: training without end"
    title = str(flags.nth(1).get_attribute("title"))
    changed = re.fullmatch(r"From step (\d+) on: learning rate: 1 → 0\.05; final rate: 0\.1 → 0\.005", title)
    assert changed, title
    wait_for_step(studio, int(changed[1]) + 20)
    studio.press("Space")
    expect(studio.page.locator("#transport .badge")).to_contain_text("paused")
    log = studio.page.locator(".log")
    expect(log).to_contain_text(title)
    studio.press("Home")
    studio.shows_step(0)
    expect(studio.sentence).to_contain_text("Step 0: loss")


def test_without_an_end_a_run_goes_on_until_it_is_paused_and_goes_on_again(open_studio: Callable[..., Studio]) -> None:
    studio = open_studio("#preset=four_points_adam")
    studio.field("Train without end").check()
    expect(studio.sentence).to_have_text("Before the first step. Nothing is learnt yet; press play.")
    studio.page.locator(".timeline-settings select").select_option(label="full speed")
    studio.press("Escape", "Space")
    wait_for_step(studio, 300)
    studio.press("Space")
    expect(studio.page.locator("#transport .badge")).to_contain_text("paused")
    here = int(str(studio.page.locator(".run-scrubber").get_attribute("aria-valuenow")))
    answers: list[str] = []
    studio.page.on("response", lambda response: answers.append(f"{response.request.method} {response.status} {response.url}"))
    studio.field("L1").fill("0.01")
    try:
        expect(studio.page.locator(".run-flag")).to_have_attribute("title", f"From step {here} on: L1: 0 → 0.01")
    except AssertionError as error:
        error.add_note(f"What the server answered meanwhile: {answers}")
        raise
    studio.press("Escape", "Space")
    wait_for_step(studio, here + 100)


@pytest.mark.parametrize("name", ["Blobs", "Spiral", "Sine"])
def test_a_data_set_is_chosen_play_is_pressed_and_it_is_learnt(studio: Studio, name: str) -> None:
    studio.setup.get_by_role("radio", name=name, exact=True).click()
    expect(studio.sentence).to_contain_text("Before the first step", timeout=STARTING)
    studio.page.locator("#stage").focus()
    studio.page.get_by_label("Pace").select_option(label="full speed")
    studio.press("Space")
    learnt = r"loss (0\.0\d+|\d(\.\d+)?e−\d+)\." if name == "Sine" else r"(9[89]|100)(\.\d)? % right"
    expect(studio.sentence).to_contain_text(re.compile(learnt), timeout=STARTING)
    studio.press("Space")
    expect(studio.page.locator("#transport .badge")).to_contain_text("paused")


def test_a_setting_that_cannot_be_is_explained_while_the_run_goes_on(studio: Studio) -> None:
    studio.press("Space")
    wait_for_step(studio, 2)
    studio.field("L2").fill("-1")
    expect(studio.setup.locator(".field-problem:visible")).to_be_visible()
    wait_for_step(studio, 90)


def test_training_can_be_scrubbed_back_and_everything_shows_that_moment(studio: Studio) -> None:
    studio.train()
    last = studio.picture.locator(".plane-boundary").get_attribute("d")
    slider = studio.page.get_by_role("slider", name="Training step shown")
    slider.focus()
    studio.press("Home", "ArrowRight", "ArrowRight")
    studio.shows_step(2)
    expect(studio.sentence).to_contain_text("Step 2 of 100")
    expect(studio.picture.locator(".plane-boundary")).not_to_have_attribute("d", str(last))
    studio.press("End")
    studio.shows_step(100)
    expect(studio.picture.locator(".plane-boundary")).to_have_attribute("d", str(last))


def test_single_steps_pause_and_cancel(studio: Studio) -> None:
    studio.press(".")
    expect(studio.sentence).to_contain_text("Step 1 of 100", timeout=STARTING)
    studio.press(".")
    expect(studio.sentence).to_contain_text("Step 2 of 100")
    studio.press(",")
    expect(studio.sentence).to_contain_text("Step 1 of 100")
    studio.press("x")
    expect(studio.page.locator("#transport .badge")).to_contain_text("ended")
    studio.press("r")
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)


def test_playground_and_studio_lead_to_one_another(studio: Studio) -> None:
    studio.page.get_by_role("link", name="Backpass").click()
    expect(studio.page.locator("#graph .card").first).to_be_visible()
    studio.page.get_by_role("link", name="Train").click()
    expect(studio.page).to_have_url(re.compile("/training$"))


def test_a_point_opens_the_graph_of_its_loss_with_its_timeline_and_leads_to_the_playground(studio: Studio) -> None:
    studio.train()
    studio.click_point(20)
    expect(studio.page.locator("#example")).to_contain_text("class")
    studio.press("g")
    dialog = studio.page.get_by_role("dialog", name=re.compile("The loss of point 21, with the weights of step 100"))
    expect(dialog.locator(".card").first).to_be_visible(timeout=STARTING)
    expect(dialog.locator(".badge")).to_contain_text("BACKWARD")
    studio.press("Home", ".")
    expect(dialog.locator(".badge")).to_contain_text("FORWARD 1/")
    with studio.page.expect_popup() as opened:
        dialog.get_by_role("link", name="Open in the playground").click()
    expect(opened.value.locator("#graph .card").first).to_be_visible(timeout=STARTING)
    studio.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_point_is_fooled_along_its_gradient_with_an_arrow_and_its_loss_before_and_after(
    open_studio: Callable[..., Studio],
) -> None:
    studio = open_studio("#preset=four_blobs")
    studio.click_point(3)
    card = studio.page.locator("#example")
    card.get_by_role("button", name="Fool it").click()
    before, after = studio.pushed("Pushed")  # the model is wrong about this point already
    assert after > before
    expect(studio.picture.locator(".plane-arrow")).to_be_visible()
    card.get_by_role("button", name="Dream").click()
    before, after = studio.pushed("Dreamt")
    assert after < before


def test_a_point_is_pushed_until_it_is_fooled_and_the_run_pauses_for_it(
    open_studio: Callable[..., Studio],
) -> None:
    studio = open_studio("#preset=four_blobs")
    studio.page.get_by_label("Train without end").check()
    studio.press("Space")
    studio.click_point(3)
    card = studio.page.locator("#example")
    expect(card).to_contain_text(", right.", timeout=STARTING)
    card.get_by_role("button", name="Fool it").click()  # while it runs
    before, after = studio.pushed(r"Fooled after \d+ steps?")
    assert after > before
    expect(studio.page.locator("#transport .badge")).to_contain_text("paused")
    shaft = studio.picture.locator(".plane-arrow line").last.bounding_box()
    assert shaft is not None
    assert max(shaft["width"], shaft["height"]) > 10, "the arrow can be seen"


def test_two_runs_stand_side_by_side_with_what_differs_between_them(open_studio: Callable[..., Studio]) -> None:
    studio = open_studio("#preset=four_blobs")
    studio.train()
    studio.press("a")
    studio.field("Learning rate").fill("0.5")
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)
    studio.press("Escape")
    studio.train()
    expect(studio.curves).to_contain_text("A is the run you kept; now learning rate: 0.1 → 0.5.")
    assert studio.curves.locator(".chart-curves .is-kept:visible").count() >= 2
    expect(studio.page.get_by_role("heading", name="A: the run you kept, step 120")).to_be_visible()
    expect(studio.page.locator("svg.plane:visible")).to_have_count(2)
    studio.press("Shift+A")
    expect(studio.page.locator("svg.plane:visible")).to_have_count(1)


def test_points_drawn_by_hand_are_learnt_and_taken_away_again(studio: Studio) -> None:
    studio.setup.get_by_role("radio", name="Draw").click()
    studio.setup.get_by_role("button", name="Clear all").click()
    expect(studio.points).to_have_count(0)
    expect(studio.picture).to_contain_text("Click on the plot")
    box = studio.picture.locator("svg.plane").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for target, side in ((1, 60), (0, -60)):
        studio.setup.get_by_role("button", name=f"class {target}").click()
        for up in (-40, 0, 40):
            studio.page.mouse.click(middle[0] + side, middle[1] + up)
    expect(studio.points).to_have_count(6)
    drawn = studio.middles_of_points()
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)
    # The server knows of the points by now, and none has moved from where it was drawn.
    assert studio.middles_of_points() == pytest.approx(drawn, abs=1)
    assert studio.picture.locator("svg.plane").bounding_box() == box
    studio.page.mouse.click(middle[0] + 60, middle[1], button="right")
    expect(studio.points).to_have_count(5)
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)
    studio.page.locator("#stage").focus()
    studio.press("Space")
    expect(studio.sentence).to_contain_text("100 % right", timeout=STARTING)
    studio.press("Space")
    expect(studio.page.locator("#transport .badge")).to_contain_text("paused")
    expect(studio.page.get_by_text("A click now draws a point")).to_be_visible()
    studio.setup.get_by_role("button", name="open", exact=True).click()
    expect(studio.page.get_by_text("A click now draws a point")).to_be_hidden()
    studio.click_point(0)
    expect(studio.page.get_by_role("button", name="Open its graph")).to_be_visible()


def test_a_bad_table_is_explained_beside_it(open_studio: Callable[..., Studio], subtests: pytest.Subtests) -> None:
    studio = open_studio(may_fail="/api/v1/training")
    bad = {
        "x,y,class\n1,2,a\n2,oops,b\n": "Line 3, column 2",
        "": "nothing to learn from",
        "x,y,class\n1,2,a\n2,3,a\n": "class",
    }
    for table, said in bad.items():
        with subtests.test(table=table):
            visit(studio.page, "/training")
            studio.setup.get_by_role("radio", name="Paste").click()
            studio.field("Table").fill(table)
            expect(studio.setup.locator(".field-problem:visible, .setup-problems")).to_contain_text(
                [re.compile(said)], timeout=STARTING
            )
            expect(studio.sentence).to_contain_text("has a mistake")


def test_a_bad_number_is_explained_beside_its_field_and_goes_with_it(open_studio: Callable[..., Studio]) -> None:
    studio = open_studio(may_fail="/api/v1/training")
    rate = studio.field("Learning rate")
    rate.fill("fast")
    expect(rate).to_have_attribute("aria-invalid", "true")
    expect(studio.setup).to_contain_text("Write a number, such as 0.1")
    rate.fill("-1")
    expect(rate).to_have_attribute("aria-invalid", "true")
    expect(studio.setup.locator(".field-problem:visible")).to_have_count(1, timeout=STARTING)
    rate.fill("0,5")
    expect(studio.setup.locator(".field-problem:visible")).to_have_count(0)
    expect(rate).to_have_attribute("aria-invalid", "false")


def test_a_run_that_runs_away_says_when_and_a_press_tries_what_is_proposed(studio: Studio) -> None:
    studio.field("Learning rate").fill("20")
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)
    studio.press("Escape", "Space")
    expect(studio.banners).to_contain_text(re.compile(r"it began to grow at step \d+"), timeout=STARTING)
    studio.banners.get_by_role("button", name="Try 0.3").click()
    studio.finished()
    expect(studio.field("Learning rate")).to_have_value("0.3")
    expect(studio.banners).not_to_contain_text("diverges")


def test_a_mistake_on_purpose_is_named_and_mended(open_studio: Callable[..., Studio]) -> None:
    studio = open_studio("#preset=forgotten_zero_grad")
    expect(studio.banners).to_contain_text("Broken on purpose: Forgotten zero_grad")
    studio.banners.get_by_role("button", name="Undo the mistake").click()
    expect(studio.banners).not_to_contain_text("Broken on purpose")
    expect(studio.field("Deliberate mistake")).to_have_value("null")


def test_every_preset_opens_and_its_run_ends(studio: Studio) -> None:
    studio.page.get_by_role("button", name="Examples").click()
    titles = studio.page.locator("#examples .example-title").all_inner_texts()
    studio.press("Escape")
    studio.page.get_by_label("Pace").select_option("null")
    for title in titles:
        studio.choose_preset(title)
        expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)
        studio.page.locator("#stage").focus()
        studio.train()


def test_a_set_up_travels_in_the_address(studio: Studio, open_studio: Callable[..., Studio]) -> None:
    studio.field("Noise").fill("0.25")
    expect(studio.page).to_have_url(re.compile("#v=1&z="))
    other = open_studio("#" + studio.page.url.split("#")[1])
    expect(other.field("Noise")).to_have_value("0.25")


def test_a_checkpoint_is_downloaded_and_taken_up_where_it_was(studio: Studio) -> None:
    for _ in range(3):
        studio.press(".")
        studio.page.wait_for_timeout(300)
    expect(studio.sentence).to_contain_text("Step 3 of 100", timeout=STARTING)
    with studio.page.expect_download() as saved:
        studio.command("Download a checkpoint")
    studio.press("r")
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)
    with studio.page.expect_file_chooser() as chooser:
        studio.command("Continue from a checkpoint")
    chooser.value.set_files(saved.value.path())
    expect(studio.page.locator("#transport .badge")).to_contain_text("STEP 3 / 100", timeout=STARTING)
    studio.page.locator("#stage").focus()
    studio.train()
    expect(studio.sentence).to_contain_text("loss 0.01098")


def test_leaving_the_page_ends_the_run(studio: Studio) -> None:
    studio.page.get_by_label("Pace").select_option("1")
    with studio.page.expect_request(lambda request: request.method == "PATCH", timeout=STARTING) as steered:
        studio.press("Space")
    run = steered.value.url
    expect(studio.sentence).to_contain_text("Step 1 of", timeout=STARTING)
    studio.page.goto("/docs")
    for _ in range(50):
        answer = studio.page.request.get(run, headers={"accept": "application/json"})
        if answer.status == 404 or answer.json()["state"] == "stopped":
            return
        studio.page.wait_for_timeout(200)
    pytest.fail("The run goes on though nobody watches.")


def test_the_projected_picture_has_two_thirds_of_the_height(open_page: Callable[..., Page], subtests: pytest.Subtests) -> None:
    page = open_page("about:blank")
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        with subtests.test(width=width, height=height):
            visit(page, "/training#projector=1", (width, height))
            studio = Studio(page)
            page.locator("#stage").focus()
            studio.train()
            parts = (".is-own .plane-frame", "#transport", ".network-plate")
            picture, bar, network = (page.locator(part).evaluate("(part) => part.getBoundingClientRect()") for part in parts)
            assert picture["height"] >= 0.66 * height
            assert picture["y"] >= 0
            assert picture["y"] + picture["height"] <= bar["y"]
            assert bar["y"] + bar["height"] <= height + 1
            assert network["x"] + network["width"] <= picture["x"]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1440, 900)])
def test_the_picture_is_large_on_a_desk_and_stays_where_it_is_when_a_point_is_chosen(
    open_studio: Callable[..., Studio], width: int, height: int
) -> None:
    studio = open_studio(viewport={"width": width, "height": height})
    frame = studio.picture.locator(".plane-frame")
    before = frame.bounding_box()
    assert before is not None
    assert min(before["width"], before["height"]) >= 420
    studio.train()
    assert frame.bounding_box() == before
    studio.click_point(20)
    card = studio.page.locator("#example")
    expect(card.get_by_role("button", name="Open its graph")).to_be_visible()
    card.get_by_role("button", name="Fool it").click()
    expect(card).to_contain_text(re.compile("Fooled|nowhere"))
    assert frame.bounding_box() == before


def test_a_point_with_a_large_loss_is_offered_and_its_graph_is_no_graph_of_zeros(studio: Studio) -> None:
    studio.train()
    card = studio.page.locator("#example")
    expect(card).to_contain_text("at this step the loss of each point is 0")
    studio.page.get_by_role("slider", name="Training step shown").focus()
    studio.press("Home", *["ArrowRight"] * 10)
    # The points offered are those of the step shown, which may not have been drawn yet.
    studio.shows_step(10)
    expect(card.get_by_role("button", name=re.compile(r"Open point \d+"))).to_have_count(3)
    card.get_by_role("button", name=re.compile(r"Open point \d+")).first.click()
    with studio.page.expect_response(lambda response: response.url.endswith("/training/graph"), timeout=STARTING) as answer:
        studio.press("g")
    assert answer.value.json()["value"] > 0


def test_a_neuron_is_laid_over_the_picture_and_opens_with_its_equation(studio: Studio) -> None:
    studio.train()
    network = studio.page.locator(".network")
    expect(network.locator(".network-frame")).to_have_count(33)
    boundary = studio.picture.locator(".plane-boundary")
    whole = str(boundary.get_attribute("d"))
    deeper = studio.picture.locator(".plane-area.depth-3").first
    sent = str(deeper.get_attribute("d"))
    network.get_by_role("button", name="output").hover()
    expect(deeper).not_to_have_attribute("d", sent)
    # The output is the model: computed by the page, its boundary is that of what the server sent.
    expect(boundary).to_have_attribute("d", whole)
    neuron = network.get_by_role("button", name="Neuron 3 of layer 1", exact=True)
    neuron.hover()
    expect(studio.picture.locator(".plane-wrong > circle")).to_have_count(0)
    neuron.press("Enter")
    card = studio.page.locator("#example")
    expect(card).to_contain_text("Neuron 3 of layer 1")
    expect(card).to_contain_text(re.compile(r"relu\(−?\d+(\.\d+)?·x [+−] \d+(\.\d+)?·y [+−] \d"))
    expect(card).to_contain_text(re.compile(r"Dead \(0, no gradient\) for \d+(\.\d)? % of the points\."))
    studio.press("ArrowDown", "Enter")
    expect(card).to_contain_text("Neuron 4 of layer 1")
    studio.press("Escape")
    expect(card.locator(".neuron-card")).to_be_hidden()


def test_a_phone_reaches_the_set_up_with_one_press(open_studio: Callable[..., Studio]) -> None:
    studio = open_studio(viewport={"width": 400, "height": 850}, has_touch=True, is_mobile=True)
    assert studio.page.evaluate("innerWidth") == 400
    numbers = studio.page.locator(".plane-labels text").first
    assert numbers.evaluate("(text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a") >= 11
    studio.page.get_by_role("button", name="Setup", exact=True).click()
    expect(studio.setup.get_by_role("radio", name="Circles")).to_be_in_viewport()
    assert studio.page.evaluate("document.querySelector('.header').offsetHeight") <= 120


def test_escape_closes_the_graph_after_everything_was_unfolded(studio: Studio) -> None:
    studio.press(".")
    expect(studio.sentence).to_contain_text("Step 1 of", timeout=STARTING)
    studio.click_point(20)
    studio.press("g")
    dialog = studio.page.get_by_role("dialog", name=re.compile("The loss of point 21"))
    dialog.get_by_role("button", name="Unfold all").click(timeout=STARTING)
    studio.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_tables_tell_what_the_pictures_show(studio: Studio) -> None:
    studio.train()
    studio.press("t")
    region = studio.page.get_by_role("region", name="Steps")
    expect(region.get_by_role("row").nth(1)).to_contain_text("99")
    expect(studio.page.get_by_role("region", name="Examples").get_by_role("row")).to_have_count(101)
    expect(
        studio.page.get_by_role("region", name="Model predictions, with x across and y down").get_by_role("row")
    ).to_have_count(10)
    expect(studio.page.get_by_role("region", name="Parameters")).to_contain_text("layer 1 · weights")


def test_a_dropped_connection_is_told_and_the_run_is_taken_up_where_it_was(open_studio: Callable[..., Studio]) -> None:
    studio = open_studio("#preset=four_points", may_fail="/api/v1/training")
    studio.page.get_by_label("Pace").select_option("10")
    drop = """() => {
      const fetched = window.fetch;
      window.fetch = async (address, request) => {
        if (window.isDown) throw new TypeError("The line is down.");
        const response = await fetched(address, request);
        if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) return response;
        const reader = response.body.getReader();
        const body = new ReadableStream({
          async pull(controller) {
            const {done, value} = await reader.read();
            if (window.isDown) { await reader.cancel(); return controller.error(new TypeError("The line broke.")); }
            if (done) return controller.close();
            controller.enqueue(value);
          },
        });
        return new Response(body, response);
      };
    }"""
    studio.page.evaluate(drop)
    studio.press("Space")
    expect(studio.sentence).to_contain_text(re.compile("Step [1-9]"), timeout=STARTING)
    studio.page.evaluate("window.isDown = true")
    expect(studio.banners).to_contain_text("reconnecting to the run")
    studio.page.wait_for_timeout(1000)
    studio.page.evaluate("window.isDown = false")
    expect(studio.banners).not_to_contain_text("reconnecting to the run", timeout=STARTING)
    studio.finished()
    steps = studio.page.locator(".log-line").evaluate_all("(lines) => lines.map((line) => Number(line.dataset.step))")
    assert steps == list(range(100, -1, -1))


def test_the_page_never_shows_the_wrong_theme(open_page: Callable[..., Page]) -> None:
    page = open_page("/training#theme=dark", color_scheme="light")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    scripts = page.evaluate(
        "Array.from(document.head.querySelectorAll('script, link[rel=stylesheet]'), (each) => each.src || each.href)"
    )
    assert "theme" in scripts[0]


def test_a_run_in_sight_of_a_listener_is_told_no_more_than_once_in_a_while(studio: Studio) -> None:
    said = """() => {
      window.said = [];
      const region = document.querySelector("#transport [aria-live=polite]");
      const listen = () => window.said.push(region.textContent);
      new MutationObserver(listen).observe(region, {childList: true, characterData: true, subtree: true});
    }"""
    studio.page.evaluate(said)
    studio.train()
    studio.page.wait_for_timeout(500)
    heard = studio.page.evaluate("window.said")
    assert 1 <= len(heard) <= 8
    assert heard[-1].startswith("Finished")


def test_on_a_phone_that_lies_the_picture_has_its_height_and_a_tap_trains(open_studio: Callable[..., Studio]) -> None:
    studio = open_studio(viewport={"width": 850, "height": 400}, has_touch=True)
    drawn = studio.picture.locator(".plane").bounding_box()
    assert drawn
    assert drawn["height"] > 200
    studio.page.get_by_role("button", name="Train", exact=True).tap()
    expect(studio.sentence).not_to_contain_text("Before the first", timeout=STARTING)
