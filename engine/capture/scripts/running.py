"""A script is run in this process until it has given its answer, or has ended otherwise."""

import traceback
from collections.abc import Callable, Mapping
from typing import Any

from backpass.engine.capture.scripts.finding import Finding, Stopped


def run_to_answer(
    code: bytes | str,
    file: str,
    variables: dict[str, Any],
    *,
    finding: Finding,
    at_end: Callable[[], None],
    failed: Callable[[BaseException], Mapping[str, Any]],
) -> None:
    """Runs code with its variables. `at_end` is called once it has ended, `failed` with what ended it otherwise, for
    the answer. Raises Stopped where the step that is looked for has ended it.
    """
    try:
        _execute(code, file, variables)
        at_end()
    except SystemExit as ended:
        finding.answer({"kind": "exited", "status": str(ended.code)})
    except Stopped:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever ends a script is to be worded
        finding.answer({"kind": "raised", "error": f"{type(error).__name__}: {_text(error)}".partition("\n")[0], **failed(error)})


def _execute(code: bytes | str, file: str, variables: dict[str, Any]) -> None:
    """Runs a program to its end; that of `sys.exit()` without an error is an end as well."""
    try:
        exec(compile(code, file, "exec"), variables)  # noqa: S102 - it is the user's own, who asked for it
    except SystemExit as ended:
        if ended.code not in {None, 0}:
            raise


def _text(error: BaseException) -> str:
    """The message of an error, also of one whose `__str__` raises another."""
    return str(traceback.TracebackException(type(error), error, None))
