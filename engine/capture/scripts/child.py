"""The process of a script: runs it as `python script.py` would, watched, until the wanted graph is there or the script ends."""

import contextlib
import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from backpass.engine.capture import capture
from backpass.engine.capture.scripts.finding import Finding, Stopped, value_of
from backpass.engine.capture.scripts.running import run_to_answer
from backpass.engine.messages import speaking

_SECONDS_TO_END = 10.0
"""How long a script may take to end after its answer is written: it closes files, and its workers."""


def main(given: str) -> None:
    """Runs the script of a request of `engine.capture.scripts.process`, in its language."""
    request = json.loads(given)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    with speaking(request["language"]):
        _run(request)


def _end_with(parent: int) -> None:
    """Ends this process, with those that the script started, once the one that wanted the graph is gone: nobody else would."""
    while os.getppid() == parent:
        time.sleep(1)
    if os.name == "posix":
        os.killpg(os.getpgid(0), signal.SIGKILL)  # of which this process is the first, see `process`
    os._exit(1)


def _run(request: dict[str, Any]) -> None:
    script = Path(request["script"])
    finding = Finding(request["loss"], request["step"], partial(_write, Path(request["answer"])))
    module = _as_main(script, request["arguments"])
    variables = vars(module)
    _end_threads_silently()
    with ExitStack() as watches, contextlib.suppress(Stopped):
        steps = _Watched("torch", "backpass.engine.capture.pytorch.script_steps", finding, request["most_elements"], watches)
        of_jax = _Watched("jax", "backpass.engine.capture.jaxprs.script_steps", finding, request["most_elements"], watches)
        sys.meta_path[:0] = [steps, of_jax]
        at_end = partial(_at_end, finding, request["loss"], steps, variables)
        failed = partial(_print, script)
        run_to_answer(script.read_bytes(), str(script), variables, finding=finding, at_end=at_end, failed=failed)


def _write(file: Path, answer: Mapping[str, Any]) -> None:
    """Writes the answer, whole: the process that reads it may find nothing, but never a part. The script may then end by
    itself.
    """
    beside = file.with_suffix(".part")
    beside.write_text(json.dumps(answer, allow_nan=False), encoding="utf-8")
    beside.replace(file)
    timer = threading.Timer(_SECONDS_TO_END, partial(os._exit, 0))
    timer.daemon = True
    timer.start()


def _at_end(finding: Finding, name: str, steps: "_Watched", variables: dict[str, Any]) -> None:
    """Delivers the graph of a loss that was computed and never differentiated. Raises Stopped where there is such a variable.

    A function of that name, such as one that JAX would differentiate, is none.
    """
    loss = value_of(variables, name)
    is_another = bool(finding.others) and value_of(variables, f"{name}.grad_fn") is None
    if loss is None or callable(loss) or finding.count or is_another:
        finding.answer({"kind": "ended", "count": finding.count, "others": list(finding.others)})
    elif steps.watch is not None:
        finding.deliver(lambda: steps.watch.graph_of(loss, variables))
    else:
        finding.deliver(lambda: capture(loss, {name: value for name, value in variables.items() if not name.startswith("_")}))


class _Watched(MetaPathFinder):
    """Waits for the script to import a library, and then watches what it does with it."""

    def __init__(self, library: str, module: str, finding: Finding, most_elements: int, watches: ExitStack) -> None:
        self.watch: Any = None
        self._library, self._module = library, module
        self._finding, self._most_elements, self._watches = finding, most_elements, watches

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        """Of the library, what imports it and then begins to watch; None for every other module."""
        if fullname != self._library:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_watch(module: ModuleType) -> None:
                execute(module)
                watching = import_module(self._module).Steps(self._finding, self._most_elements)
                self.watch = self._watches.enter_context(watching)

            setattr(spec.loader, "exec_module", execute_and_watch)  # noqa: B010 - a method of this one loader
        return spec


def _as_main(script: Path, arguments: list[str]) -> ModuleType:
    """The module of a program, with its folder first on the path, and its arguments."""
    module = ModuleType("__main__")
    module.__file__ = str(script)
    sys.modules["__main__"] = module
    sys.path.insert(0, str(script.parent))
    sys.argv = [str(script), *arguments]
    return module


def _end_threads_silently() -> None:
    """A thread in which the graph was delivered ends without a traceback, as the main thread does."""
    report = threading.excepthook

    def report_all_but_stopped(error: threading.ExceptHookArgs) -> None:
        if not issubclass(error.exc_type, Stopped):
            report(error)

    threading.excepthook = report_all_but_stopped


def _print(script: Path, error: BaseException) -> Mapping[str, Any]:
    """Prints the traceback from the script on, as Python does; its answer says no more than the error."""
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename != str(script):
        place = place.tb_next
    traceback.print_exception(type(error), error, place)
    return {}
