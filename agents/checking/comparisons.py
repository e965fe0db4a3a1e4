"""Sentences that rest on comparing a statement with the patient, compared once more. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.checking.support.drugs.regimens import drugs_not_had, drugs_spoken_of
from agents.checking.support.failed_classes import problem_with_class, without_reports
from agents.checking.support.judgements_of_run import (
    all_judgements,
    judgements_under,
    with_words,
)
from agents.checking.support.negation.excluded_groups import excludes_group
from agents.facts.read_sheet import read_fact_sheet
from agents.facts.sheet import Fact, FactSheet
from agents.matching.cumulative_doses import doses_not_weighed
from agents.matching.dimensions import CIRCUMSTANCES
from agents.matching.general_rules import events_without_rule
from agents.matching.judging import patient_reasons, regimens_against
from agents.matching.patient.therapies import OFFERING, OPTIONS
from agents.matching.patient.tumours import tumour_names
from agents.matching.premises import (
    NO_OPTION,
    THE_LABEL,
    ended_approvals_named,
    flawed_premises,
    group_not_found_sentences,
    is_effect_told,
    substrates_named,
)
from agents.matching.safety.barred_drugs import barred_reason, drugs_barred
from agents.matching.safety.facts_without_statement import nothing_said
from agents.matching.safety.safety_facts import judge_advice
from agents.matching.sequence.settings_apart import settings_apart
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.other_markers import other_marker_reason
from agents.matching.verdicts import Judgement
from agents.turns import DraftSentence, ExcludedOption, View
from agents.wording.answer_labels import tells_only_silence
from agents.wording.missing_sources import NOT_FOUND, ONLY_WITH, not_found_before
from agents.wording.not_found import half_of_sentence, publisher_not_found_sentence
from names.clinical.disease.settings import read_settings
from names.clinical.phenotypes.alleles_asked import allele_sentences
from names.clinical.spelling import normalise_message
from names.clinical.treatment.lines import RELAPSE
from names.clinical.values import Marker, Setting, Tumour
from names.recognise import recognise, recognise_passage
from names.tables.treatment.safety import facts_spoken_of
from retrieval.statements.model import Statement
from retrieval.text.words import words

NOT_REPEATED = "comparing the statement with the facts again gives another result"
NO_SUCH_STATEMENT = "no statement that was found says this"
OFFERS = re.compile(
    r"\b(?:options?|indicated|indications?|recommend\w*|approved|approval|eligible|candidates?"
    r"|suitable|appropriate|offer\w*|giv(?:e|en|ing)|us(?:e|ed|ing)|consider\w*|prefer\w*"
    r"|start\w*|treat\w*|add(?:ed|ing)?|switch\w*|receiv\w*|choose|choice|continu\w*"
    r"|benefit\w*)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:\b(?:not?|never|cannot|without|avoid\w*|contraindicat\w*|neither|nor|against|unless)\b"
    r"|n't\b)[^.;:]{0,60}$",
    re.IGNORECASE,
)
_CONDITION = re.compile(rf"(?P<before>(?:{ONLY_WITH}|{NOT_FOUND})(?:[^:]|::){{1,400}}): ")
_IS_HISTORY = re.compile(
    r"\b(?:withdr\w+|supersed\w+|replaced|revoked|former\w*|previous\w*|earlier|outdated"
    r"|no longer"
    r"|until|historical\w*|narrowed|revised)\b",
    re.IGNORECASE,
)
GRADED = frozenset(("organ function", "interaction", "phenotype", "toxicity", "population"))
"""Dimensions of which the rule for one class says nothing of the next."""
_USUAL = re.compile(
    r"\b(?:usual(?:ly)?|standard|recommended|starting|started|full|(?<!or )without|otherwise"
    r"|normal(?:ly)?|reduced|lowered|raised|from)\b",
    re.IGNORECASE,
)
USES = frozenset(("tumour", "setting"))
"""Dimensions whose other doses may be told, where it is said whose they are."""
DOSE_KINDS = frozenset(("dose", "adjustment"))
_OF_REASONS = frozenset(words("holds for cancer disease tumour or"))
GRADED_KINDS = frozenset(("dose", "adjustment", "interaction", "contraindication", "warning"))


def problem_with_match(text: str, keys: Sequence[str], view: View, facts: Sequence[Fact]) -> str:
    """Why a sentence that gives a reason does not hold; empty when it does.

    The option must be one of a statement under these keys, and the reason must be what the
    comparison of that statement with the facts gives again."""
    sheet = FactSheet(facts=tuple(facts))
    found = False
    limits = drugs_barred(with_words(view), sheet)
    for judgement, quoted in with_words(view, keys):
        statement = judgement.statement
        if any(all(e in text for e in told) for told in regimens_against(judgement, sheet)):
            return ""
        if not all(drug.lower() in text.lower() for drug in statement.drugs):
            continue
        found = True
        apart = other_marker_reason(judgement, sheet.of(Marker))
        barred = barred_reason(statement, quoted, limits)
        if (apart and apart in text) or (barred and barred in text):
            return ""
        reasons = [each.reason for each in judgement.contradictions if each.reason]
        if not reasons or not all(reason in text for reason in reasons):
            continue
        again = patient_reasons(judgement, sheet) | _reasons_of_class(statement, quoted, sheet)
        if again >= frozenset(reasons):
            return ""
    return NOT_REPEATED if found else NO_SUCH_STATEMENT


def _reasons_of_class(statement: Statement, words: str, sheet: FactSheet) -> frozenset[str]:
    """The reasons against advice that names no drug, by its words, compared with the facts."""
    if statement.kind not in OPTIONS or statement.drugs:
        return frozenset()
    told = judge_advice(statement, words, SubQuestion(text="", kind=""), sheet)
    return frozenset(each.reason for each in told if each.outcome == "contradicts")


def problem_with_premise(text: str, view: View) -> str:
    """Why a sentence on what the question takes for granted does not hold; empty when the tables
    say it again."""
    asked = view.question.text
    if half := half_of_sentence(text):
        return "" if _is_asked(half, view) else NOT_REPEATED
    # The drug taken beside may be told in an earlier message.
    heard = " ".join((asked, *(message.text for message in view.messages)))
    if is_effect_told(text, heard):
        return ""
    nobody = map(publisher_not_found_sentence, (THE_LABEL, *re.findall(r"[A-Za-z]{3,20}", asked)))
    tumours = tumour_names(view.sheet.of(Tumour))
    told = (
        *flawed_premises(asked),
        *ended_approvals_named(normalise_message(asked).text, tumours),
        *ended_approvals_named(" ".join((asked, *_drugs_in(text))), tumours),
        *allele_sentences(asked),
        *substrates_named(heard).values(),
        *nobody,
        *group_not_found_sentences(asked),
        NO_OPTION,
        *(each for message in view.messages for each in doses_not_weighed(message.text)),
        *_nothing_said(text, view),
        *events_without_rule(view.sheet, _drugs_in(text), all_judgements(view)),
        *(each.sentence for each in read_fact_sheet(view.messages).contradictions),
        *settings_apart(_settings_named(asked), view.sheet),
    )
    return "" if text in told else NOT_REPEATED


def _settings_named(text: str) -> frozenset[str]:
    found = (each.value for each in read_settings(normalise_message(text).text))
    return frozenset(each.name for each in found if isinstance(each, Setting))


def _is_asked(half: str, view: View) -> bool:
    """Whether people wrote these words, or a name that stands for theirs."""
    said = [normalise_message(message.text).text for message in view.messages]
    names = {name for each in said for named in recognise(each).mentions for name in named.names}
    half = half.strip("“”")
    return half in names or any(half.lower() in " ".join(each.split()).lower() for each in said)


def _nothing_said(text: str, view: View) -> tuple[str, ...]:
    """What the statements of the run are silent on, of the drugs that a sentence names."""
    drugs = _drugs_in(text)
    return nothing_said(view.sheet, drugs, list(with_words(view))) if drugs else ()


def _drugs_in(text: str) -> list[str]:
    return sorted(recognise_passage(text).names("drug"))


def keep_excluded(
    excluded: Sequence[ExcludedOption], view: View, facts: Sequence[Fact]
) -> tuple[ExcludedOption, ...]:
    """The options not for this patient whose reason holds when it is compared once more."""
    return tuple(
        each
        for each in excluded
        if not problem_with_match(f"{each.option} {each.reason}", each.keys, view, facts)
    )


def problem_with_option(sentence: DraftSentence, view: View, *, in_own_words: bool = False) -> str:
    """Why a sentence must not be said to this patient; empty when nothing is against it.

    A statement that is superseded, or that the patient's facts contradict, offers nothing. Each
    drug is looked at by itself: that one of two cited options fits does not carry the other.
    ``in_own_words``: the sentence is no quote, so that it may offer a drug whose indication was
    cited elsewhere, or give the figures of a class that the patient is not in."""
    judged = [each for each in judgements_under(sentence.keys, view) if each.part == sentence.part]
    if not judged:
        return ""
    if problem := _problem_with_currency(sentence.text, judged):
        return problem
    named = drugs_spoken_of(sentence.text)
    offers = in_own_words and offers_something(sentence.text)
    kinds = OFFERING if offers else OPTIONS
    cited = [each for each in judged if each.statement.kind in kinds]
    weighed = frozenset(facts_spoken_of(sentence.text))
    problem = _against_every(cited, named, weighed)
    if not problem and offers:
        options = [j for j in all_judgements(view) if j.statement.kind in OPTIONS]
        anew = drugs_not_had(sentence.text)
        problem = _against_every(options, anew, weighed, only_named=True)
    if not problem and in_own_words:
        problem = _of_another_class(judged) or _of_another_use(sentence.text, judged)
        problem = problem or _of_nobody_special(sentence.text, judged, view)
    if not problem and _speaks_for(sentence, judged, in_own_words=in_own_words):
        return problem_with_class(sentence, view)
    if problem and _says_it_itself(sentence.text, problem, judged):
        return ""
    if problem and tells_only_silence(problem):
        return f"to be checked before, which it does not say: {problem}"
    return f"not for this patient: {problem}" if problem else ""


def _speaks_for(
    sentence: DraftSentence, judged: Sequence[Judgement], *, in_own_words: bool
) -> bool:
    """Whether a sentence offers something: a quote only if it is of an indication or advice."""
    if not in_own_words and not any(each.statement.kind in OPTIONS for each in judged):
        return False
    in_row = sentence.cell in ("evidence", "for")
    return in_row or offers_something(without_reports(sentence.text))


def _says_it_itself(text: str, problem: str, judged: Sequence[Judgement]) -> bool:
    """Whether a sentence leaves out the patient's own group, for which the problem says it is."""
    verdicts = (verdict for each in judged for verdict in each.contradictions)
    return any(
        each.reason in problem and excludes_group(text, each.here, each.needs, OFFERS)
        for each in verdicts
        if each.here
    )


