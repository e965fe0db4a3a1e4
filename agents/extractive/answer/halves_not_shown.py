"""The half of a question on which nothing is shown: "A or B?" where only A is answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.wording import excluded_options
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.halves import (
    Half,
    halves_of,
    regimens_to_come,
    regimens_worded,
)
from agents.matching.patient.therapies import options_of
from agents.turns import DraftSentence
from agents.wording.not_found import half_not_shown
from names.recognise import recognise_passage
from names.tables.ward.class_words import classes_asked_by

_SWITCHED = re.compile(
    r"(?i)\b(?:instead|(?:switch|swap|chang|mov)(?:e|es|ed|ing|ping|ped)?(?: \w{2,12}){0,3} to"
    r"|alternatives?|rather)\b"
)
"""Words by which a question asks for one drug in place of another that the patient has."""
_TOGETHER = re.compile(
    r"(?i)\b(?:both|them|these|those|all|the (?:two|three))\b[^.?!]{0,30}\b(?:together|combined"
    r"|in combination|at (?:the same time|once)|concurrently|simultaneously)\b"
    r"|\bcombin(?:e|es|ed|ing) (?:both|them|these|those|all|the (?:two|three))\b"
    r"|\bcombination of (?:both|them|these|those|all|the (?:two|three))\b"
    r"|\bor (?P<combined>(?:a|the|their|some) combination)\b(?! of)|\bboth together\b"
)
"""Words by which a question asks whether the drugs of a choice are given together."""
_RADIATION = re.compile(r"(?i)\b(?:RT|radiotherapy|radiation(?: therapy)?|irradiation)\b")
"""Words that mean the same treatment."""
TWO = 2
COMPARING = frozenset(("result", "resistance"))
"""Kinds of statement whose words tell of a drug or class that they compare with another."""


def halves_not_shown(parsed: ParsedQuestion, parts: Sequence[PartHits]) -> list[DraftSentence]:
    """Headlines on what a choice asks about beside what is shown, and on what the patient is to be
    switched to, if nothing shown is on it."""
    choices = [each for each in parts[: len(parsed.parts)] if each.asked.is_choice]
    if not choices:
        return []
    heard = [each for part in parts for each in _statements_shown(part)]
    said = list(dict.fromkeys(_notices(halves_of(parsed.text), heard)))
    said += [half_not_shown(drug) for drug in _switched_to(parsed, choices, heard)]
    said += [half_not_shown(words) for words in _not_shown_together(choices, heard)]
    said += [] if said else map(half_not_shown, _refused_in_part(choices))
    return [DraftSentence(text=each, role="headline", basis="matching") for each in said]


def _not_shown_together(
    choices: Sequence[PartHits], heard: Sequence[CitedStatement]
) -> Iterator[str]:
    """The words by which it is asked whether the drugs of a choice are given together, if nothing
    shown is on two of them together: each by itself says nothing of that."""
    options = [option for each in heard for option in options_of(each.judgement.statement)]
    for part in choices:
        drugs, asks = part.asked.drugs, _TOGETHER.search(part.asked.text)
        if asks is None or len(drugs) < TWO:
            continue
        if not any(len(drugs.intersection(option)) >= TWO for option in options):
            yield f"“{asks['combined'] or asks[0]}”"


def _refused_in_part(choices: Sequence[PartHits]) -> Iterator[str]:
    """Regimens of which a part alone is refused, and nothing is told of it with a further drug of
    the regimen."""
    for part in choices:
        out = (*part.not_for_patient, *part.excluded)
        refused = [frozenset(each.drugs) for each in out]
        told = [frozenset(each.drugs) for each in (*part.answers, *part.conditional)]
        for each in regimens_to_come(part.asked.text):
            own = [one for one in refused if one <= each.drugs]
            own = [one for one in own if one < each.drugs or each.classes]
            # The same partners beside another lead drug are no regimen with the one refused.
            more = (one < drugs & each.drugs for one in own for drugs in (*told, *refused))
            whole = any(len(one) > 1 for one in own) or any(more)
            # "Pembrolizumab plus chemotherapy is indicated" names its partner by the class alone.
            whole = whole or any(_names_partner(one, each) for one in out)
            if own and not whole:
                yield each.words


def _names_partner(found: CitedStatement, half: Half) -> bool:
    """Whether the words of an indication tell the regimen asked about, its partners by class."""
    own = found.judgement.statement.kind == "indication" and bool(half.classes)
    return own and any(_covers(each, half) for each in regimens_worded(found.words))


def _notices(halves: Sequence[Half], heard: Sequence[CitedStatement]) -> Iterator[str]:
    for half in halves:
        if not _is_shown(half, heard):
            yield half_not_shown(half.words)
            continue
        others = [e for e in halves if e is not half and not _is_part(e, half)]
        on = [each for each in heard if _is_shown(half, [each])]
        if others and all(_is_joint(each, half, others) for each in on):
            yield half_not_shown(half.words, by_itself=True)


def _is_part(one: Half, of: Half) -> bool:
    return one.drugs <= of.drugs and one.classes <= of.classes


def _is_joint(found: CitedStatement, half: Half, others: Sequence[Half]) -> bool:
    """Whether a statement is on a regimen that has another half in it. A result that compares both
    halves is on each, and so is advice that names them apart."""
    kind = found.judgement.statement.kind
    named = [each for each in others if each.drugs or each.classes]
    if kind in COMPARING or not any(_is_on(each, found) for each in named):
        return False
    worded = regimens_worded(found.words) if kind == "recommendation" else []
    own = [each for each in worded if _covers(each, half)]
    return not any(not any(_covers(each, other) for other in named) for each in own)


def _covers(regimen: tuple[frozenset[str], frozenset[str]], half: Half) -> bool:
    drugs, worded = regimen
    classes = {name for drug in drugs for name in classes_asked_by(drug)} | worded
    return half.drugs <= drugs and half.classes <= classes


def _statements_shown(part: PartHits) -> list[CitedStatement]:
    """The statements of a part that the answer shows, those of excluded options included."""
    keys = {key for each in excluded_options(part) for key in each.keys}
    refused = [each for each in part.excluded if keys.issuperset(each.keys)]
    apart = [each for each, _ in part.of_other_marker]
    return [*part.answers, *refused, *part.not_for_patient, *apart]


def _switched_to(
    parsed: ParsedQuestion, choices: Sequence[PartHits], heard: Sequence[CitedStatement]
) -> Iterator[str]:
    if not _SWITCHED.search(parsed.text) or halves_of(parsed.text):
        return
    asked = sorted({drug for each in choices for drug in each.asked.drugs})
    for drug in asked:
        if not any(_tells_of_drug(each, drug) for each in heard):
            yield drug


def _is_shown(half: Half, heard: Sequence[CitedStatement]) -> bool:
    """Whether a statement shown is on a half: on its drugs together, on a drug of each class, or,
    if it names neither, by its words."""
    if not half.drugs and not half.classes:
        worded = _RADIATION if _RADIATION.fullmatch(half.words) else _as_word(half.words)
        return any(worded.search(each.words) for each in heard)
    return any(_is_on(half, each) for each in heard)


def _as_word(words: str) -> re.Pattern[str]:
    """Finds words as they are, not as a part of others: "RT" is not in "supports"."""
    return re.compile(rf"(?i)(?<!\w){re.escape(words)}s?(?!\w)")


def _is_on(half: Half, found: CitedStatement) -> bool:
    statement = found.judgement.statement
    named = recognise_passage(found.words)
    if statement.kind == "recommendation" and len(half.drugs | half.classes) > 1:
        return any(_covers(each, half) for each in regimens_worded(found.words))
    compares = statement.kind in COMPARING or statement.kind == "recommendation"
    if half.words.lower() in found.words.lower() and compares:
        return True
    for option in options_of(statement):
        drugs = {*option, *(named.names("drug") if compares else ())}
        classes = {name for drug in drugs for name in classes_asked_by(drug)}
        classes |= named.names("drug_class") if compares else frozenset()
        worded = named.names("drug_class")
        # "Ribociclib plus an aromatase inhibitor" is on ribociclib with letrozole.
        left = [drug for drug in half.drugs - drugs if not worded & classes_asked_by(drug)]
        is_named = not half.drugs or bool(half.drugs & drugs)
        if is_named and not left and half.classes <= classes:
            return True
    return False


def _tells_of_drug(found: CitedStatement, drug: str) -> bool:
    return drug in found.drugs or drug in recognise_passage(found.words).names("drug")
