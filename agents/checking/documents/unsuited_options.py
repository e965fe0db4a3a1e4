"""The options of a run that are none for this patient, as a model's answer tells them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from agents.checking.support.judgements_of_run import all_judgements, with_keys
from agents.matching.dissent import advises_against
from agents.matching.patient.therapies import OPTIONS, option_words, options_of
from agents.matching.verdicts import Judgement
from agents.turns import ExcludedOption, View
from names.recognise import recognise_passage
from retrieval.statements.model import Statement

_JOINED_BEFORE = re.compile(r"\b(?:with|plus)\b[^.;]{1,80}\b(?:and|or) $")
_JOINED_BEHIND = re.compile(r"[\w-]{1,60} (?:with|plus)\b")


def excluded_options(view: View) -> tuple[ExcludedOption, ...]:
    """The options that statements found in the run name and that facts of the patient speak
    against, one an option; none of which another statement says that it fits."""
    fitting = {
        frozenset(option)
        for j in all_judgements(view)
        if j.answers and j.statement.kind in OPTIONS
        for option in options_of(j.statement)
    }
    found: dict[str, ExcludedOption] = {}
    for keys, judgement in with_keys(view):
        statement = judgement.statement
        if not (judgement.is_excluded_option and judgement.reason and statement.drugs):
            continue
        if _was_had(judgement) and any(frozenset(statement.drugs) < each for each in fitting):
            continue  # "not trastuzumab" beside "tucatinib with trastuzumab" contradicts itself
        if statement.kind in OPTIONS and not _fits(statement, fitting) and _is_one(keys, view):
            name = option_words(statement)
            option = ExcludedOption(
                option=name,
                reason=judgement.reason,
                keys=keys,
                is_to_check=judgement.only_asks_to_check,
            )
            found.setdefault(name, option)
    return tuple(found.values())


def _fits(statement: Statement, fitting: Set[frozenset[str]]) -> bool:
    """Whether another statement says of one of its options that it fits: of "olaparib or
    talazoparib" each by itself."""
    return any(frozenset(option) in fitting for option in options_of(statement))


def _is_one(keys: Sequence[str], view: View) -> bool:
    """Whether the words under these keys offer one regimen: of "A with an aromatase inhibitor and B
    with an aromatase inhibitor" nobody is given A with B. Advice against a drug offers none."""
    quote = " ".join(view.citations[key].quote for key in keys if key in view.citations)
    if advises_against(quote):
        return False
    # A page on a drug makes it the drug of statements that do not name it.
    first, *others = sorted(each.start for each in recognise_passage(quote).of("drug")) or [-1]
    return first >= 0 and not any(
        _JOINED_BEFORE.search(quote[first:start]) and _JOINED_BEHIND.match(quote[start:])
        for start in others
    )


def _was_had(judgement: Judgement) -> bool:
    """Whether all that speaks against an option is that the patient has had it, not that it
    failed."""
    return all(
        each.dimension == "had before" and each.kind != "treatment failed"
        for each in judgement.contradictions
    )