def offers_something(text: str) -> bool:
    """Whether a sentence speaks for giving something; "is not indicated" does not."""
    return any(not _DENIED.search(text[: found.start()]) for found in OFFERS.finditer(text))


def without_condition(sentence: DraftSentence, view: View) -> str:
    """The sentence without "Only with …:" or "No source was found on …:" before it, where that is
    what the comparison of a statement leaves open: it stands in no quote, and needs not."""
    found = _CONDITION.match(sentence.text)
    if found is None:
        return sentence.text
    verdicts = [v for j in judgements_under(sentence.keys, view) for v in j.verdicts]
    left_open = {v.missing for v in verdicts}
    left_open |= {RELAPSE for v in verdicts if v.dimension == "line" and v.missing}
    left_open |= {f"{one} and {other}" for one in left_open for other in left_open}
    said = {before for each in left_open for before in (ONLY_WITH + each, not_found_before(each))}
    return sentence.text[found.end() :] if found["before"] in said else sentence.text


def _problem_with_currency(text: str, judged: Sequence[Judgement]) -> str:
    """What every cited statement has in common when all were superseded or withdrawn."""
    reasons = [
        next((v.reason for v in each.contradictions if v.dimension == "currency"), "")
        for each in judged
    ]
    if not all(reasons) or _IS_HISTORY.search(text):
        return ""
    return f"what it rests on is {reasons[0]}"


