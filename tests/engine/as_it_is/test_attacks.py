"""The fence against programs that want out. Each is run twice: without the fence it gets what it is after, within it does not."""

import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from backpass.engine.capture.as_it_is import fence
from backpass.engine.capture.as_it_is.confined import Confined, Outcome
from backpass.engine.capture.as_it_is.fence import Bounds
from tests.engine.as_it_is.attacks import ATTACKS, PRELUDE, Attack

pytestmark = pytest.mark.skipif(fence.lacking() is not None, reason="this machine cannot confine a program")
BOUNDS = Bounds(memory=500_000_000)
_VICTIM = """
import ctypes, signal
signal.signal(signal.SIGUSR1, lambda *_: None)
here = ctypes.create_string_buffer(b"deep in its memory")
print(ctypes.addressof(here), flush=True)
while True:
    signal.pause()
"""


class Yard:
    """What there is to reach: files, a process, sockets, shared memory. `names` says where."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.names: dict[str, object] = {}

    def __enter__(self) -> Self:
        self._lay_out_files()
        self._victim = subprocess.Popen([sys.executable, "-S", "-c", _VICTIM], stdout=subprocess.PIPE, text=True)
        address = int(self._victim.stdout.readline())
        self._sockets = [socket.socket(kind, how) for kind, how in ((2, 1), (2, 2), (1, 1), (1, 1))]
        listening, datagrams, local, abstract = self._sockets
        listening.bind(("127.0.0.1", 0))
        datagrams.bind(("127.0.0.1", 0))
        local.bind(str(self._folder / "local"))
        abstract.bind(f"\0backpass-{os.getpid()}")
        for each in (listening, local, abstract):
            each.listen(100)
        threading.Thread(target=self._answer, args=(listening,), daemon=True).start()
        self._segment = ctypes.CDLL(None).shmget(0, 4096, 0o1666)
        self.names |= {
            "VICTIM": self._victim.pid,
            "ADDRESS": address,
            "PORT": listening.getsockname()[1],
            "LOCAL": str(self._folder / "local"),
            "ABSTRACT": f"backpass-{os.getpid()}",
            "SEGMENT": self._segment,
        }
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        ctypes.CDLL(None).shmctl(self._segment, 0, None)
        for each in self._sockets:
            each.close()
        self._victim.kill()
        self._victim.wait()
        self._victim.stdout.close()

    def _lay_out_files(self) -> None:
        for each in ("spoil", "remove", "rename", "chmod", "utime"):
            (self._folder / each).write_text("content")
        (self._folder / "secret.dat").write_text("deep in a file")
        (self._folder / "planted.py").write_text("planted = True\n")
        with zipfile.ZipFile(self._folder / "planted.zip", "w") as archive:
            archive.writestr("planted.py", "planted = True\n")
        library = self._folder / "library.so"
        library.write_bytes(Path(sys.modules["_ctypes"].__file__).read_bytes())
        self.names |= {"FOLDER": str(self._folder), "SECRET": str(self._folder / "secret.dat"), "LIBRARY": str(library)}

    def _answer(self, listening: socket.socket) -> None:
        """A page for everyone who comes."""
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(1)
                try:
                    if connection.recv(1_000):
                        connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi")
                except OSError:
                    continue

    def written(self, attack: Attack) -> str:
        """The program of an attack."""
        names = "".join(f"{name} = {value!r}\n" for name, value in self.names.items())
        return f"{names}{PRELUDE}\n{attack.text}\n"


def confined_run(confined: Confined, text: str, bounds: Bounds = BOUNDS) -> Outcome:
    return confined.begin(bounds).run({"program": text, "step": 1, "language": "en"})


@pytest.fixture(scope="module")
def confined() -> Iterator[Confined]:
    """Of a server with something in its environment."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("BACKPASS_SECRET", "deep in the environment")
        made = Confined("")
        made.start()
        yield made
        made.close()


class Results:
    """What came of each attack, without the fence and within."""

    def __init__(self, confined: Confined, folder: Path) -> None:
        with Yard(folder / "within") as yard, ThreadPoolExecutor(4) as threads:
            run = lambda attack: confined_run(confined, "PARENT = 0\n" + yard.written(attack))  # noqa: E731
            self.within = dict(zip(ATTACKS, threads.map(run, ATTACKS), strict=True))
        with Yard(folder / "without") as yard:
            programs = json.dumps([yard.written(attack) for attack in ATTACKS])
            environment = os.environ | {"BACKPASS_SECRET": "deep in the environment"}
            command = [sys.executable, str(Path(__file__).with_name("yard.py"))]
            ended = subprocess.run(command, input=programs, capture_output=True, text=True, env=environment, check=True)
            self.without = dict(zip(ATTACKS, json.loads(ended.stdout.splitlines()[-1]), strict=True))


@pytest.fixture(scope="module")
def results(confined: Confined, tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("attacks")
    for each in ("within", "without"):
        (folder / each).mkdir(mode=0o777)
    return Results(confined, folder)


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.name for attack in ATTACKS])
def test_a_program_gets_out_without_the_fence_and_not_within(results: Results, attack: Attack) -> None:
    found = results.within[attack]
    assert "OUT" not in found.printed
    assert found.answer["kind"] in {"raised", "died", "memory"}, found
    if attack.of_root and os.geteuid() != 0:
        return
    assert "OUT" in results.without[attack]


def test_there_are_many_attacks_and_each_has_a_name_of_its_own() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) > 200
