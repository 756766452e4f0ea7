"""The format of lessons: what is read, where each mistake is reported, and hostile files that harm nobody."""

import re

import pytest

from backpass.app.lessons.figures import FigureError, figure
from backpass.app.lessons.front_matter import FIELDS, LONGEST
from backpass.app.lessons.model import Lesson, Part
from backpass.app.lessons.options import KINDS, OPTIONS, REQUIRED
from backpass.app.lessons.reading import LONGEST as LONGEST_LESSON
from backpass.app.lessons.reading import MAX_BLOCKS, is_rounded, read_lesson
from backpass.engine.messages import languages, speaking
from tests.lessons import small_lesson

MATTER = "---\ntitle: T\nsummary: S\nlanguage: en\nminutes: 10\nlevel: 1\n---\n\n"
BLOCK = '```backpass caption="C"\na = 2\nb = 3\nL = a*b + a\n```\n'


def lesson(text: str) -> Lesson:
    return read_lesson(MATTER + text)


def places(text: str) -> list[tuple[int, int]]:
    """Line and column of each problem, counted from the first line after the front matter."""
    return [(problem.line - MATTER.count("\n"), problem.column) for problem in lesson(text).problems]


def parts(text: str, kind: str) -> list[Part]:
    made = lesson(text)
    assert made.problems == ()
    return [part for page in made.pages for part in page.parts if part.kind == kind]


def test_dashes_and_second_level_headings_begin_pages() -> None:
    made = lesson("# All\n\none\n\n---\n\ntwo\n\n## Three\n\nthree\n\n---\n\n## Four\n\nfour\n")
    assert [page.title for page in made.pages] == ["All", "T", "Three", "Four"]
    assert [page.parts[0].html for page in made.pages] == [f"<p>{word}</p>\n" for word in ("one", "two", "three", "four")]


def test_the_engine_writes_the_figures_of_the_text() -> None:
    made = lesson(f"{BLOCK}\nThe gradient is `=grad(a)`, the value `=L`, and `8.0 = L` again; `x == 2` is code.\n")
    assert made.problems == ()
    assert re.findall(r'class="figure"[^>]*>([^<]+)<', made.pages[0].parts[1].html) == ["4", "8", "8.0"]
    assert "<code>x == 2</code>" in made.pages[0].parts[1].html
    assert made.figures == 3


def test_a_typed_figure_that_is_wrong_in_its_last_digit_is_a_mistake() -> None:
    assert places(f"{BLOCK}\n\nIt is `8.1 = L`.\n") == [(8, 7)]
    assert is_rounded("0.333", 1 / 3)
    assert not is_rounded("0.334", 1 / 3)
    assert is_rounded("−14", -14.4)
    assert not is_rounded("14", float("nan"))


def test_a_figure_of_nothing_is_reported_in_its_place() -> None:
    assert places(f"{BLOCK}\n\nthe number `=grad(q)`\n") == [(8, 12)]
    with pytest.raises(FigureError):
        figure("a = 2", "grad(")


def test_a_block_carries_the_state_to_begin_with_in_the_format_of_links() -> None:
    options = 'step=backward-1 select=a controls=sliders view=table operations ranges=a:-3,3,0.1 caption="C"'
    (block,) = parts(BLOCK.replace('caption="C"', options), "backpass")
    assert block.data["fragment"] == "view=table&ranges=a%3A-3%2C3%2C0.1&separate=1&at=3&node=0"
    assert block.data["controls"] == ["sliders"]
    assert block.data["graph"]["value"] == 8


def test_a_block_goes_on_with_the_program_before() -> None:
    text = BLOCK + '\n```backpass continue select=a->M caption="C"\nM = a*L\n```\n'
    block = parts(text, "backpass")[1]
    assert block.data["program"] == "a = 2\nb = 3\nL = a*b + a\nM = a*L\n"
    edge = int(block.data["fragment"].removeprefix("edge="))
    assert block.data["graph"]["edges"][edge]["contribution"] == 8


def test_a_goal_has_its_bound_computed() -> None:
    (block,) = parts(BLOCK.replace("caption", "goal=grad(a) below=b+1 caption"), "backpass")
    assert (block.data["goal"]["quantity"], block.data["goal"]["bound"], block.data["goal"]["wanted"]) == ("gradient", "below", 4)


