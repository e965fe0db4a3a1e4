"""What a gap is about, in words: drugs, markers, tumours and findings of a part of a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set

from agents.extractive.answer.selection.suitability import is_held_back
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.permission import binds_dose
from agents.extractive.question.requests.aspects import aspects_asked
from agents.extractive.question.splitting.findings import has_class_or_number
from agents.extractive.question.topics import stem, topic_words
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.tumours import tumour_names
from agents.matching.safety.limiting_facts import limiting_facts
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.asked_circumstances import topic_of
from agents.matching.subject.trials import is_on_other_time
from agents.matching.verdicts import tells_marker_needed
from names.clinical.values import OrganFunction, Phenotype, Tumour
from names.patterns.enumeration import in_a_row
from names.recognise import recognise
from names.tables.treatment.drug_classes import class_in_sentence
from names.tables.trials import trial_words

MOST_FINDINGS = 3
"""Findings that the name of a gap tells. Chosen by hand: a name is one line."""

ORIGINS = ("germline", "somatic")
"""States that say where a variant was found, not which it is."""
_SIGNS = {"positive": r"\+", "negative": "[-−–]"}


def subjects_of(asked: SubQuestion) -> list[str]:
    """What a part names, in the order drugs, what is taken beside them, classes, trials, markers,
    tumours."""
    trials = sorted(map(trial_words, asked.trials))
    named = (*_treatments(asked), *trials, *_markers(asked), *sorted(asked.tumours))
    return list(dict.fromkeys(named))


def about_in_words(asked: SubQuestion, sheet: FactSheet) -> str:
    """``midostaurin in acute myeloid leukaemia with FLT3``, with what the patient has behind it."""
    drugs, markers, tumours = _treatments(asked), _markers(asked), sorted(asked.tumours)
    found = ", ".join(_in_brackets(asked, sheet))
    if not subjects_of(asked):
        held = in_a_row(sorted(tumour_names(sheet.of(Tumour))))
        instead = " or ".join(sorted(asked.instead_of))
        whom = f"{held or 'a patient'}, without {instead}" if instead else held
        return f"{whom} ({found})" if whom and found else whom or found
    if drugs:
        beside = (
            _marker_phrases(markers) if tumours else [f", {in_a_row(markers)}"] if markers else []
        )
        told = " ".join([in_a_row(drugs), *_with(asked), *_in(asked), *beside]).replace(" ,", ",")
    elif tumours:
        told = " ".join([in_a_row(tumours), *_marker_phrases(markers)])
    else:
        told = in_a_row(markers)
    return f"{told} ({found})" if found else told


def _in_brackets(asked: SubQuestion, sheet: FactSheet) -> list[str]:
    found = _findings(asked, sheet)
    told = " ".join(found).casefold()
    found += [each for each in _topics(asked) if each.casefold() not in told]
    return found[:MOST_FINDINGS]


def _treatments(asked: SubQuestion) -> list[str]:
    """Drugs, what is taken beside them where nothing else is named, and classes; else trials."""
    drugs = sorted(asked.drugs) or sorted(asked.partners)
    named = [*drugs, *map(class_in_sentence, sorted(asked.classes))]
    return named or sorted(map(trial_words, asked.trials))


def _in(asked: SubQuestion) -> list[str]:
    """The trials of the drugs, and the tumours, in which they are asked about."""
    trials = sorted(map(trial_words, asked.trials)) if asked.drugs or asked.classes else []
    return [f"in {in_a_row(names)}" for names in (trials, sorted(asked.tumours)) if names]


def _with(asked: SubQuestion) -> list[str]:
    partners = sorted(asked.partners - asked.drugs) if asked.drugs else []
    return [f"with {in_a_row(partners)}"] if partners else []


def _marker_phrases(markers: Sequence[str]) -> list[str]:
    return [f"with {in_a_row(markers)}"] if markers else []


def _markers(asked: SubQuestion) -> list[str]:
    """Genes with their variants, each once, and the states that the words themselves tell: of "TMB
    3" only the measure."""
    genes = sorted(asked.genes)
    variants = [v for v in sorted(asked.variants) if not _is_inside(v, asked.variants)]
    if len(genes) == 1 and variants:
        joined = [v if v.startswith(genes[0]) else f"{genes[0]} {v}" for v in variants]
    else:
        joined = [*genes, *variants]
    origin = next((each for each in ORIGINS if each in asked.statuses), "")
    if origin and joined:
        joined[0] = f"{origin} {joined[0]}"
    told = (_state_said(s, asked.text) for s in _states(asked) if not (joined and s in ORIGINS))
    return list(dict.fromkeys((*joined, *told)))


