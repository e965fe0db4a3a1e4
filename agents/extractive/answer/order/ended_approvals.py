"""What is said of approvals that have ended: before an answer, and as the answer where that is
asked."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.parsing import ParsedQuestion, parse_text
from agents.matching.patient.class_partners import classes_offered
from agents.matching.patient.tumours import EARLY, tumour_names
from agents.matching.premises import asks_ended, ended_approvals_named
from agents.matching.sub_question import SubQuestion
from agents.turns import DraftSentence
from agents.wording.not_found import nothing_shown_on
from names.clinical.phenotypes.alleles_asked import allele_sentences
from names.clinical.values import Tumour
from names.recognise import recognise

OF_APPROVALS = EARLY | {"maintenance"}
"""Settings with separate approvals."""


def told_by_tables(
    parsed: ParsedQuestion, parts: Sequence[PartHits], *, is_answered: bool
) -> list[DraftSentence]:
    """What tables tell before an answer, or as the answer where only that is asked: approvals that
    have ended, and what an allele is."""
    ended = ended_approvals_said(parsed, parts, is_answered=is_answered)
    alone = [] if len(parts) > 1 and len(parsed.parts) > 1 else allele_sentences(parsed.text)
    told = [DraftSentence(text=each, role="headline", basis="matching") for each in alone]
    return [*told, *ended]


def drugs_without_end(parsed: ParsedQuestion, said: Sequence[DraftSentence]) -> list[str]:
    """Lines on the drugs of such a question of which no end is told."""
    if not said or not asks_ended(parsed.text):
        return []
    told = " ".join(each.text for each in said).lower()
    named = sorted(recognise(parsed.text).names("drug"))
    return [nothing_shown_on(each) for each in named if each.lower() not in told]


def ended_approvals_said(
    parsed: ParsedQuestion, parts: Sequence[PartHits], *, is_answered: bool
) -> list[DraftSentence]:
    """Headlines on the approvals asked about that have ended. Nothing is said if a current
    statement on the approval is shown. For a dose they are said only if the part names a line or
    setting that the message itself tells, and no statement shown tells the end. A question whether
    an approval has ended they answer by themselves. If nobody has told a tumour, the tumour of the
    statements shown counts. ``is_answered``: whether statements are shown."""
    choice = [each for each in parts if each.asked.is_choice]
    asks = asks_ended(parsed.text)
    if not (is_answered or asks):
        return []
    named = asks or any(each.asked.drugs or each.asked.classes for each in choice)
    offered = _classes_offered(choice)
    heard = any(
        e.judgement.statement.kind == "status" and e.judgement.statement.currency == "current"
        for p in parts
        for e in (*p.answers, *(p.excluded if p.asked.drugs else ()))
    )
    doses = [each for each in parts if each.asked.kind == "dose" and each.asked.drugs]
    placed = any(_names_place(each.asked) for each in doses) and _tells_place(parsed)
    placed = placed and not any(map(tells_end, (e for p in doses for e in p.answers)))
    if not (named or placed or offered) or (heard and not asks):
        return []
    asked = sorted({drug for each in (*choice, *doses) for drug in each.asked.drugs})
    text = parsed.text if recognise(parsed.text).names("drug") else " ".join((parsed.text, *asked))
    return [
        DraftSentence(text=said, role="headline", basis="matching")
        for said in ended_approvals_named(text, _tumours_told(parsed, parts), offered)
    ]


def _classes_offered(choice: Sequence[PartHits]) -> frozenset[str]:
    """The classes of drugs that the sentences shown offer as maintenance: an approval of the class
    that was narrowed is to be told beside them, whether or not the question names the class."""
    kept = (each for each in choice if "maintenance" in each.asked.settings)
    said = (each for part in kept for each in part.answers if not each.drugs)
    return frozenset(name for each in said for name in classes_offered(each.words))


def _names_place(asked: SubQuestion) -> bool:
    return bool(asked.line or asked.settings & OF_APPROVALS)


def _tells_place(parsed: ParsedQuestion) -> bool:
    """Whether the message itself tells a line or setting, and does not take it from the thread."""
    return not parsed.taken_over or any(map(_names_place, parse_text(parsed.text).parts))


def _tumours_told(parsed: ParsedQuestion, parts: Sequence[PartHits]) -> frozenset[str]:
    """The tumours of the patient, or else the one tumour of all statements shown on the drugs asked
    about; none if these are for several tumours."""
    told = (e for p in parts for e in p.answers if p.asked.drugs & frozenset(e.drugs))
    found = frozenset(name for e in told for name in e.judgement.statement.applies.tumours)
    return tumour_names(parsed.sheet.of(Tumour)) or (found if len(found) == 1 else frozenset())


def tells_end(found: CitedStatement) -> bool:
    """Whether a statement says that an approval in the patient's tumour ended."""
    statement = found.judgement.statement
    told = [v.outcome for v in found.judgement.verdicts if v.dimension == "tumour"]
    return statement.kind == "status" and statement.currency != "current" and "ok" in told
