"""An examination as Markdown, as plain data, and as the XML of JUnit that build servers read."""

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

from backpass.engine.messages import say
from backpass.engine.own_engine.examination.examine import Examination, Finding, Verdict

_MARKS = {Verdict.PASSED: "✓", Verdict.FAILED: "✗", Verdict.STOPPED: "!"}


def shown(found: Examination) -> Examination:
    """An examination without what hidden tests ask, give and expect."""
    findings = [
        replace(each, program="", expected={}, got={}, error="", hints=each.hints[:2]) if each.line.hidden else each
        for each in found.findings
    ]
    return Examination(found.engine, findings)


def examination_json(found: Examination) -> dict[str, Any]:
    """An examination as plain data."""
    engine = found.engine
    return {
        "engine": {
            "kind": engine.kind,
            "value": engine.value,
            "gradient": engine.gradient,
            "mode": "reverse" if engine.backward else "forward",
            "offers": sorted(engine.offers),
            "definitions": engine.text,
        },
        "right": found.is_right,
        "passed": found.passed,
        "asked": len(found.findings),
        "lines": [
            {
                "key": each.line.key,
                "section": say(each.line.section),
                "verdict": str(each.verdict),
                "required": each.line.required,
                "program": each.program,
                "expected": each.expected,
                "got": each.got,
                "error": each.error,
                "hints": [str(hint) for hint in each.hints],
            }
            for each in found.findings
        ],
    }


def markdown(found: Examination) -> str:
    """An examination as a table of Markdown, with evidence and hints of what was not passed below."""
    lines = [
        f"# {say('exam-title', name=found.engine.kind)}",
        "",
        say("exam-summary", passed=found.passed, asked=len(found.findings)),
        "",
        f"| | {say('exam-asked')} | {say('exam-expected')} | {say('exam-got')} |",
        "| --- | --- | --- | --- |",
    ]
    section = ""
    for each in found.findings:
        if each.line.section != section:
            section = each.line.section
            lines.append(f"| | **{say(section)}** | | |")
        lines.append(
            f"| {_MARKS[each.verdict]} | `{each.line.key}` | {_numbers(each.expected)} | {each.error or _numbers(each.got)} |"
        )
    for each in found.findings:
        if each.verdict is not Verdict.PASSED:
            lines += ["", f"## {each.line.key}", "", *(f"{place}. {hint}" for place, hint in enumerate(each.hints, 1))]
            lines += ["", "```python", each.program.strip(), "```"] if each.program else []
    return "\n".join(lines) + "\n"


def _numbers(numbers: dict[str, Any]) -> str:
    return ", ".join(f"{name}: {_short(value)}" for name, value in numbers.items()).replace("|", "\\|")


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, int | float) else str(value)


def junit(found: Examination, name: str) -> str:
    """An examination as JUnit XML: a test case for each line."""
    required = [each for each in found.findings if each.line.required]
    failed = sum(each.verdict is Verdict.FAILED for each in required)
    stopped = sum(each.verdict is Verdict.STOPPED for each in required)
    skipped = sum(each.verdict is not Verdict.PASSED for each in found.findings) - failed - stopped
    counts = {"tests": len(found.findings), "failures": failed, "errors": stopped, "skipped": skipped}
    suite = ET.Element("testsuite", {"name": name} | {key: str(count) for key, count in counts.items()})
    for each in found.findings:
        case = ET.SubElement(suite, "testcase", classname=f"{name}.{each.line.section.removeprefix('exam-')}", name=each.line.key)
        if each.verdict is not Verdict.PASSED:
            kind = "skipped" if not each.line.required else "failure" if each.verdict is Verdict.FAILED else "error"
            ET.SubElement(case, kind, message=_summary(each)).text = "\n".join([*map(str, each.hints), "", each.program])
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suite, encoding="unicode") + "\n"


def _summary(finding: Finding) -> str:
    if not finding.expected and not finding.error:
        return finding.line.key
    return finding.error or f"{_numbers(finding.expected)} ≠ {_numbers(finding.got)}"