def test_options_have_their_figures_between_braces() -> None:
    text = BLOCK.replace('caption="C"', 'goal=L above=9 done="It was {=L}." caption="At {8.0=L}"')
    (block,) = parts(text + '\n```question kind=number of=L hint="Twice {=L/2}."\nWhat?\n```\n', "backpass")
    assert block.data["goal"]["done"] == "It was 8."
    assert ">At 8.0<" in block.html
    assert places(BLOCK.replace('caption="C"', 'caption="At {9=L}"')) == [(1, 1)]


def test_a_goal_that_holds_from_the_beginning_is_refused() -> None:
    assert places(BLOCK.replace("caption", "goal=grad(a) reach=4 caption")) == [(1, 13)]


def test_what_is_hidden_is_hidden_as_in_a_class() -> None:
    assert parts(BLOCK.replace("caption", "hide=b.grad caption"), "backpass")[0].data["redaction"] == {
        "node": 1,
        "quantity": "gradient",
    }
    assert parts(BLOCK.replace("caption", "hide=grad caption"), "backpass")[0].data["redaction"] == {"position": 2}


def test_a_curve_takes_the_place_of_the_graph() -> None:
    (block,) = parts(BLOCK.replace("caption", "plot=a,b rate=0.05 hide=grad caption"), "backpass")
    assert block.data["plot"] == {"along": ["a", "b"], "rate": 0.05}
    assert block.data["controls"] == ["sliders"]
    assert block.data["fragment"] == "panel=plot", "the playground opens with the same curve"
    (block,) = parts(BLOCK.replace("caption", "plot=b caption"), "backpass")
    assert block.data["plot"] == {"along": ["b"]}


@pytest.mark.parametrize(
    ("options", "column"),
    [
        *((f"plot=a {option}", 20) for option in ("step=end", "select=b", "view=table", "direction=down", "operations")),
        ("plot=a controls=play", 20),
        ("plot=a hide=L.value", 20),
        ("plot=L", 13),
        ("plot=q", 13),
        ("plot=a,a", 13),
        ("plot=a,b,a", 13),
        ("plot=a rate=0", 20),
        ("plot=a rate=0.001", 20),
        ("plot=a rate=2", 20),
        ("rate=0.1", 13),
    ],
)
def test_a_curve_that_cannot_be_drawn_so_is_a_mistake(options: str, column: int) -> None:
    assert places(BLOCK.replace("caption", f"{options} caption")) == [(1, column)]


def test_an_array_has_no_curve() -> None:
    assert places('```backpass caption="C" plot=a\na = 2\n[a, a*a]\n```') == [(1, 25)]
    text = '```backpass caption="C" plot=w\nw = [1, 2]\nw[0]*w[1]\n```'
    assert places(text) == [(1, 25)], "an array is no input with one number"


def test_a_number_question_has_the_engines_answer_and_its_misconceptions() -> None:
    text = (
        BLOCK
        + "\n```question kind=number of=grad(a) hint=one hint=two\nWhich?\n\n- `b`\n  - One path.\n- [x] yes\n  - Both.\n```\n"
    )
    (question,) = parts(text, "question")
    assert question.data["answer"] == 4
    assert question.data["wrong"] == [3]
    assert question.data["hints"] == ["one", "two"]
    assert 1 in [value for value, _ in question.data["mistakes"]], "the contribution of one path alone is a known mistake"
    assert 3 not in [value for value, _ in question.data["mistakes"]], "the author has answered to it"
    assert "One path." in question.thoughts["wrong-0"]
    assert "Both." in question.thoughts["right"]
    assert "Both." not in question.html, "what is right is apart from what is asked"


@pytest.mark.parametrize(
    ("of", "words"),
    [
        ("grad(b)", ["`b` is used once", "times the other factor"]),
        ("grad(a)", ["`a` is used 2 times", "then add"]),
        ("grad(L)", ["`L` is the output itself"]),
        ("L", ["what `L` is computed from"]),
        ("b - 0.1*grad(b)", ["gradient of `b` first"]),
        ("a*b", ["Replace each name with its number"]),
        ("2*7", ["what a single step does"]),
    ],
)
def test_a_number_that_is_asked_without_a_hint_gets_one_by_what_is_asked(of: str, words: list[str]) -> None:
    (question,) = parts(BLOCK + f'\n```question kind=number of="{of}"\nWhich?\n```\n', "question")
    (hint,) = question.data["hints"]
    assert all(each in hint for each in words)
    figure_shown = f"{question.data['answer']:g}"
    assert figure_shown not in re.findall(r"[\d.]+", hint) or of == "grad(a)", "a count of uses is no answer"
    with speaking("fr"):
        (question,) = parts(BLOCK + f'\n```question kind=number of="{of}"\nWhich?\n```\n', "question")
    assert question.data["hints"] != [hint]


