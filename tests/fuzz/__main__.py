"""Runs fuzzers and sweeps and prints each defect once, with the smallest text that shows it. Ctrl+C keeps what was found."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from time import monotonic

from tests.fuzz import planted
from tests.fuzz.catalogue import CAMPAIGNS, Campaign

SECONDS = 60.0
"""How long each runs where nothing is said."""
BETWEEN_REPORTS = 10.0


def main(arguments: list[str]) -> int:
    """The exit status: 0 where nothing was found, 1 where something was, 2 for arguments that are not understood."""
    if arguments[:1] == ["planted"]:
        return planted.main(arguments[1:])
    chosen = parser().parse_args(arguments)
    unknown = [name for name in chosen.names if name not in CAMPAIGNS]
    if unknown:
        parser().error(f"nothing is called {', '.join(unknown)}; there are {', '.join(CAMPAIGNS)}")
    seconds = SECONDS if chosen.seconds is None and chosen.cases is None else chosen.seconds
    found = 0
    for name in chosen.names or CAMPAIGNS:
        count, interrupted = run(name, CAMPAIGNS[name], chosen.seed, chosen.cases, seconds)
        found += count
        if interrupted:
            break
    print(f"\n{found} defects found." if found else "\nNothing was found.")
    return 1 if found else 0


def parser() -> argparse.ArgumentParser:
    names = "\n".join(f"  {name:14} {campaign.sentence}" for name, campaign in CAMPAIGNS.items())
    made = argparse.ArgumentParser(
        prog="python3 run.py fuzz",
        description=__doc__,
        epilog=f"NAME is one of\n{names}\nWithout a name all of these run, one after the other.\n\n"
        "`planted [NAME ...]` tries the tests instead, with faults that are put into the program: see `planted --help`.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("names", nargs="*", metavar="NAME", help="what to run")
    made.add_argument("--cases", type=_positive(int), metavar="N", help="stop each after so many cases")
    made.add_argument(
        "--seconds", type=_positive(float), metavar="S", help=f"stop each after so many seconds (default: {SECONDS:g})"
    )
    made.add_argument("--seed", type=int, default=1, metavar="K", help="other cases, or another order (default: 1)")
    return made


def _positive(kind: type) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = kind(text)
        if not number > 0:
            raise argparse.ArgumentTypeError(f"{text} is not above 0")
        return number

    read.__name__ = "number" if kind is float else "whole number"
    return read


def run(name: str, campaign: Campaign, seed: int, cases: int | None, seconds: float | None) -> tuple[int, bool]:
    """How many defects it found, and whether the user stopped it. Prints each defect when it is found, then the account."""
    print(f"\n--- {name}: {campaign.sentence}, seed {seed}", flush=True)
    start = reported = monotonic()
    tried, counts, findings, interrupted = 0, Counter[str](), set[str](), False
    rounds = campaign.rounds(seed)
    try:
        for each in rounds:
            tried += each.cases
            counts += each.counts
            for key, shown in each.findings.items():
                if key not in findings:
                    findings.add(key)
                    print(f"\nDEFECT {key}\n{shown()}", flush=True)
            now = monotonic()
            if (cases is not None and tried >= cases) or (seconds is not None and now - start >= seconds):
                break
            if now - reported >= BETWEEN_REPORTS:
                reported = now
                print(f"    {now - start:.0f} s: {tried:,} {campaign.cases}, {len(findings)} defects", flush=True)
    except KeyboardInterrupt:
        interrupted = True
        print("\nStopped.")
    finally:
        rounds.close()  # type: ignore[attr-defined]  # all are generators; servers end with them
    print(f"--- {name}: {tried:,} {campaign.cases} in {monotonic() - start:.0f} s, {len(findings)} defects")
    if counts:
        print("    " + ", ".join(f"{what} {count:,}" for what, count in sorted(counts.items())))
    return len(findings), interrupted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
