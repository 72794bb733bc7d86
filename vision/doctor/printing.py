"""The doctor's report as a table for people."""

from __future__ import annotations

from console import table
from vision.doctor.report import FULL, Report
from words.language import catalogue, say

BAR_LETTERS = 20


def print_report(report: Report, language: str) -> str:
    """The verdict, a line for every aspect, and what to do, what costs most readings first."""
    texts = catalogue(language)
    rows = []
    for finding in report.aspects:
        full = BAR_LETTERS * (finding.score or 0) // FULL
        bar = "." * BAR_LETTERS if finding.score is None else "#" * full + "." * (BAR_LETTERS - full)
        score = texts["print.doctor.score.unjudged"] if finding.score is None else str(finding.score)
        rows.append((say(finding.aspect.title, language), f"[{bar}]", score, say(finding.seen, language)))
    lines = [say(report.verdict, language), "", *("  " + row for row in table(rows))]
    if report.to_improve:
        lines += ["", texts["print.doctor.todo"]]
        for number, finding in enumerate(report.to_improve, start=1):
            lines += [f"  {number}. {say(sentence, language)}" for sentence in finding.advice]
    return "\n".join(lines) + "\n"
