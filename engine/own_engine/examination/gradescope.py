"""An examination as an assignment of Gradescope: the results that its autograder reads, and the autograder itself.

What is asked follows from the teacher's own solution: every line that it passes is a test, worth one point. An engine that offers
less is not asked less.
"""

import json
from collections.abc import Mapping
from typing import Any

from backpass.engine.messages import say
from backpass.engine.own_engine.examination.examine import Examination, Finding, Verdict
from backpass.engine.own_engine.examination.lines import LINES

Asked = Mapping[str, str]
"""The tests of an assignment: the key of each line, and that of its section."""

SUBMISSION = "engine.py"
"""What a student's file is called."""

_SETUP = """#!/bin/sh
# Installs Backpass: from a wheel beside this file, where there is one, otherwise from the package index.
set -e
apt-get update
apt-get install -y python3.12-venv || apt-get install -y python3.11-venv
python3.12 -m venv /autograder/venv || python3.11 -m venv /autograder/venv
cd /autograder/source
set -- *.whl
[ -e "$1" ] || set -- "backpass=={version}"
/autograder/venv/bin/pip install "$@"
"""

_RUN = """#!/bin/sh
# The status says whether the engine is right; the results say it in full.
cd "$(dirname "$0")"
venv/bin/backpass examine submission/{submission} --format gradescope --asked source/asked.json > results/results.json || true
"""


def asked_of(solution: Examination) -> dict[str, str]:
    """The tests of an assignment: the required lines that a solution passes."""
    return {
        each.line.key: each.line.section for each in solution.findings if each.line.required and each.verdict is Verdict.PASSED
    }


def results(found: Examination | None, asked: Asked | None = None, problem: str = "") -> dict[str, Any]:
    """What Gradescope reads as `results.json`: https://gradescope-autograders.readthedocs.io/en/latest/specs/.

    `found` is None where a submission could not be examined, and `problem` says why. Without `asked`, the tests are the
    lines that the engine was asked.
    """
    findings = {each.line.key: each for each in found.findings if each.line.required} if found else {}
    wanted = asked if asked is not None else {key: each.line.section for key, each in findings.items()}
    tests = [_test(key, section, findings.get(key), problem) for key, section in wanted.items()]
    passed = sum(each["score"] for each in tests)
    return {
        "score": passed,
        "output": problem or str(say("exam-summary", passed=passed, asked=len(tests))),
        "tests": tests,
    }


def _test(key: str, section: str, finding: Finding | None, problem: str) -> dict[str, Any]:
    is_passed = finding is not None and finding.verdict is Verdict.PASSED
    if finding is None:
        output = "" if problem else str(say("exam-not-offered"))
    else:
        output = (
            "" if is_passed else "\n".join(part for part in (finding.error, *map(str, finding.hints), finding.program) if part)
        )
    return {
        "name": f"{say(section)}: {key}",
        "score": int(is_passed),
        "max_score": 1,
        "status": "passed" if is_passed else "failed",
        "output": output,
    }


def autograder(asked: Asked, version: str) -> dict[str, str]:
    """The files of the zip that a teacher uploads, by their names."""
    return {
        "setup.sh": _SETUP.format(version=version),
        "run_autograder": _RUN.format(submission=SUBMISSION),
        "asked.json": json.dumps(asked, indent=2) + "\n",
    }


def read_asked(text: str) -> Asked | None:
    """The tests of an `asked.json`; None where it is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    sections = {each.section for each in LINES}
    return found if isinstance(found, dict) and found and all(each in sections for each in found.values()) else None
