"""Gaps that what the run has shown, or knows of the patient, contradicts. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agents.cores import DECLARE_GAP
from agents.facts.value_words import describe
from agents.turns import Citation, Finding, Gap, View
from names.entities import EntityKind, EntityMention
from names.recognise import recognise_passage
from retrieval.text.words import words

_REFUSED = "This gap is not accepted: "
_KINDS_OF_SOURCE: Mapping[frozenset[str], str] = {
    frozenset(("label",)): r"labels?|labelling|labeling|prescribing information|package inserts?"
    r"|smpc|monographs?|drug information",
    frozenset(("guideline", "guideline_insight", "guideline_evidence")): r"(?:clinical |practice )?"
    r"guidelines?|recommendations?",
    frozenset(
        ("trial", "trial_result", "landmark_trial", "literature")
    ): r"(?:clinical |landmark )?"
    r"trials?|stud(?:y|ies)|trial results?",
    frozenset(("literature",)): r"literature|publications?|papers?|articles?",
    frozenset(("pharmacogenomics",)): r"pharmacogenomics?|pharmacogenetics?",
    frozenset(("variant",)): r"variant evidence",
}
"""Roles of silos → the words by which a gap names a source of that kind."""
_SOURCES = tuple(
    (roles, re.compile(rf"\b(?:{words_of})\b", re.IGNORECASE))
    for roles, words_of in _KINDS_OF_SOURCE.items()
)
_SAYS_NOTHING = frozenset(
    words(
        "silo source document text file record database collection entry statement information"
        " data evidence answer article any available suitable relevant matching current official"
        " cover state speak say tell give name hold contain describe report mention address"
        " missing drug"
    )
)
"""Words of a gap that do not tell what is missing."""
_OF_A_FACT = frozenset(
    words("status state value result level patient current exact information her his fact")
)
_NAMED: tuple[EntityKind, ...] = (
    "drug", "unknown_drug", "gene", "variant", "trial", "registration", "tumour", "effect",
)  # fmt: skip
"""Have other names, too. Not conditions: dialysis would be renal impairment."""
_ASKED: tuple[EntityKind, ...] = ("drug", "gene", "trial", "registration")


@dataclass(frozen=True, slots=True)
class _Named:
    """What a gap says to be missing."""

    mentions: tuple[EntityMention, ...]
    words: frozenset[str]
    """The other words that tell something."""
    roles: frozenset[str]
    """Of the kinds of sources that it names."""


@dataclass(frozen=True, slots=True)
class GapContradiction:
    """What speaks against a gap: a fact of the patient in words, or a document by id and title."""

    fact: str = ""
    document: str = ""
    key: str = ""
    """Of the statement of the document."""

    @property
    def refusal(self) -> str:
        """What the model is told."""
        if self.fact:
            return f"{_REFUSED}it is known of the patient: {self.fact}."
        return (
            f"{_REFUSED}{self.document} was found and shown, and speaks of it: see [{self.key}]."
            " Answer from it, or name the part of the question that it leaves open."
        )


def contradiction_of(gap: Gap, view: View, roles: Mapping[str, str]) -> GapContradiction | None:
    """What speaks against a gap that a model declares. ``roles``: of each silo."""
    if gap.missing == "fact":
        known = _known_fact(gap, view)
        return GapContradiction(fact=known) if known else None
    shown = _shown_source(gap, view, roles)
    if shown is None:
        return None
    name = f"{shown.ref.silo}/{shown.ref.id} “{shown.title}”"
    return GapContradiction(document=name, key=shown.key)


def was_refused(view: View) -> bool:
    """Whether a gap of this run was refused before."""
    seen = (each for step in view.all_steps for each in step.observations)
    return any(one.tool == DECLARE_GAP and one.detail.startswith(_REFUSED) for one in seen)


def _known_fact(gap: Gap, view: View) -> str:
    """The fact of the patient that a gap says to be missing; empty when nobody told it."""
    asked = frozenset(words(gap.name)) - _OF_A_FACT
    if not asked:
        return ""
    for fact in view.sheet.facts:
        told = describe(fact.value)
        if asked <= frozenset(words(f"{fact.text} {told}")):
            return told
    return ""


def _shown_source(gap: Gap, view: View, roles: Mapping[str, str]) -> Citation | None:
    """A statement that the run has shown of what a gap says to be missing: of its kind of source,
    with every name and every word in it. A gap that names only a kind of source is contradicted by
    one of that kind on what the question names; one that names nothing, by none."""
    named = _read(gap.name)
    if not (named.mentions or named.words or named.roles):
        return None
    asked = frozenset[str]()
    if not (named.mentions or named.words):
        asked = recognise_passage(f"{view.question.text}\n{gap.purpose}").names(*_ASKED)
    for finding, citation in _findings_shown(view):
        if named.roles and roles.get(citation.ref.silo, "") not in named.roles:
            continue
        if (named.words or named.mentions) and not _says(citation, named):
            continue
        if asked and not asked & recognise_passage(_text_of(citation)).names(*_ASKED):
            continue
        if named.words and _is_against(finding):
            continue
        return citation
    return None


def _read(name: str) -> _Named:
    roles = [kind for kind, pattern in _SOURCES if pattern.search(name)]
    rest = name
    for _, pattern in _SOURCES:
        rest = pattern.sub(" ", rest)
    mentions = recognise_passage(rest).of(*_NAMED)
    for each in sorted(mentions, key=lambda one: -one.start):
        rest = f"{rest[: each.start]} {rest[each.end :]}"
    told = frozenset(words(rest)) - _SAYS_NOTHING
    return _Named(mentions, told, frozenset(role for kind in roles for role in kind))


def _says(citation: Citation, named: _Named) -> bool:
    text = _text_of(citation)
    if not named.words <= frozenset(words(text)):
        return False
    said = recognise_passage(text).names(*_NAMED)
    return all(not said.isdisjoint(each.names) for each in named.mentions)


def _text_of(citation: Citation) -> str:
    return f"{citation.title}\n{citation.organisation}\n{citation.quote}"


def _findings_shown(view: View) -> Iterator[tuple[Finding, Citation]]:
    for step in view.all_steps:
        for seen in step.observations:
            for finding in seen.findings:
                for citation in finding.citations:
                    yield finding, citation


def _is_against(finding: Finding) -> bool:
    """Whether no statement of a finding is for this patient: then it is no answer for them."""
    judged = finding.judgements
    return bool(judged) and all(each.contradictions for each in judged)
