"""Wheel and sdist carry the built page; an sdist needs no node."""

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import httpx
import pytest
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import backpass
from scripts.environment import LOCK
from scripts.page import ROOT
from tests.servers import wait_until_it_answers
from tests.services import free_port

HEAVIEST_WHEEL = 4_000_000
"""Bytes. What weighs most is the page."""
HEAVIEST_INSTALLED = 40_000_000
"""Bytes of what is installed without extras, beyond NumPy."""


def build(target: str, where: Path, into: Path, path: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)]
    subprocess.run(command, cwd=where, env=os.environ | {"PATH": path}, check=True, capture_output=True)
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"), os.environ["PATH"])


@pytest.fixture(scope="module")
def wheel_of_the_sdist(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built where no program at all is on the PATH."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, filter="data")
    (folder,) = unpacked.iterdir()
    return build("wheel", folder, tmp_path_factory.mktemp("wheel"), str(tmp_path_factory.mktemp("empty")))


def test_a_wheel_built_from_the_sdist_without_node_starts_and_finds_every_file_of_its_page(
    wheel_of_the_sdist: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(wheel_of_the_sdist) as wheel:
        wheel.extractall(tmp_path)
    program = (
        "import json; from backpass.app.http.assets import Assets; from backpass.app.main import create_app;"
        "create_app(); assets = Assets();"
        "names = json.loads((assets.directory / 'manifest.json').read_text());"
        "from backpass.engine.messages import FOLDER, say;"
        "assert FOLDER.name == 'catalogue' and say('thousands-separator') == ',';"
        "print(assets.directory, *(assets.url(name) for name in names))"
    )
    # Isolated from the checkout: no working directory on the path, the wheel's content before the editable installation.
    command = [sys.executable, "-P", "-c", program]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    said = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True).stdout.split()
    assert said[0] == str(tmp_path / "backpass" / "app" / "page" / "static")
    assert len(said) > 5
    for url in said[1:]:
        assert (tmp_path / "backpass" / "app" / "page" / url.removeprefix("/")).is_file()


def test_the_wheel_carries_packages_page_and_licences_and_nothing_else(wheel_of_the_sdist: Path) -> None:
    with zipfile.ZipFile(wheel_of_the_sdist) as wheel:
        names = wheel.namelist()
    assert {name.split("/")[0] for name in names} == {"backpass", f"backpass-{backpass.__version__}.dist-info"}
    assert f"backpass-{backpass.__version__}.dist-info/licenses/LICENSE" in names
    assert "backpass/app/page/static/licences.txt" in names
    assert "backpass/app/page/templates/index.html" in names
    course = {
        f"backpass/app/lessons/course/{file.relative_to(ROOT / 'lessons').as_posix()}"
        for file in (ROOT / "lessons").rglob("*.md")
    }
    assert {name for name in names if name.startswith("backpass/app/lessons/course/")} == course
    assert len(course) > 0
    guide = {file.name for file in (ROOT / "docs").glob("*.md")}
    assert guide <= {name.removeprefix("backpass/app/page/guide/") for name in names}
    assert not [name for name in names if name.startswith(("backpass/app/page/guide/adr/", "backpass/app/page/guide/changes/"))]
    assert {name for name in names if name.endswith(".ftl")} == {
        f"backpass/engine/catalogue/{file.relative_to(ROOT / 'messages').as_posix()}"
        for file in (ROOT / "messages").rglob("*.ftl")
    }
    assert not [name for name in names if name.endswith((".map", ".ts"))]


def test_the_wheel_is_light(wheel_of_the_sdist: Path) -> None:
    with zipfile.ZipFile(wheel_of_the_sdist) as wheel:
        heaviest = sorted(wheel.infolist(), key=lambda file: -file.compress_size)[:10]
    assert wheel_of_the_sdist.stat().st_size <= HEAVIEST_WHEEL, [(file.filename, file.compress_size) for file in heaviest]


def test_an_index_accepts_what_is_uploaded(sdist: Path, wheel_of_the_sdist: Path) -> None:
    """Also that the README can be rendered there."""
    command = [sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel_of_the_sdist)]
    check = subprocess.run(command, check=False, capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr
    assert check.stdout.count("PASSED") == 2


def test_the_metadata_say_who_made_it_for_whom_and_under_which_licence(wheel_of_the_sdist: Path) -> None:
    with zipfile.ZipFile(wheel_of_the_sdist) as wheel:
        found = Metadata.from_email(wheel.read(f"backpass-{backpass.__version__}.dist-info/METADATA"))
    assert (found.name, str(found.version)) == ("backpass", backpass.__version__)
    assert found.author == "Backpass maintainers"
    assert found.summary
    assert {"autograd", "backpropagation", "teaching"} <= set(found.keywords)
    assert {"Typing :: Typed", "Intended Audience :: Education", "Framework :: FastAPI"} <= set(found.classifiers)
    assert found.license_expression == "MIT"
    assert found.license_files == ["LICENSE"]
    assert found.description_content_type == "text/markdown"
    assert found.description == (ROOT / "README.md").read_text(encoding="utf-8")
    assert {"server", "all", "torch", "jax", "fast", "notebook"} <= set(found.provides_extra)
    unconditional = {each.name for each in found.requires_dist if each.marker is None}
    assert unconditional == {"fluent-syntax", "numpy", "shtab"}


class Environment:
    """A fresh virtual environment."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=True)
        self.python = folder / "bin" / "python"
        (self.packages,) = (folder / "lib").glob("python3.*/site-packages")

    def install(self, what: str) -> None:
        """In the versions that the tests pass with."""
        options = ["--quiet", "--disable-pip-version-check", "--no-compile", "--constraint", str(LOCK)]
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install", *options, what]
        subprocess.run(command, check=True, capture_output=True)

    def distributions(self) -> set[str]:
        """What is installed."""
        return {canonicalize_name(each.name) for each in metadata.distributions(path=[str(self.packages)])}

    def run(self, *arguments: str, within: Path, **more: str) -> subprocess.CompletedProcess[str]:
        """What a Python program of the environment does."""
        return subprocess.run(
            [self.python, *arguments], cwd=within, env=outside() | more, check=False, capture_output=True, text=True
        )


def outside() -> dict[str, str]:
    """The environment of somebody who has no checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def size(folder: Path) -> int:
    """Bytes of all files."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


@pytest.fixture(scope="module")
def environment(wheel_of_the_sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """With the wheel, without extras."""
    made = Environment(tmp_path_factory.mktemp("fresh"))
    made.install(str(wheel_of_the_sdist))
    return made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """`engine.py` is the commonest name of a training loop, and `app` of a web project."""
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "engine.py").write_text("def train(): return 31\n", encoding="utf-8")
    return tmp_path


def test_a_fresh_environment_gets_numpy_and_little_else(environment: Environment) -> None:
    assert environment.distributions() == {"backpass", "fluent-syntax", "numpy", "shtab", "typing-extensions"}
    of_numpy = sum(size(folder) for folder in environment.packages.glob("numpy*"))
    assert size(environment.packages) - of_numpy <= HEAVIEST_INSTALLED


def test_it_works_beside_files_of_the_names_of_its_folders(environment: Environment, project: Path) -> None:
    (project / "script.py").write_text(
        "import app, engine, backpass; a = backpass.Tensor(2.0); (a * engine.train()).backward(); print(app.x, a.grad)\n"
        "print(backpass.__file__, backpass.engine.__file__)\n",
        encoding="utf-8",
    )
    run = environment.run("script.py", within=project)
    gradient, places = run.stdout.splitlines()
    assert gradient == "1 31.0"
    assert all(place.startswith(str(environment.packages)) for place in places.split())


def test_it_captures_where_pytorch_is(environment: Environment, project: Path) -> None:
    torch = pytest.importorskip("torch")
    (project / "script.py").write_text(
        "import torch, backpass; a = torch.tensor(2.0, requires_grad=True)\n"
        "print(backpass.capture(a * 31).gradients, backpass.__file__)\n",
        encoding="utf-8",
    )
    run = environment.run("script.py", within=project, PYTHONPATH=str(Path(torch.__file__).parent.parent))
    assert "31.0" in run.stdout, run.stderr
    assert str(environment.packages) in run.stdout


def test_a_server_is_an_extra_and_serves(environment: Environment, wheel_of_the_sdist: Path, project: Path) -> None:
    """Comes last: it installs more."""
    refused = environment.run("-m", "backpass", "serve", within=project)
    assert refused.returncode == 2
    assert "backpass[server]" in refused.stderr
    environment.install(f"{wheel_of_the_sdist}[server]")
    port, log = free_port(), project / "log"
    command = [str(environment.python), "-m", "backpass", "serve", "--port", str(port)]
    settings = outside() | {"BACKPASS_DATABASE": f"sqlite+aiosqlite:///{project / 'classes.db'}"}
    with log.open("wb") as output, subprocess.Popen(command, cwd=project, env=settings, stdout=output, stderr=output) as process:
        try:
            wait_until_it_answers(process, f"http://127.0.0.1:{port}/healthz", log)
            answer = httpx.post(
                f"http://127.0.0.1:{port}/api/v1/gradient", json={"program": "a*31", "inputs": {"a": 2}}, timeout=60
            )
            page = httpx.get(f"http://127.0.0.1:{port}/", timeout=60)
        finally:
            process.terminate()
    assert answer.json()["gradients"] == {"a": 31.0}
    assert "<title>" in page.text


def test_the_lock_has_a_version_of_every_dependency_that_the_project_accepts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *(each for name in ("cluster", "fast", "server", "test") for each in extras[name])]
    lines = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    locked = {canonicalize_name(each.name): each for each in map(Requirement, lines)}
    for wanted in map(Requirement, asked):
        if wanted.name != "backpass":
            (version,) = locked[canonicalize_name(wanted.name)].specifier
            assert wanted.specifier.contains(version.version), f"{wanted}, but the lock has {version}"


def test_the_lock_of_the_page_holds_the_packages_of_every_platform() -> None:
    """`npm ci` refuses a lock that lacks an optional package, also one that the machine here does not need."""
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    optional = {name for each in packages.values() for name in each.get("optionalDependencies", {})}
    assert optional
    assert not {name for name in optional if f"node_modules/{name}" not in packages}