def _is_inside(name: str, names: Iterable[str]) -> bool:
    return any(name != other and name in other for other in names)


def _states(asked: SubQuestion) -> list[str]:
    return [s for s in sorted(asked.statuses) if s.partition("-")[0] not in asked.genes]


def _state_said(status: str, text: str) -> str:
    measure, _, state = status.partition("-")
    if (sign := _SIGNS.get(state)) and re.search(rf"(?i)\b{re.escape(measure)} ?{sign}", text):
        return status
    return status if all(w in text.lower() for w in state.lower().split("-")) else measure


def _findings(asked: SubQuestion, sheet: FactSheet) -> list[str]:
    """What the patient has that a part is on, or that its dose has to weigh, in words."""
    about = [v for v in asked.about if isinstance(v, OrganFunction) or has_class_or_number(v)]
    # The grade that follows from a number is told with the number.
    by_topic = {topic_of(v, about): v for v in reversed(about)}
    own = [describe(v) for v in about if by_topic[topic_of(v, about)] is v]
    own += [
        describe(v) for v in asked.about if isinstance(v, Phenotype) and _says_more_than_names(v)
    ]
    if asked.kind == "dose" and not (own and asked.focus):
        # The parts of a question that was split by findings are each on one of them.
        own += [fact.words for fact in limiting_facts(sheet) if binds_dose(fact, asked)]
    return list(dict.fromkeys(own))[:MOST_FINDINGS]


def _says_more_than_names(phenotype: Phenotype) -> bool:
    """Whether a phenotype says more than the names of gene and alleles."""
    return bool(phenotype.phenotype) or phenotype.score_from is not None


def _topics(asked: SubQuestion) -> list[str]:
    """What a part is on beside its subject, as written: outcomes and effects ("LVEF"), and words
    that are no names ("ECG")."""
    found = recognise(asked.text)
    named = [asked.text[m.start : m.end] for m in found.mentions if m.name in asked.words]
    words = [each for each in topic_words(asked.text, found) if stem(each) in asked.topics]
    # What a word asks for stands before the subject.
    told = (each for each in (*named, *words) if asked.aspects.isdisjoint(aspects_asked(each)))
    return list(dict.fromkeys(told))


def nearest_reasons(
    near: Sequence[CitedStatement],
    held_at_other_time: bool = False,
    drugs: Set[str] = frozenset(),
) -> list[tuple[str, ...]]:
    """What the sources on the subject are on, in place of what was asked: the reasons against at
    most two statements, the nearest first; before it, that an indication of one of the ``drugs``
    needs a marker. ``held_at_other_time``: what they say of another time is told by itself."""
    nearest = sorted(near, key=lambda each: len(each.judgement.contradictions))
    nearest.sort(key=lambda each: not tells_marker_needed(each.judgement, drugs))
    if held_at_other_time:
        nearest = [e for e in nearest if not is_on_other_time(e.judgement.contradictions)]
    # That something else is outdated nobody wants to read.
    nearest = [
        e for e in nearest if all(v.dimension != "currency" for v in e.judgement.contradictions)
    ]
    told = [each.judgement for each in nearest if not is_held_back(each)]
    whole = [each for each in told if not any(v.is_half_told for v in each.contradictions)]
    return [reasons for reasons in dict.fromkeys(each.reasons for each in whole) if reasons][:2]
