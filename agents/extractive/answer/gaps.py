"""The ways in which a question cannot be answered, and when each is said. The words of the gaps are
in :mod:`agents.wording`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.calculators import (
    FORMULAS,
    calculate_from,
    inputs_known,
    inputs_missing,
    problems_of,
)
from agents.cores import ToolCard
from agents.extractive.answer.gap_subjects import about_in_words, nearest_reasons, subjects_of
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.trials import held_at_other_times, trial_gaps
from agents.extractive.evidence.cited_statements import (
    CitedStatement,
    searched_titles,
    titles_of,
    unavailable_silos,
)
from agents.extractive.question.context.failed_answer import failed_unknown
from agents.extractive.question.kinds import kinds
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.aspects import joins_of_aspects, words_of_aspects
from agents.extractive.question.requests.calculations import CALCULATION, formulas_asked
from agents.extractive.question.requests.capabilities import missing_capability
from agents.extractive.question.silos import publishers_named
from agents.extractive.question.small_talk import EXAMPLE
from agents.extractive.question.splitting.segments import what_is_not_read
from agents.extractive.question.unread.findings import unread_findings, without_those_in
from agents.extractive.question.unread.words import unread_phrases
from agents.extractive.records.answering import gap_of_record, gap_of_unasked_record
from agents.facts.sheet import FactSheet
from agents.matching.patient.tumours import tumour_names
from agents.matching.premises import ended_approvals_named, flawed_premises
from agents.matching.safety.safety_facts import SafetyFact, safety_facts_of
from agents.matching.sub_question import SubQuestion
from agents.turns import Gap, Missing, View
from agents.wording.gaps import (
    NEEDS_DRUG,
    NO_REGIMEN,
    NO_STEP,
    NO_TUMOUR,
    UNREAD_FACT,
    GapWords,
    also_missing,
    cannot_be_right,
    given_by_formula,
    in_other_language,
    inputs_needed,
    nearest_sources,
    no_drug,
    no_question,
    no_source,
    no_value,
    not_known_safe,
    value_without_name,
    what_silos_hold,
    which_question,
)
from agents.wording.missing_sources import meaning_of_facts, missing_source, trial_for
from agents.wording.not_found import (
    ASK_WITHOUT_NAME,
    NO_REGISTRY,
    driver_only,
    facts_of_drugs,
    no_longer_holds,
    not_available,
    not_understood,
    read_as,
    said_nothing,
    searched_without,
    silo_answers_nothing,
)
from names.clinical.measurements import read_implausible
from names.clinical.spelling import drugs_proposed
from names.clinical.values import ClinicalValue, Phenotype, Population, Tumour
from names.recognise import recognise
from names.tables.treatment.safety import is_hard_for


def _gap(missing: Missing, words: GapWords) -> Gap:
    return Gap(purpose=words.purpose, missing=missing, name=words.name, detail=words.detail)


def gap_of_language(language: str) -> Gap:
    """The gap of a question in another language than English."""
    return _gap("capability", in_other_language(language))


def gap_of_empty_question() -> Gap:
    """The gap of a message that holds no question, with an example of one."""
    return _gap("fact", no_question(EXAMPLE))


def gap_of_unread_fact() -> Gap:
    """The gap of a message to an answered thread in which nothing could be read."""
    return _gap("fact", UNREAD_FACT)


def gap_of_new_value(words: str) -> Gap:
    """The gap of a message that tells a new value, and not of what."""
    return _gap("fact", value_without_name(words))


def gap_of_no_step() -> Gap:
    """The gap of a question about a step that no run of the thread has."""
    return _gap("fact", NO_STEP)


def gap_of_capability(text: str) -> Gap | None:
    """The gap of a request for an ability that Curbside does not have; None for a question."""
    asked = missing_capability(text)
    if asked is None:
        return None
    return Gap(purpose=asked.purpose, missing="capability", name=asked.name, detail=asked.advice)


def gap_of_inputs(text: str, sheet: FactSheet) -> Gap | None:
    """The gap of a question for a computed value, if inputs of its formula are missing or cannot be
    right. None if a formula that the question asks for can be computed."""
    said = [fact.value for fact in sheet.facts if not fact.rule]
    formulas = [FORMULAS[name] for name in formulas_asked(text, sheet)]
    done = {each.formula for each in calculate_from(said)}
    if not formulas:
        return gap_of_unread_fact()
    if any(formula.name in done for formula in formulas):
        return None
    formula = formulas[0]
    missing = list(inputs_missing(formula, said))
    wrong = [problem for problem in problems_of(said) if formula.name in problem]
    wrong += [
        cannot_be_right(text[each.start : each.end], each.name) for each in read_implausible(text)
    ]
    needed = ", ".join(rule.name for rule in formula.inputs if rule.needed)
    known = ", ".join(sorted(inputs_known(formula, said)))
    others = " ".join([inputs_needed(formula.name, needed, known), *_of_formulas(missing, said)])
    detail = " ".join([*wrong, *([others] if missing or not wrong else ())])
    return _gap("fact", no_value(formula.result, missing, detail))


def _of_formulas(missing: Sequence[str], said: Sequence[ClinicalValue]) -> list[str]:
    """Sentences on the missing inputs that another formula gives, with what that one lacks."""
    giving = [each for each in FORMULAS.values() if each.result in missing]
    return [given_by_formula(each.result, each.name, inputs_missing(each, said)) for each in giving]


def missing_fact(parsed: ParsedQuestion) -> Gap | None:
    """The gap of a question that leaves out the one fact that a search needs, such as the drug or
    the tumour. None if the question has that fact, or has several parts."""
    if len(parsed.parts) != 1:
        return None
    asked = parsed.parts[0]
    if len(asked.text.split()) == 1 and len(asked.genes) > 1 and not parsed.taken_over:
        return _gap("fact", which_question(asked.text, sorted(asked.genes)))
    if asked.is_choice and not asked.drugs and failed_unknown(parsed.sheet):
        return _gap("fact", NO_REGIMEN)
    named = subjects_of(asked) or asked.about or asked.words or asked.topics
    anything = named or _tells_of_disease(parsed.sheet)
    if asked.kind in NEEDS_DRUG and not anything:
        return _gap_of_no_drug(asked, parsed)
    if asked.kind == "therapy" and not anything:
        return _gap("fact", NO_TUMOUR)
    return None


def _gap_of_no_drug(asked: SubQuestion, parsed: ParsedQuestion) -> Gap:
    proposed = drugs_proposed(unread_phrases(parsed.text))
    return _gap("fact", no_drug(asked.kind, proposed or _not_understood(parsed)))


def _tells_of_disease(sheet: FactSheet) -> bool:
    """Whether the sheet holds more than who the patient is ("she")."""
    return any(not isinstance(fact.value, Population) for fact in sheet.facts)


def gap_of_parts(
    parts: Sequence[PartHits], parsed: ParsedQuestion, view: View, cards: Sequence[ToolCard]
) -> Gap:
    """The gap of a message of which no part is answered. It is the gap of the first part and names
    the gaps of the others. A part comes first if no source speaks of a fact of the patient."""
    by_facts = sorted(parts, key=lambda each: not each.unconnected_facts)
    first, *others = (gap_of_part(each, parsed, view, cards) for each in by_facts)
    also = list(dict.fromkeys(each.name for each in others if each.name != first.name))
    return replace(first, detail=f"{first.detail} {also_missing(also)}") if also else first


def _ended_approvals(asked: SubQuestion, parsed: ParsedQuestion) -> tuple[str, ...]:
    """Sentences on the approvals that a part asks about and that have ended, in the patient's
    tumours."""
    return ended_approvals_named(asked.text, tumour_names(parsed.sheet.of(Tumour)))


def lines_on_message(
    parsed: ParsedQuestion, view: View, cards: Sequence[ToolCard]
) -> tuple[str, ...]:
    """What is the same for every part of a message: words that were not read, and what was
    searched for all of them."""
    searched, down = searched_titles(view, cards), unavailable_silos(view)
    lines = _not_understood(parsed)
    lines += [searched_without(searched)] if searched else []
    return (*lines, *([not_available(titles_of(down, cards))] if down else []))


def gap_of_part(
    selected: PartHits,
    parsed: ParsedQuestion,
    view: View,
    cards: Sequence[ToolCard],
    *,
    is_alone: bool = True,
) -> Gap:
    """The gap that says why one part is not answered: the nearest contradiction, or the missing
    source. Beside one that told it, what is on the whole message is not said again."""
    asked = selected.asked
    if gap := _gap_of_other(asked, parsed.sheet, view) or gap_of_unasked_record(asked, cards):
        return gap
    if asked.lacks_drug and not asked.mentioned and asked.kind in NEEDS_DRUG:
        return _gap_of_no_drug(asked, parsed)
    facts = safety_facts_of(parsed.sheet)
    unsafe = [each for each in facts if is_hard_for(each.name, asked.drugs)]
    # What must be checked first names the gap: a bleed, not Child-Pugh A.
    hard = tuple(each.words for each in unsafe)
    untold = sorted(selected.unconnected_facts, key=lambda pair: not pair[0].startswith(hard))
    details = [said_nothing(facts, drugs) for facts, drugs in facts_of_drugs(untold)]
    details += [_not_known_safe(asked, each) for each in unsafe[:1]]
    if asked.asks_for_trial or asked.asks_who_recruits:
        details.append(NO_REGISTRY)
    details += [*flawed_premises(asked.text), *_ended_approvals(asked, parsed)]
    if asked.from_silos:
        details += [_silo_answers_nothing(asked, cards), ASK_WITHOUT_NAME]
    if old := [each for each in selected.outdated if _would_answer(each, asked)]:
        details.append(no_longer_holds(old[0].judgement.reason, old[0].words))
    held = held_at_other_times(selected.neighbours, asked)
    details += _nearest(selected, bool(held))
    details += [driver_only(name) for name in sorted(selected.unmentioned_variants)]
    details += held
    details += trial_gaps(asked, view)
    details += [read_as(written, name) for written, name in parsed.guessed]
    details += lines_on_message(parsed, view, cards) if is_alone else ()
    if not subjects_of(asked) and not asked.about:
        details += what_silos_hold({card.role for card in cards})
    told = meaning_of_facts(_roles_telling(asked), untold) if untold else ""
    return _gap(
        "silo", no_source(_request_in_words(asked), told or _missing_source(asked, parsed), details)
    )


def _is_by_person(found: CitedStatement) -> bool:
    """Whether only who the patient is, such as the performance status, speaks against an option."""
    return all(each.dimension == "population" for each in found.judgement.contradictions)


def _nearest(selected: PartHits, held_at_other_time: bool) -> list[str]:
    """What the nearest sources are on. First who is left out, and what the drugs of a choice
    need."""
    by_person = tuple(each for each in selected.excluded if _is_by_person(each))
    nearest = by_person or selected.neighbours or selected.excluded
    chosen = selected.asked.drugs if selected.asked.is_choice else frozenset()
    return nearest_sources(nearest_reasons(nearest, held_at_other_time, chosen))


def _not_understood(parsed: ParsedQuestion) -> list[str]:
    """Lines on the words of the question that were not read. A source may have been missed because
    of them."""
    unread: tuple[str, ...] = ()
    if not parsed.is_shouted:
        words = publishers_named(parsed.parts)
        findings = unread_findings(parsed.text, parsed.all_parts, parsed.sheet, words)
        phrases = unread_phrases(parsed.text, words)
        unread = (*findings, *without_those_in(phrases, findings))
    told = [not_understood(unread)] if unread else []
    return [*told, *filter(None, [what_is_not_read(parsed.text)])]


def _gap_of_other(asked: SubQuestion, sheet: FactSheet, view: View) -> Gap | None:
    """The gap of a part that no silo is searched for; None for any other part."""
    record = gap_of_record(asked, view)
    return record or gap_of_capability(asked.text) or _gap_of_value(asked, sheet)


def _gap_of_value(asked: SubQuestion, sheet: FactSheet) -> Gap | None:
    return gap_of_inputs(asked.text, sheet) if asked.kind == CALCULATION else None


def _would_answer(outdated: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an outdated statement is of the kind asked for and on a drug, gene or trial asked
    for. Other outdated statements are of no interest to the reader."""
    statement = outdated.judgement.statement
    fits = not asked.answered_by or statement.kind in asked.answered_by
    named = asked.drugs | asked.genes | asked.trials
    own = {*statement.drugs, *statement.genes, *statement.trials}
    return fits and bool(subjects_of(asked)) and (not named or bool(named & own))


