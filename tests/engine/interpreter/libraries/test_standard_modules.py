"""`math` of whole numbers, `operator`, `statistics`, `unicodedata` and `sys.exit()`: programs print what they print in Python."""

import contextlib
import importlib.util
import io
from typing import Any

import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

PROGRAMS = (
    "import math\nprint(math.factorial(0), math.factorial(5), math.factorial(25), math.comb(5, 2), math.comb(2, 5))",
    "import math\nprint(math.perm(5), math.perm(5, 2), math.gcd(12, 18), math.gcd(), math.lcm(4, 6), math.isqrt(17))",
    "from math import factorial, gcd\nprint(sum([1.0 / factorial(n) for n in range(8)]), gcd(0, -4))",
    "import operator\nfrom functools import reduce\nprint(reduce(operator.mul, [2, 3, 4]), operator.sub(5, 2))",
    "from operator import itemgetter\nprint(sorted([(2, 'b'), (1, 'a')], key=itemgetter(0)), itemgetter(0, 2)('abc'))",
    "import statistics\nx = [1.0, 2.0, 4.0, 8.0]\nprint(statistics.mean(x), statistics.median(x), statistics.pvariance(x))",
    "print([(1, 'a')])\nd = [(1, 'a'), (2, 'b')]\nprint(d, len([(3, 'c')]), (1, 'a'))",
    "import unicodedata as u\nprint(''.join(c for c in u.normalize('NFD', 'Ślusàrski é') if u.category(c) != 'Mn'))",
    "from unicodedata import category, combining\nprint([category(c) for c in 'aA1 ,\u0301'], combining('\u0301'))",
    "from unicodedata import normalize\nprint(len(normalize('NFKD', '\ufdfa')), len(normalize('NFC', 'e\u0301')))",
    "from builtins import range, zip\nprint(list(zip(range(2), range(2))))",
    "import sys\nassert sys.version_info >= (3, 7)\nprint((3, 12) < (3, 9), (1, 2) <= (1, 2), ('a', 1) > ('a', 0))",
    "from packaging import version as v\nprint(v.parse('1.10') > v.parse('1.9'), v.parse('2.0') == v.parse('2'))",
    "from packaging.version import Version, parse\nprint(parse('2.1.0'), Version('1') <= parse('1.2'), parse('3') != parse('4'))",
    "import sys\nprint(1)\nsys.exit()\nprint(2)",
    "print(1)\nif True:\n    exit(0)\nprint(2)",
    "import sys\ndef main():\n    for i in range(3):\n        print(i)\n        if i:\n            sys.exit()\nmain()\nprint(9)",
    "import sys\ntry:\n    sys.exit(3)\nexcept SystemExit as error:\n    print('caught', error)\nprint(2)",
)


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_program_prints_what_it_prints_in_python(text: str) -> None:
    expected = io.StringIO()
    with contextlib.redirect_stdout(expected), contextlib.suppress(SystemExit):
        exec(compile(text, "program", "exec"), {})
    found = run(parse("x = 2.0\ny = x * 3\n" + text))
    assert "".join(f"{line}\n" for line in found.printed) == expected.getvalue()
    assert not [each for each in found.problems if each.severity.value == "error"]


def test_a_program_that_ends_itself_shows_what_it_has_computed() -> None:
    assert run(parse("import sys\nx = 2.0\ny = x * 3\nsys.exit()\nz = y * 2")).output.raw == 6.0


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nx = 2.0\nsys.exit(1)\nx * 2",
        "import math\nx = 2.0\nx * math.factorial(-1)",
        "import math\nx = 2.0\nx * math.factorial(171)",
        "import math\nx = 2.0\nx * math.comb(2.5, 1)",
        "import math\nx = 2.0\nx * math.isqrt(-4)",
        "import unicodedata\nx = 2.0\nunicodedata.normalize('NFZ', 'a')\nx * 2",
        "import unicodedata\nx = 2.0\nunicodedata.category('ab')\nx * 2",
        "from packaging import version\nx = 2.0\nx * (version.parse('1.0rc1') < version.parse('1.0'))",
        "import unicodedata\nx = 2.0\nunicodedata.category(3)\nx * 2",
    ],
)
def test_what_fails_in_python_is_refused(text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(text))
    assert all(problem.code is not Code.INTERNAL for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("halves.type_as(whole)", [0.0, 1.0]),
        ("halves.to(whole)", [0.0, 1.0]),
        ("halves.type_as(halves > 1)", [1.0, 1.0]),
        ("whole.type_as(halves) / 2", [0.5, 1.0]),
        ("whole.to(halves) / 2", [0.5, 1.0]),
        ("halves.type_as(halves)", [0.5, 1.5]),
    ],
)
def test_a_tensor_takes_the_type_of_another(text: str, expected: list[float]) -> None:
    program = f"import torch\nwhole = torch.tensor([1, 2])\nhalves = torch.tensor([0.5, 1.5])\n{text}"
    if importlib.util.find_spec("torch"):
        names: dict[str, Any] = {}
        exec(program.replace(text, f"found = {text}"), names)
        assert names["found"].tolist() == expected
    assert run(parse(program)).output.raw.tolist() == expected


def test_a_whole_number_that_no_float_can_hold_is_refused() -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse("import math\nr = math.lcm(1e308, 10)\nr*1.5"))
    assert "lcm" in refused.value.problems[0].message