UNUSED = {
    "in a line": ("a = 2\nb = 3\nL = b*b", "grad(a)", 0.0),
    "an array": ("a = [1, 2]\nb = 3\nL = b*b", "grad(a)[1]", 0.0),
    "within a formula": ("a = 2\nb = 3\nL = b*b", "b - 0.1*grad(a)", 3.0),
    "computed and unused": ("b = 3\nc = 2*b\nL = b*b", "grad(c)", 0.0),
    "begun again": ("w = 3\nL = w*w\nw = 15\nM = w*w", "grad(w)", 30.0),
    "begun again and unused": ("w = 3\nL = w*w\nw = 15\nM = 2*L", "grad(w)", 0.0),
    "the newest number": ("w = 3\nL = w*w\nw = 15\nM = w*w", "w", 15.0),
}


@pytest.mark.parametrize("case", UNUSED)
def test_the_gradient_of_a_name_that_nothing_uses_is_0_and_of_one_begun_again_that_of_the_newest(case: str) -> None:
    program, asked, expected = UNUSED[case]
    assert figure(program, asked).value == expected
    block = f'```backpass caption="A."\n{program}\n```\n\n'
    (question,) = parts(f"{block}```question kind=number of={asked!r}\nWhich?\n```\n", "question")
    assert question.data["answer"] == expected
    assert "itself" not in question.data["hints"][0]


def test_whatever_a_block_raises_is_a_mistake_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    text = small_lesson("T", "P", "It is `=b`.\n\n```question kind=number of=grad(a)\nWhich?\n```\n")

    def fails(*_: object) -> None:
        raise KeyError("never thought of")

    for place, line in (("figures.value_mistakes", 17), ("reading.question_block", 19), ("reading._Reader._matter", 1)):
        with monkeypatch.context() as patch:
            patch.setattr(f"backpass.app.lessons.{place}", fails)
            figure.cache_clear()
            (problem,) = read_lesson(text).problems
            assert (problem.line, "error in Backpass" in problem.message) == (line, True), place
    figure.cache_clear()
    assert read_lesson(text).problems == ()


def test_a_choice_question_has_one_right_answer_and_thoughts() -> None:
    (question,) = parts("```question kind=choice predict\nWhich?\n\n- [ ] `a`\n  - No.\n- [x] $b$\n```\n", "question")
    assert (question.data["right"], question.gate) == (1, True)
    assert "[x]" not in question.html
    assert "<code>a</code>" in question.html
    assert "No." in question.thoughts["0"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('```backpass capton="C"\na = 2\n```', (1, 13)),
        ('```backpass caption="C" step=sideways\na = 2\n```', (1, 25)),
        ('```backpass caption="C" step=99\na = 2\n```', (1, 25)),
        ('```backpass caption="C" select=q\na = 2\n```', (1, 25)),
        ('```backpass caption="C" edit=1\na = 2\n```', (1, 25)),
        ('```backpass caption="C\na = 2\n```', (1, 21)),
        ("```backpass\na = 2\n```", (1, 1)),
        ('\n```backpass caption="C"\na = 2\nb = a +* 3\n```', (4, 8)),
        ('```backpass caption="C"\na = 2\n```\n```backpass continue caption="D"\nb = tanhh(a)\n```', (5, 5)),
        ('```backpass caption="C" goal=a\na = 2\n```', (1, 25)),
        ('```backpass caption="C" reach=3\na = 2\n```', (1, 25)),
        ("```question kind=number\nWhat?\n```", (1, 13)),
        ("```question kind=choice\nWhat?\n\n- [ ] a\n- [ ] b\n```", (1, 1)),
        ("```question kind=choice\nWhat?\n\n- a\n- [x] b\n```", (1, 1)),
        (f"{BLOCK}```question kind=number of=L\nWhat?\n\n- `a*4`\n  - No.\n```", (6, 1)),
        ("```training preset=nothing caption=C\n```", (1, 13)),
        ("![a](picture.png)", (1, 1)),
        ('```backpass caption="`=a`"\na = 2\n```\n', (1, 22)),
        ("[a](../../etc/passwd)", (1, 1)),
        ("[a](//evil.example/x)", (1, 1)),
        ("[a](file.exe)", (1, 1)),
    ],
)
def test_a_mistake_is_reported_where_it_is(text: str, place: tuple[int, int]) -> None:
    assert places(text) == [place]
    for language in languages():
        with speaking(language):
            assert all(problem.message and problem.hint for problem in lesson(text).problems)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no front matter",
        "---\n- a list\n---\n\ntext",
        "---\ntitle: [\n---\n\ntext",
        "---\ntitle: !!python/object/apply:os.system [ls]\n---\n\ntext",
        "---\ntitle: " + "[" * 1_000 + "\n---\n\ntext",
        "---\ntitle: " + "x" * LONGEST + "\n---\n\ntext",
        "---\na: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\ntitle: [*c,*c,*c,*c]\n---\n\ntext",
        MATTER.replace("minutes: 10", "minutes: many") + "text",
        MATTER.replace("level: 1", "colour: red") + "text",
        MATTER.replace("language: en", "language: ../en") + "text",
    ],
)
def test_broken_front_matter_is_a_problem_with_a_hint(text: str) -> None:
    problems = read_lesson(text).problems
    assert problems
    assert all(problem.hint and problem.line >= 1 for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](data:text/html,<script>alert(1)</script>)",
        '[a](<https://x.example/" onclick="alert(1)>)',
        "$<script>alert(1)</script>$",
        "`=1 <script>`",
        '# <b onclick="alert(1)">title</b>',
        '```backpass caption="<script>alert(1)</script>"\na = 1 # <script>\n```',
        "```question kind=choice\n<script>a</script>\n\n- [x] <b>a</b>\n- [ ] </script><script>a</script>\n  - <i>x</i>\n```",
        "```html\n<script>alert(1)</script>\n```",
    ],
)
def test_markup_in_a_lesson_is_text(text: str) -> None:
    html = "".join(part.html for page in lesson(text).pages for part in page.parts)
    assert not re.search(r"<(script|img|b|i)\b", html)
    assert not re.search(r"<[^>]*\son\w+=", html)
    assert not re.search(r'href="(?!https?:|/|#)', html)


