"""`backpass show` in forks of a process that has imported the library of the scripts: that import is nearly all they take.

A fork has the library out of sight until its script imports it. Otherwise it does what a process of
`engine.capture.scripts.process` does; tests of processes, and some others, start those, as a person's command does.

`python -P -c START ROOT LIBRARY SOCKET` is the process that is forked.
"""

import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from backpass.engine.capture.scripts.child import main
from scripts.page import ROOT

NEEDED = {
    "torch": ("backpass.engine.capture.pytorch.script_steps", "torch.fx.experimental.symbolic_shapes"),
    "jax": ("backpass.engine.capture.jaxprs.script_steps",),
}
"""What watches a script of each library, and what the library itself imports when it first differentiates."""
_LONGEST = 100_000
"""Bytes of a message."""
_START = """
import sys
sys.path.insert(0, sys.argv[1])
from tests.engine.capture.preloaded import serve
del sys.path[0]
serve(*sys.argv[2:])
"""


class Forks:
    """The process that is forked, and the forks, one at a time."""

    def __init__(self, library: str) -> None:
        self._socket, its_own = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its_own:
            command = [sys.executable, "-P", "-c", _START, str(ROOT), library, str(its_own.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[its_own.fileno()])

    def end(self) -> None:
        self._socket.close()
        self._process.wait()

    def run(self, command: Sequence[str], seconds: float) -> int | None:
        """In place of the function of that name in `engine.capture.scripts.process`."""
        message = json.dumps({"request": command[-1], "folder": str(Path.cwd()), "environment": dict(os.environ)})
        socket.send_fds(self._socket, [message.encode()], [1, 2])
        self._socket.settimeout(None)
        fork = int(self._socket.recv(_LONGEST))
        self._socket.settimeout(seconds)
        try:
            return int(self._socket.recv(_LONGEST))
        except TimeoutError:
            self._socket.settimeout(None)
            os.killpg(fork, signal.SIGKILL)
            self._socket.recv(_LONGEST)
            return None


@contextlib.contextmanager
def forks(library: str) -> Iterator[Forks | None]:
    """None where processes are not forked."""
    made = Forks(library) if hasattr(os, "fork") else None
    yield made
    if made is not None:
        made.end()


class Imported(MetaPathFinder, Loader):
    """Has a library that was imported before appear in `sys.modules` when a script imports it."""

    def __init__(self, library: str) -> None:
        self._library = library
        self._modules = {name: each for name, each in sys.modules.items() if name.partition(".")[0] == library}
        for name in self._modules:
            del sys.modules[name]
        sys.meta_path.insert(0, self)

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        return ModuleSpec(fullname, self) if fullname == self._library else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        sys.meta_path.remove(self)
        sys.modules.update(self._modules)
        return self._modules[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """Nothing: that was done."""


def serve(library: str, number: str) -> None:
    """Forks for each message. Returns in a fork when its script has ended, and else when nobody sends any more."""
    for name in NEEDED[library]:
        import_module(name)
    Imported(library)
    gc.freeze()  # a fork that ends collects what is its own
    with socket.socket(fileno=int(number)) as asked:
        while True:
            message, files, _, _ = socket.recv_fds(asked, _LONGEST, 2)
            if not message:
                return
            with warnings.catch_warnings(action="ignore"):  # JAX warns of threads, of which there are none so far
                fork = os.fork()
            if not fork:
                break
            for each in files:
                os.close(each)
            asked.send(str(fork).encode())
            asked.send(str(os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])).encode())
    os.setsid()
    given = json.loads(message)
    os.chdir(given["folder"])
    os.environ.clear()
    os.environ.update(given["environment"])
    for place, each in enumerate(files, start=1):
        os.dup2(each, place)
        os.close(each)
    main(given["request"])
