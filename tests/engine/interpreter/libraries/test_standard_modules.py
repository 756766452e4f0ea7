"""`math` of whole numbers, `operator`, `statistics`, `unicodedata` and `sys.exit()`: programs print what they print in Python."""

import contextlib
import importlib.util
import io
from typing import Any

import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.interpreter.libraries.spellings import SAME_NAMES
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
    "print(int('ff', 16), int('ff', base=16), int('0x1f', 16), int('101', 2), int(' -7 ', 8), int('0b11', 0))",
    "try:\n    int('fg', 16)\nexcept ValueError as error:\n    print(error)",
    "import random as r\nr.seed(2)\nprint(r.choices([1, 2], k=3), r.choices('ab', [3, 1], k=2), r.choices([5, 6]))",
    "import random\nrandom.seed(1)\nprint(random.choices([1, 2, 3], cum_weights=[1, 2, 9], k=4))",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import foo\nprint(TYPE_CHECKING)",
    "import typing\nprint(1 if typing.TYPE_CHECKING else 2)",
    "from contextlib import contextmanager as m\n@m\ndef c(a, b=2):\n    yield a + b\n    print(2)\nwith c(3) as v: print(v)",
    "import contextlib\nwith contextlib.nullcontext(5) as v:\n    print(v)",
    "class A:\n    f = 1\nclass B(A): pass\nclass C(A):\n    f = 3\nclass D(B, C): pass\nprint(D().f)",
    "class A:\n    f = 1\nclass B(A):\n    f = 2\nclass C(A):\n    f = 3\nclass D(C): pass\nclass E(B, D): pass\nprint(E().f)",
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


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("from tqdm import tqdm\nfor i in tqdm(range(2), 'training'):\n    print(i)", ["0", "1"]),
        ("from tqdm import trange\nprint([i for i in trange(1, 7, 2)])", ["[1, 3, 5]"]),
        ("import numpy as np\nprint(np.finfo(np.float64).eps, np.finfo('float32').bits)", ["2.220446049250313e-16 32"]),
        ("import numpy as np\nprint(np.iinfo(np.int32).max)", ["2147483647"]),
        ("import torch\nprint(torch.finfo(torch.float32).max > 3e38)", ["True"]),
    ],
)
def test_bars_and_limits_of_types(text: str, printed: list[str]) -> None:
    assert run(parse(f"x = 2.0\ny = x * 3\n{text}")).printed == printed


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("torch.distributions.categorical", "Categorical"),
        ("torch.distributions.normal", "Normal"),
        ("torch.optim.adam", "Adam"),
        ("torch.optim.sgd", "SGD"),
        ("torch.optim.optimizer", "Optimizer"),
        ("torch.nn.modules", "Linear"),
        ("torch.nn.modules.loss", "MSELoss"),
        ("torch.nn.modules.linear", "Linear"),
        ("torch.nn.modules.module", "Module"),
        ("torch.nn.modules.activation", "ReLU"),
        ("torch.nn.utils.clip_grad", "clip_grad_norm_"),
        ("torch.utils.data.dataset", "Dataset"),
        ("torch.autograd.grad_mode", "no_grad"),
    ],
)
def test_files_of_pytorch_have_what_its_packages_have(path: str, name: str) -> None:
    imports = f"import torch\nfrom {path} import {name}\nfrom {SAME_NAMES[path]} import {name} as other"
    text = f"{imports}\nx = 2.0\nprint({name} is other)\nx*1"
    assert run(parse(text)).printed == ["True"]


def test_match_is_refused_by_name_and_stays_a_name() -> None:
    with pytest.raises(ProblemError, match="`match`"):
        run(parse("match 3:\n    case 3:\n        print(1)"))
    assert run(parse("match = 3.0\nmatch * 2")).output.raw == 6.0
