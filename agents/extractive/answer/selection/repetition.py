"""Finds statements that repeat what another statement already says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from agents.extractive.answer.selection.suitability import is_on_gene
from agents.extractive.answer.trials import trials_shown
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.evidence.rows_of_records import ALIKE_OF_RECORD, tells_same_row
from agents.extractive.question.requests.halves import halves_of
from agents.extractive.question.topics import stems
from agents.matching.marker_rules import is_on_positive
from agents.matching.ordering import place_by_prior, place_by_setting
from agents.matching.patient.therapies import options_of, regimen_words
from agents.matching.patient.tumours import ANY_SOLID
from agents.matching.scoring import ROLE_ORDER
from agents.matching.sub_question import SubQuestion
from agents.turns import ExcludedOption
from names.clinical.treatment.agents import find_agents
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

_SOURCE = re.compile(r"(?<!\s)\s*+\([^()]*\)\s*+(?=[.;]?\s*$)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ALIKE = 0.7
"""Share of equal words from which a statement without a new number is a repetition. Chosen by hand:
labels of one class give the same warning with one or two other words in a short sentence."""


def says_again(new: CitedStatement, old: CitedStatement) -> bool:
    """Whether a new statement repeats an old one: it has no new number and few new words. Two dose
    adjustments in one label are never repetitions, because they are for different circumstances."""
    kinds = {new.judgement.statement.kind, old.judgement.statement.kind}
    if kinds == {"adjustment"} and new.citations[0].ref == old.citations[0].ref:
        return False
    told, known = _SOURCE.sub("", new.words), _SOURCE.sub("", old.words)
    words = stems(told)
    shared = len(words & stems(known)) / (len(words) or 1)
    least = ALIKE_OF_RECORD if tells_same_row(new, old) else _ALIKE
    return set(_NUMBER.findall(told)) <= set(_NUMBER.findall(known)) and shared >= least


def told_once(kept: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The statements without those whose words stand within another one of the same document, which
    takes their place: what it says besides may be a limit."""
    found: list[CitedStatement] = []
    for each in kept:
        wider = next((other for other in kept if _holds_words(other, each)), each)
        if wider not in found:
            found.append(wider)
    return found


def _holds_words(other: CitedStatement, found: CitedStatement) -> bool:
    same = other.citations[0].ref == found.citations[0].ref
    return same and len(other.words) > len(found.words) and found.words in other.words


