"""What of a document that is shown whole a model is not told: statements on other tumours, those on
having children for who has none any more, and words that it was told before. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from agents.matching.dimensions import CIRCUMSTANCES
from agents.matching.verdicts import ACTS
from agents.turns import Finding, View
from agents.wording.counts import count_of
from names.clinical.values import Population
from names.recognise import recognise_passage
from names.tables import lineage
from names.tables.treatment.safety import REPRODUCTION, facts_spoken_of
from retrieval.statements.model import SAFETY

LEAST_SAID = 80
"""Characters of words that are named by their key when they come again. Chosen by hand: shorter
ones cost no more than their name."""
AFTER_CHILDREN = 60
"""Years from which a woman counts as postmenopausal though nobody told it. Chosen by hand."""
_NURSING = frozenset(("breastfeeding",))
_EMPTY_HEADING = re.compile(r"(?m)^#{2,6} [^\n]*\n+(?=#{1,6} |\Z)")
_ONLY_SPACES = re.compile(r"(?m)^[ \t]+$")
_BLANK_LINES = re.compile(r"\n{3,}")


def tumours_asked(view: View) -> frozenset[str]:
    """The tumours that the question and the searches of the run name: what is on them is told,
    whatever the patient has."""
    return recognise_passage(_words_searched(view)).names("tumour")


def _words_searched(view: View) -> str:
    """The words of the question and of the searches."""
    queries = (
        str(action.arguments.get(name, ""))
        for step in view.all_steps
        for action in step.thought.actions
        for name in ("query", "tumour")
    )
    return "\n".join((view.question.text, *queries))


def topics_past(view: View) -> frozenset[str]:
    """What of pregnancy, contraception and breastfeeding does not concern this patient, since she
    is past it or he is a man, and nobody asks about it. Contraception is also for men."""
    if not REPRODUCTION.isdisjoint(facts_spoken_of(_words_searched(view))):
        return frozenset()
    people = view.sheet.of(Population)
    if any(each.is_with_child for each in people):
        return frozenset()
    if _is_past_menopause(people):
        return REPRODUCTION
    return _NURSING if any(each.sex == "male" for each in people) else frozenset()


def _is_past_menopause(people: Sequence[Population]) -> bool:
    states = {each.menopause for each in people} - {""}
    if states:
        return states == {"postmenopausal"}
    is_woman = any(each.sex == "female" for each in people)
    return is_woman and any((each.age_from or 0) >= AFTER_CHILDREN for each in people)


def on_topics(findings: Sequence[Finding], topics: Collection[str]) -> tuple[str, ...]:
    """The keys of stretches of warnings that speak of nothing but these topics."""
    return tuple(finding.citations[0].key for finding in findings if _is_only_on(finding, topics))


def _is_only_on(finding: Finding, topics: Collection[str]) -> bool:
    if not (topics and finding.judgements):
        return False
    spoken = facts_spoken_of(finding.citations[0].quote)
    warns = all(each.statement.kind in SAFETY for each in finding.judgements)
    return warns and bool(spoken) and set(spoken) <= set(topics)


def topics_line(keys: Collection[str]) -> str:
    """That warnings on having children are not shown, and how many; empty when there are none."""
    if not keys:
        return ""
    many = count_of(len(keys), "statement")
    return f"Left out: {many} on pregnancy, contraception or breastfeeding, past for this patient."


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
    """Whether each statement of a stretch speaks of another tumour than the patient's. What stands
    against a drug with what this patient takes or has, is shown with its tumour."""
    if any(
        verdict.outcome == "ok" and verdict.dimension in CIRCUMSTANCES
        for each in finding.judgements
        for verdict in each.verdicts
        if each.statement.kind in ACTS
    ):
        return False
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
    # Between the stretches of a statement that is left out a space stays.
    text = _ONLY_SPACES.sub("", text)
    while (shorter := _EMPTY_HEADING.sub("", text)) != text:
        text = shorter
    return _BLANK_LINES.sub("\n\n", text)
