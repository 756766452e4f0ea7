"""Runs benchmarks by name in this process, all of them where none is named: `python -m tests.bench [NAME ...]`.

One that compares with a library that is not installed, or needs a browser that is not there, is passed over with a sentence. The
exit status is 1 where one breaks; the others still run.
"""

import runpy
import sys
import traceback

from scripts import chromium
from scripts.commands import BENCHMARKS

OURS = {"backpass", "scripts", "tests"}


def main(names: list[str]) -> int:
    sys.argv[1:] = []  # benchmarks have arguments of their own
    return max([run(name) for name in names or BENCHMARKS])


def run(name: str) -> int:
    print(f"\n--- {name}", flush=True)
    try:
        runpy.run_module(f"tests.bench.{name}", run_name="__main__", alter_sys=False)
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] in OURS:
            traceback.print_exc()
            return 1
        print(f"NOT MEASURED: {name}, for lack of the package {missing.name}.")
    except SystemExit as ended:
        return int(bool(ended.code))
    except Exception as problem:  # noqa: BLE001 - one that breaks is told of, and the next one runs
        if chromium.ADVICE not in str(problem):
            traceback.print_exc()
            return 1
        print(f"NOT MEASURED: {name}. {problem}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