def test_a_huge_lesson_is_refused_before_it_is_read() -> None:
    assert "200" in read_lesson("x" * (LONGEST_LESSON + 1)).problems[0].message


@pytest.mark.parametrize(
    "text",
    [
        "```question kind=choice\na\n```\n" * 10_000,
        '```backpass caption="C"\na = 1\n```\n' * 5_000,
        "> " * 20_000 + "deep",
        "- " * 20_000 + "deep",
        "[" * 50_000 + "a",
        "*a **b " * 10_000,
        "`" * 100_000,
        "$" * 50_000,
        "|a" * 5_000 + "|\n" + "|-" * 5_000 + "|\n",
        '```backpass caption="C"\nwhile True:\n    a = 1\n```',
        '```backpass caption="C"\ndef f(x):\n    return f(x)\nf(1)\n```',
        '```backpass caption="C"\nx = 1\nfor i in range(10**9):\n    x = x*2\n```',
        '```backpass caption="C"\nx = ' + "(" * 5_000 + "1" + ")" * 5_000 + "\n```",
        '```backpass caption="C"\nx = [[0]*10000]*10000\nsum(x)\n```',
        "`=" + "9**" * 200 + "9`",
        '```question kind=number of="sum(range(10**12))"\nWhat?\n```',
        "\x00\ud7ff\uffff",
    ],
    ids=lambda text: re.sub(r"\s+", " ", text[:40]),
)
def test_a_hostile_lesson_is_read_to_its_end(text: str) -> None:
    made = lesson(text)
    assert len(made.problems) <= 100
    assert sum(made.count(kind) for kind in KINDS) <= MAX_BLOCKS


def test_blocks_beyond_the_most_are_left_out_and_reported_once() -> None:
    made = lesson('```backpass caption="C"\na = 1\n```\n' * (MAX_BLOCKS + 20))
    assert made.count("backpass") == MAX_BLOCKS
    assert len(made.problems) == 1


def test_every_option_accepts_its_own_example() -> None:
    assert len(OPTIONS) > 20
    for option in OPTIONS:
        name, _, value = option.example.partition("=")
        assert name == option.name
        assert (value == "") == (option.pattern is None)
        assert option.pattern is None or option.accepts(value.strip('"'))
    for kind, names in REQUIRED.items():
        assert set(names) <= {option.name for option in OPTIONS if option.kind == kind}


def test_every_field_accepts_its_own_example() -> None:
    text = "---\n" + "\n".join(example for _, example in FIELDS.values()) + "\n---\n\ntext"
    assert read_lesson(text).problems == ()
