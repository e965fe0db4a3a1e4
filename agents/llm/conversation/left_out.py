"""What of a document that is shown whole a model is not told: statements on other tumours, and
words that it was told before. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from agents.turns import Finding, View
from agents.wording.counts import count_of
from names.recognise import recognise_passage
from names.tables import lineage

LEAST_SAID = 80
"""Characters of words that are named by their key when they come again. Chosen by hand: shorter
ones cost no more than their name."""
_EMPTY_HEADING = re.compile(r"(?m)^#{2,6} [^\n]*\n+(?=#{1,6} |\Z)")
_BLANK_LINES = re.compile(r"\n{3,}")


def tumours_asked(view: View) -> frozenset[str]:
    """The tumours that the question and the searches of the run name: what is on them is told,
    whatever the patient has."""
    queries = (
        str(action.arguments.get(name, ""))
        for step in view.all_steps
        for action in step.thought.actions
        for name in ("query", "tumour")
    )
    return recognise_passage("\n".join((view.question.text, *queries))).names("tumour")


def on_other_tumours(findings: Sequence[Finding], asked: Collection[str]) -> Mapping[str, str]:
    """The keys of stretches that only hold for tumours which are neither the patient's nor asked
    for, each with these tumours."""
    wanted = frozenset(name for each in asked for name in lineage(each))
    found: dict[str, str] = {}
    for finding in findings:
        tumours = frozenset(
            name for each in finding.judgements for name in each.statement.applies.tumours
        )
        known = {name for each in tumours for name in lineage(each)}
        if _are_all_of_others(finding) and not (tumours & wanted or known & frozenset(asked)):
            found[finding.citations[0].key] = ", ".join(sorted(tumours))
    return found


def _are_all_of_others(finding: Finding) -> bool:
    """Whether each statement of a stretch speaks of another tumour than the patient's."""
    return bool(finding.judgements) and all(
        any(verdict.dimension == "tumour" for verdict in each.contradictions)
        for each in finding.judgements
    )


def left_out_line(tumours: Mapping[str, str]) -> str:
    """That statements are not shown, how many and on what; empty when there are none."""
    if not tumours:
        return ""
    names = dict.fromkeys(name for each in tumours.values() for name in each.split(", "))
    many = count_of(len(tumours), "statement")
    return (
        f"Left out: {many} on other tumours ({', '.join(names)}); a search that names the tumour"
        " shows them."
    )


def without_empty_headings(text: str) -> str:
    """The text without headings of which nothing is left."""
    while (shorter := _EMPTY_HEADING.sub("", text)) != text:
        text = shorter
    return _BLANK_LINES.sub("\n\n", text)