def _against_every(
    options: Sequence[Judgement],
    named: frozenset[str],
    weighed: frozenset[str],
    *,
    only_named: bool = False,
) -> str:
    """Why no option of one of the drugs is for this patient; empty when each has one that is. A
    sentence that names no drug is taken to be on all that are cited."""
    about = named & {drug for each in options for drug in each.statement.drugs}
    for drug in sorted(about):
        if reason := reason_against([j for j in options if drug in j.statement.drugs], weighed):
            return reason
    return "" if about or only_named else reason_against(options, weighed)


def reason_against(options: Sequence[Judgement], weighed: frozenset[str] = frozenset()) -> str:
    """The reason of the first when facts contradict all of them; silence on ``weighed`` is none."""
    if not options or any(not e.contradictions or _is_weighed(e, weighed) for e in options):
        return ""
    return next((each.reason for each in options if each.reason), "")


def _is_weighed(judgement: Judgement, spoken: frozenset[str]) -> bool:
    facts = {name for each in judgement.contradictions for name in each.names}
    return judgement.only_asks_to_check and not facts.isdisjoint(spoken) and facts <= spoken


def _of_another_class(judged: Sequence[Judgement]) -> str:
    """Why figures of a dose are those of another class of organ function, strength or grade."""
    graded = [each for each in judged if each.statement.kind in GRADED_KINDS]
    against = [
        next((v.reason for v in each.contradictions if v.dimension in GRADED), "")
        for each in graded
    ]
    return against[0] if against and all(against) else ""