def one_result_each(worthy: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The statements, the second and later results of one regimen in an altered gene of the patient
    last: the first result of another regimen tells more."""
    told: Counter[frozenset[str]] = Counter()
    places: dict[int, int] = {}
    for each in worthy:
        own = frozenset(each.drugs)
        if each.judgement.statement.kind == "result" and is_on_gene(each) and own:
            places[id(each)] = told[own]
            told[own] += 1
    return sorted(worthy, key=lambda each: places.get(id(each), 0))


def is_for_any_tumour(found: CitedStatement) -> bool:
    return found.judgement.statement.applies.tumours == (ANY_SOLID,)


def is_on_own_tumour(found: CitedStatement) -> bool:
    """Whether a statement names the patient's tumour, and not only every solid tumour."""
    judgement = found.judgement
    agreed = any(v.dimension == "tumour" and v.outcome == "ok" for v in judgement.verdicts)
    return agreed and ANY_SOLID not in judgement.statement.applies.tumours


def says_more(other: CitedStatement, found: CitedStatement) -> bool:
    """Whether another option says the same more precisely. It names the partner drug where this one
    names the class ("plus an aromatase inhibitor"). Or it names a tumour where this one is for
    every solid tumour with the same marker."""
    told, wide = other.judgement.statement, found.judgement.statement
    head = recognise_passage(found.words.partition(" is indicated")[0])
    further = set(told.drugs) - set(wide.drugs)
    of_class = any(set(drug_classes(each)) & head.names("drug_class") for each in further)
    # One that waits for a treatment nobody has told is for another patient: not the same.
    as_free = set(other.judgement.missing) <= set(found.judgement.missing)
    same_drug = told.drugs[:1] == wide.drugs[:1] and set(told.drugs) > set(wide.drugs)
    if of_class and same_drug and as_free:
        return True
    names = {marker.name for rule in wide.applies.requires for marker in rule.any_of}
    same = names & {marker.name for rule in told.applies.requires for marker in rule.any_of}
    own_tumour = told.applies.tumours not in ((), (ANY_SOLID,))
    return is_for_any_tumour(found) and bool(same) and as_free and own_tumour


def best_per_regimen(worthy: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The best statement for each indicated regimen. A statement is left out if another says the
    same more precisely, or if another names its regimens and more; not what is said of one of
    several drugs compared. Statements for the time after a treatment that the patient has had, and
    those for just the patient's setting, come before general ones, and labels before reports."""
    best: dict[frozenset[str], CitedStatement] = {}
    by_place = sorted(
        worthy,
        key=lambda e: (
            place_by_setting(e.judgement),
            place_by_prior(e.judgement),
            e.role != "label",
        ),
    )
    for each in sorted(by_place, key=is_for_any_tumour):
        if _is_indicated(each):
            best.setdefault(frozenset(each.drugs), each)
    found = list(best.values())
    compared = asked.drugs if asked.compared else frozenset()

    def is_said(each: CitedStatement, other: CitedStatement) -> bool:
        other_drug = other.drugs[:1] != each.drugs[:1] and compared.intersection(each.drugs[:1])
        return _holds_regimens(other, each) or (not other_drug and says_more(other, each))

    return [each for each in found if not any(is_said(each, other) for other in found)]


def is_regimen_asked(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an option is just the regimen that the question names. Its words may name the class
    of a drug: "pembrolizumab plus pemetrexed plus platinum chemotherapy" is the regimen with
    carboplatin."""
    own = frozenset(found.drugs)
    if len(own) < 2 or not own <= asked.drugs:
        return False
    left = asked.drugs - own
    worded = {name for agent in find_agents(found.words) for name in agent.classes} if left else {}
    return all(drug_classes(drug).intersection(worded) for drug in left)


def without_parts_asked(
    found: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """The statements without approvals of a part of the regimen that the question names, if the
    regimen itself is an option: "pembrolizumab + pemetrexed?" does not ask for one alone."""
    joined = asked.is_choice and len(asked.drugs) > 1 and not halves_of(asked.text)
    whole = joined and any(_is_indicated(e) and is_regimen_asked(e, asked) for e in found)

    def is_part(each: CitedStatement) -> bool:
        own = frozenset(each.drugs)
        return _is_indicated(each) and own < asked.drugs and not classes_beside(each)

    return [e for e in found if not whole or is_regimen_asked(e, asked) or not is_part(e)]


def is_part_of_regimen(found: CitedStatement, others: Sequence[CitedStatement]) -> bool:
    """Whether an option is one drug, while another option combines it, or a drug of its class, with
    other drugs for the same markers. The drug alone is then for patients who cannot have the
    regimen, and comes after it. A drug that is indicated alone for just the patient's line is an
    option of its own."""
    own = frozenset(found.drugs)
    if len(own) != 1 or not _is_indicated(found) or classes_beside(found) or _is_of_line(found):
        return False
    classes = drug_classes(found.drugs[0])
    return any(
        (own < frozenset(each.drugs) and _markers(each) == _markers(found))
        or (classes & classes_beside(each) and _markers(found) <= _markers(each))
        for each in others
        if _is_indicated(each)
    )


def _is_of_line(found: CitedStatement) -> bool:
    """Whether an option is for one line of treatment, and the patient is in it, or may be."""
    line = found.judgement.statement.applies.line
    told = (
        v.outcome == "ok" or v.missing for v in found.judgement.verdicts if v.dimension == "line"
    )
    return line is not None and line.first == line.last and any(told)


TARGET = "HER2"
"""A receptor against which a drug is given wherever it is present (ASCO 2022: endocrine therapy
alone is for highly selected patients)."""


def passes_over_target(found: CitedStatement, others: Sequence[CitedStatement]) -> bool:
    """Whether an option says nothing of the target that the patient has, while another is against
    it: fulvestrant for HR-positive disease that is HER2-positive, too."""
    return not _is_on_target(found) and any(map(_is_on_target, others))


def _is_on_target(found: CitedStatement) -> bool:
    met = (each for each in found.judgement.verdicts if each.kind == "marker met")
    return any(is_on_positive(each, TARGET) for each in met)


def in_order(regimens: Sequence[CitedStatement]) -> list[CitedStatement]:
    """Options in the order in which they are kept. Options for an altered gene of the patient come
    first. Last, and so cut first, are drugs that are part of another option and options that need
    an earlier treatment which nobody has told."""
    return sorted(
        regimens,
        key=lambda each: (
            not is_on_gene(each),
            passes_over_target(each, regimens),
            place_by_setting(each.judgement),
            is_part_of_regimen(each, regimens),
            place_by_prior(each.judgement),
        ),
    )


_ON_TRIALS = frozenset(("result", "design"))


def in_line_first(found: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The statements, with reports on other trials last if one is on a trial in just the line of
    treatment that the patient is in."""

    def is_elsewhere(each: CitedStatement) -> bool:
        on_line = any((v.dimension, v.outcome) == ("line", "ok") for v in each.judgement.verdicts)
        return each.judgement.statement.kind in _ON_TRIALS and not on_line

    on_trials = [e for e in found if e.judgement.statement.kind in _ON_TRIALS]
    if all(map(is_elsewhere, on_trials)):
        return list(found)
    return sorted(found, key=is_elsewhere)


_BESIDE = re.compile(r"(?i)\b(?:plus|with|and) (?:an? |the )?$")


def classes_beside(found: CitedStatement) -> frozenset[str]:
    """The classes of drugs that an option is given with. "Palbociclib plus an aromatase inhibitor"
    names one drug, but palbociclib is not given alone."""
    words = found.words
    mentions = recognise_passage(words).of("drug_class")
    beside = (m for m in mentions if _BESIDE.search(words, max(0, m.start - 12), m.start))
    return frozenset(name for mention in beside for name in mention.names)


def _markers(found: CitedStatement) -> frozenset[str]:
    rules = found.judgement.statement.applies.requires
    return frozenset(marker.name for rule in rules for marker in rule.any_of)


def _is_indicated(found: CitedStatement) -> bool:
    return found.judgement.statement.kind == "indication" and bool(found.drugs)


def _holds_regimens(other: CitedStatement, found: CitedStatement) -> bool:
    """Whether another option names all regimens of this one and more, for the same line, setting
    and earlier treatment: "plus prednisone or prednisolone"."""
    wide, narrow = other.judgement.statement, found.judgement.statement
    same_place = (wide.applies.line, set(wide.applies.settings), wide.applies.prior_required) == (
        narrow.applies.line,
        set(narrow.applies.settings),
        narrow.applies.prior_required,
    )
    told, own = (frozenset(map(frozenset, options_of(each))) for each in (wide, narrow))
    return same_place and own < told


def without_repeated_regimens(
    worthy: Sequence[CitedStatement], options: Sequence[CitedStatement]
) -> list[CitedStatement]:
    """The statements without the indications whose regimen is not among the ``options``. Those were
    left out because another statement says the same more precisely."""
    kept = {frozenset(each.drugs) for each in options}
    return [e for e in worthy if not _is_indicated(e) or frozenset(e.drugs) in kept]


def within_words(
    options: Sequence[CitedStatement], worthy: Sequence[CitedStatement], most: int
) -> list[CitedStatement]:
    """The options in at most ``most`` words if that is possible. The longest options are replaced
    by shorter indications of the same regimen that depend on no further missing fact."""
    found = list(options)
    for each in sorted(options, key=_length, reverse=True):
        if sum(map(_length, found)) <= most:
            break
        shorter = [other for other in worthy if _is_shorter_form(other, each)]
        if shorter:
            found[found.index(each)] = shorter[0]
    return found


def _length(found: CitedStatement) -> int:
    return len(found.words.split())


def _is_shorter_form(other: CitedStatement, found: CitedStatement) -> bool:
    told, own = other.judgement, found.judgement
    same = set(options_of(told.statement)) == set(options_of(own.statement))
    open_facts = set(told.missing) <= set(own.missing)
    # A former approval does not replace a label that holds now.
    as_good = ROLE_ORDER.get(other.role, 0.0) >= ROLE_ORDER.get(found.role, 0.0)
    as_good = as_good and place_by_setting(told) <= place_by_setting(own)
    shorter = _is_indicated(other) and _length(other) < _length(found)
    return shorter and same and open_facts and as_good


def in_setting(
    worthy: Sequence[CitedStatement], regimens: Sequence[CitedStatement]
) -> list[CitedStatement]:
    """The options for just the patient's setting, with the best result of one in it."""
    exact = [each for each in regimens if place_by_setting(each.judgement) == 0]
    results = [
        each
        for each in worthy
        if each.judgement.statement.kind == "result"
        and place_by_setting(each.judgement) == 0
        and any(set(option.drugs) <= set(each.drugs) for option in exact)
    ]
    return [*exact[:1], *results[:1]]


def one_for_each(worthy: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The best statement for each drug that is compared, each trial (if several are named), and
    each gene and variant in the question."""
    found = []
    for drug in sorted(asked.drugs) if asked.compared else ():
        found += [each for each in worthy if drug in each.drugs][:1]
    for name in sorted(asked.trials) if len(asked.trials) > 1 else ():
        own = [each for each in worthy if name in trials_shown([each])]
        alone = [each for each in own if trials_shown([each]) & asked.trials == {name}]
        found += (alone or own)[:1]
    for name in sorted(asked.genes | asked.variants):
        found += [each for each in worthy if name in _names_inside(each)][:1]
    return found


def _names_inside(found: CitedStatement) -> frozenset[str]:
    return recognise_passage(found.words).names("gene", "variant")


def regimens_out(shown: Sequence[CitedStatement]) -> Iterator[ExcludedOption]:
    """The regimens that are not for this patient, of statements shown that offer others, too."""
    for each in shown:
        for verdict in each.judgement.verdicts:
            if verdict.regimen:
                option = regimen_words(verdict.regimen)
                to_check = verdict.kind == "safety not stated"
                yield ExcludedOption(
                    option=option, reason=verdict.reason, keys=each.keys, is_to_check=to_check
                )
