"""Where organisations differ in what a run found, and whether a sentence that says so holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from agents.matching.dissent import Dissent, OrganisationVoice, dissents
from agents.matching.verdicts import Judgement
from agents.turns import Citation, Finding, View

NOT_DIFFERENT = "the statements under its quotes do not differ like this"


def dissents_of(
    view: View, publishers: Mapping[str, Sequence[str]], roles: Mapping[str, str]
) -> tuple[Dissent, ...]:
    """Where organisations differ on what is asked, in the statements that answer a part of the
    question for this patient. By silo: under which names its organisation is known, and what kind
    of knowledge it holds; of others than :data:`ORGANISATIONS` nothing is compared."""
    found: dict[str, OrganisationVoice] = {}
    for finding, judgement in _statements_that_answer(view):
        citation = finding.citations[0]
        if roles.get(citation.ref.silo) in ORGANISATIONS:
            names = publishers.get(citation.ref.silo, ())
            found.setdefault(citation.key, _voice(citation, judgement, names))
    return dissents(tuple(found.values()))


ORGANISATIONS = frozenset(("guideline", "label", "pharmacogenomics"))
"""Roles of silos whose statements are what an organisation holds."""


def problem_with_dissent(text: str, keys: Sequence[str], view: View) -> str:
    """Why a sentence on a dissent does not hold; empty if comparing the statements under its keys
    gives it again. An organisation is named as its document, or its words, name it."""
    wanted = frozenset(keys)
    voices: dict[str, OrganisationVoice] = {}
    for finding, judgement in _statements_that_answer(view):
        citation = finding.citations[0]
        if citation.key in wanted:
            name = _named_in(text, citation)
            if name:
                voices.setdefault(citation.key, _voice(citation, judgement, (name,)))
    again = {each.sentence for each in dissents(tuple(voices.values()))}
    return "" if text in again else NOT_DIFFERENT


def _statements_that_answer(view: View) -> Iterator[tuple[Finding, Judgement]]:
    """The findings of one quote whose statement answers, each with how it was judged."""
    for step in view.steps:
        for observation in step.observations:
            for finding in observation.findings:
                if finding.removed or len(finding.citations) != 1:
                    continue
                for judgement in finding.judgements:
                    if judgement.answers and not judgement.missing:
                        yield finding, judgement


def _voice(citation: Citation, judgement: Judgement, names: Sequence[str]) -> OrganisationVoice:
    named = next((name for name in names if _is_named(name, citation)), citation.organisation)
    return OrganisationVoice(
        publisher=named,
        date=citation.as_of or citation.date,
        words=" ".join(citation.quote.split()),
        statement=judgement.statement,
        key=citation.key,
    )


def _is_named(name: str, citation: Citation) -> bool:
    told = f"{citation.title}. {citation.organisation}. {citation.quote}"
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told) is not None


def _named_in(text: str, citation: Citation) -> str:
    """The name by which a sentence tells whose words these are; empty if none is the citation's."""
    date = re.escape(citation.as_of or citation.date or "undated")
    names = re.findall(rf"(?:: |; )([^;:()]+(?:\([^()]*\))?) \({date}\) says", text)
    return next((name for name in names if _is_named(name, citation)), "")