def _of_another_use(text: str, judged: Sequence[Judgement]) -> str:
    """Why a dose is that of another tumour or setting, where the sentence does not name it."""
    doses = [each for each in judged if each.statement.kind in DOSE_KINDS]
    against = [
        next((v for v in each.contradictions if v.dimension in USES and v.reason), None)
        for each in doses
    ]
    said = frozenset(words(text))
    unnamed = (
        verdict and not said & (frozenset(words(verdict.needs or verdict.reason)) - _OF_REASONS)
        for verdict in against
    )
    first = next(iter(against), None)
    return first.reason if first and all(unnamed) else ""


def _of_nobody_special(text: str, judged: Sequence[Judgement], view: View) -> str:
    """Why a usual dose is not the patient's: the run found another one for how an organ of theirs
    works or for what they take, and the sentence neither cites it nor says that it is the usual."""
    doses = [each for each in judged if each.statement.kind in DOSE_KINDS]
    if not doses or len(doses) < len(judged) or _USUAL.search(text):
        return ""
    if any(map(_circumstances, judged)):
        return ""
    drugs = {drug for each in doses for drug in each.statement.drugs}
    for other in all_judgements(view):
        same = other.statement.kind in DOSE_KINDS and drugs & frozenset(other.statement.drugs)
        if same and not other.contradictions and (found := _circumstances(other)):
            return f"another dose was found for this patient ({found})"
    return ""


def _circumstances(judgement: Judgement) -> str:
    """The dimensions in which a rule is for just the patient's circumstance."""
    agreed = [v.dimension for v in judgement.verdicts if v.outcome == "ok"]
    return ", ".join(dict.fromkeys(each for each in agreed if each in CIRCUMSTANCES))
