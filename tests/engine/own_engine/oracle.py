"""What Python itself prints and raises: programs run by CPython in a process of its own."""

import json
import subprocess
import sys

_DRIVER = """
import contextlib, io, json, sys
found = []
for text in json.load(sys.stdin):
    out, error = io.StringIO(), None
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(text, "<program>", "exec"), {"__name__": "__main__"})
        except Exception as raised:
            error = [type(raised).__name__, str(raised)]
    found.append([out.getvalue(), error])
json.dump(found, sys.stdout)
"""


def of_cpython(texts: list[str]) -> list[tuple[str, list[str] | None]]:
    """For each program what it prints, and the name and text of the exception that ends it."""
    done = subprocess.run(
        [sys.executable, "-c", _DRIVER], input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=120
    )
    return [(printed, error) for printed, error in json.loads(done.stdout)]
