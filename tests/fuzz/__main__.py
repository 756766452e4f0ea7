"""`python -m tests.fuzz --cases 1000 --seed 1`: runs the fuzzer; prints each defect once, with the smallest text for it."""

import argparse
import resource
import sys
from time import perf_counter

from tests.fuzz.fuzzing import run_cases, smallest

_MEMORY = 4 * 2**30
"""Bytes of address space: a text that would fill the machine ends in a MemoryError, which is a defect like any other."""


def main() -> int:
    """The exit status is 1 where anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the number of the first case")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    start = perf_counter()
    tally = run_cases(arguments.seed, range(arguments.first, arguments.first + arguments.cases))
    taken = perf_counter() - start
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"seed {arguments.seed}: {tally.cases:,} cases, {sum(tally.answers.values()):,} answers in {taken:.0f} s, {largest} MB")
    print(", ".join(f"{name} {count:,}" for name, count in sorted(tally.answers.items())))
    for key, found in tally.violations.items():
        print(f"\n{len(found)} × {key}\n  {smallest(min(found, key=lambda each: len(each.call.body['program'])))}")
    return bool(tally.violations)


sys.exit(main())