def _request_in_words(asked: SubQuestion) -> str:
    """What a part asks for, in words: by its aspects, else by its kind."""
    return words_of_aspects(asked.aspects) or kinds()[asked.kind].asks_for


def _roles_telling(asked: SubQuestion) -> list[str]:
    """Roles of the silos where such a question is told, first ones first. How genes change what a
    drug does is told of genes only."""
    roles = [entry.partition(" ")[0] for entry in kinds()[asked.kind].first]
    on_genes = asked.genes or any(isinstance(each, Phenotype) for each in asked.about)
    return [each for each in roles if on_genes or each != "pharmacogenomics"]


def _missing_source(asked: SubQuestion, parsed: ParsedQuestion) -> str:
    """The name of the source that is missing: where such a question is told, what it asks for, and
    of what."""
    sheet = parsed.sheet
    if asked.asks_for_trial:
        return trial_for(about_in_words(asked, sheet))
    kind, roles = kinds()[asked.kind], _roles_telling(asked)
    wanted = _request_in_words(asked)
    joins = joins_of_aspects(asked.aspects) if asked.aspects else kind.joins
    of_drug = bool(asked.drugs or asked.classes)
    unread = unread_phrases(asked.text, " ".join(asked.publishers))
    if asked.kind == "general" and unread and not recognise(asked.text).mentions:
        # The drug of the message's other question says nothing of what is missing here.
        named = ", ".join(f"“{each}”" for each in unread)
        return missing_source((), "", named, joins="of", of_drug=False)
    about = about_in_words(asked, sheet)
    return missing_source(roles, wanted, about, joins=joins, of_drug=of_drug)


def _silo_answers_nothing(asked: SubQuestion, cards: Sequence[ToolCard]) -> str:
    return silo_answers_nothing("; ".join(c.title for c in cards if c.silo in asked.from_silos))


def _not_known_safe(asked: SubQuestion, fact: SafetyFact) -> str:
    """A sentence that no source at hand speaks of the drug for a patient with this fact (a
    pregnancy, a graft)."""
    which = " or ".join(sorted(asked.drugs)) or "a treatment"
    return not_known_safe(fact.words, which)
