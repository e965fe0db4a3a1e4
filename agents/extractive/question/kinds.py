"""The kinds of question, and which kinds of statement answer each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from agents.extractive.question.requests.amounts import asks_for_amount
from agents.extractive.question.requests.aspects import asks_duration, kind_of_aspects
from agents.wording.missing_sources import Joins
from names.clinical.comparison import without_example_trials
from names.clinical.treatment.fitness import without_unfit_words
from names.entities import Entities, EntityKind
from names.patterns.filtered import FilteredPattern, any_of
from names.recognise import recognise
from names.tables import effects_on_others
from names.tables.alleles import METABOLISM
from names.tables.other_drugs import cancer_drugs, other_drugs
from retrieval.statements.model import StatementKind

QuestionKind = str
"""A table of ``kinds.toml``."""


@dataclass(frozen=True, slots=True)
class KindOfQuestion:
    """One kind of question: the words that ask it, the statements that answer it, the silos to
    search."""

    name: QuestionKind
    asked_by: FilteredPattern
    asked_in_case_by: FilteredPattern
    """Words that ask this kind only if the patient has a drug and a finding."""
    outright: FilteredPattern
    """Words that decide the kind, whatever else is said or named."""
    answered_by: frozenset[StatementKind]
    """Empty: a statement of any kind may answer."""
    asks_for: str
    """What a gap says is missing: "the dose"."""
    joins: Joins
    """How a name joins that: "the dose of olaparib"."""
    words: str
    """Words that are added to a query to ask for this kind."""
    first: tuple[str, ...]
    """Roles of silos to search first, best first."""
    then: tuple[str, ...]
    """Roles of silos to widen to when evidence is thin."""


@cache
def kinds() -> dict[QuestionKind, KindOfQuestion]:
    """Every kind by its name, in the order in which they are tried; ``general`` is last."""
    table = tomllib.loads(
        (files("agents.extractive.question") / "kinds.toml").read_text(encoding="utf-8")
    )
    return {name: kind_from(name, row) for name, row in table.items()}


_UNTESTED = re.compile(
    r"(?i)\b(?:unknown|untested|not (?:yet )?(?:known|tested|done|available)|pending|no result)\b"
)


def answering_kinds(kind: QuestionKind, message: str = "") -> frozenset[StatementKind]:
    """The kinds of statement that answer a kind of question. Empty for a request for an ability. On
    a gene that was not tested, that it is tested before the drug answers, too."""
    untested = kind == "pharmacogenomics" and _UNTESTED.search(message) is not None
    more: frozenset[StatementKind] = frozenset(("monitoring",) if untested else ())
    return kinds()[kind].answered_by | more if kind in kinds() else frozenset()


def kind_from(name: QuestionKind, row: Mapping[str, Any]) -> KindOfQuestion:
    """A kind of question from its table in ``kinds.toml``, with its patterns compiled."""
    return KindOfQuestion(
        name,
        asked_by=any_of([*row["asked_by"], *row.get("outright", ())]),
        asked_in_case_by=any_of(row.get("asked_in_case_by", ())),
        outright=any_of(row.get("outright", ())),
        answered_by=frozenset(row["answered_by"]),
        asks_for=row["asks_for"],
        joins=row["asks_for_joins"],
        words=row["words"],
        first=tuple(row["first"]),
        then=tuple(row["then"]),
    )


MOST_ASKING = 2
"""Most words of a phrase that only asks for a kind. Chosen by hand: a longer match contains words
of the question's own."""


def asking_words(text: str, kind: QuestionKind) -> str:
    """The words of a text that ask for a kind of question ("clinical significance", "adverse
    events"). They are not topics that an answer has to repeat."""
    if kind not in kinds():
        return ""
    found = (match.group() for match in kinds()[kind].asked_by.finditer(text))
    return " ".join(each for each in found if len(each.split()) <= MOST_ASKING)


PLACEHOLDER = "Name"
BESIDE_EFFECTS = frozenset(
    ("dose", "interaction", "eligibility", "rate", "monitoring", "contraindication")
)
"""Kinds that can be asked about a named effect. Otherwise the question is what to do about the
effect."""
BESIDE_TRIALS = frozenset(("eligibility", "dose", "adverse"))
"""Kinds that can be asked about a named trial. Otherwise the question is on its result."""
OF_GENES = ("function", "gene")
"""Kinds of question on a gene itself, the more exact one first."""
TRIALS: tuple[EntityKind, ...] = ("trial", "registration", "pmid")
TIMED = frozenset(("therapy", "general", "definition"))
"""Kinds that become a question on a dose if they ask "how long"."""
EFFECTS = frozenset(("adverse", "monitoring", "contraindication"))
"""Kinds that ask what a drug may do to a patient."""
OF_ONE_DRUG = frozenset(("dose", "mechanism", "definition", "rate")) | EFFECTS
"""Kinds of question that are answered for each drug alone: a list of drugs is several questions,
and a remark on a further drug asks nothing."""
IMPAIRMENT = frozenset({"renal impairment", "hepatic impairment"})
REPRODUCTION = frozenset({"pregnancy", "breastfeeding"})
TESTED = re.compile(r"\b(?:trials?|stud(?:y|ies)|criteria|inclusion|exclusion|enrol\w*)\b", re.I)
EXPOSURE = re.compile(r"^(?:CYP\w+|P-gp|UGT1A1) (?:inhibition|induction)$|^(?:Proton pump|QT )")
LINE = re.compile(r"\b[1-4]L\b")
"""A line of treatment in short. An impaired organ beside it does not make the question one on the
dose."""
COMPARING = re.compile(r"\b(?:vs\.?|versus|or|compar\w+|better|which)\b", re.IGNORECASE)
MEASURED = re.compile(r"^[A-Z]{2,5}$|(?i:survival|\brate|ratio)")
"""Outcomes as trials name them ("RFS", "overall survival"). A case does not use these words."""


def named_evidence(found: Entities, text: str) -> QuestionKind | None:
    """The kind of question that the named things suggest; None if they suggest none."""
    # A tumour that came back after a treatment is a case, though "recurrence" is an outcome, too.
    is_case = found.of("tumour") and found.of("drug", "drug_class", "setting")
    measured = any(MEASURED.search(each.text) for each in found.of("outcome"))
    if found.of(*TRIALS) or (found.of("outcome") and (measured or not is_case)):
        return "trial_result"
    if found.of("drug") and found.names("condition") & IMPAIRMENT:
        return "therapy" if found.of("tumour") and LINE.search(text) else "dose"
    if found.of("variant", "status", "setting", "drug_class") or len(found.of("drug")) > 1:
        return "therapy"
    if found.of("tumour") and not found.of("gene", "drug"):
        return "therapy"
    if found.of("drug", "unknown_drug"):
        if found.names("condition") & REPRODUCTION:
            return "adverse"
        return "therapy" if found.of("gene", "tumour", "condition") else "general"
    if found.of("gene"):
        return "therapy" if found.of("tumour") else "gene"
    return None


def speaks_of_metabolism(found: Entities) -> bool:
    """Whether the text names a metaboliser group, a star allele, or a gene of drug metabolism."""
    stars = any(name.startswith("*") for name in found.names("variant"))
    return bool(found.of("phenotype")) or stars or any(map(METABOLISM.match, found.names("gene")))


def kind_of_question(text: str, found: Entities) -> QuestionKind:
    """The kind of a question, by its words and by what it names. What somebody "cannot have" asks
    for no contraindication."""
    text = without_unfit_words(text)
    found = without_example_trials(found, text)
    if outright := next((n for n, kind in kinds().items() if kind.outright.search(text)), ""):
        return outright
    if (made := kind_of_aspects(text)) and not found.of(*TRIALS):
        return made
    if asks_for_amount(text, found):
        return "dose"
    words = words_outside_names(text, found)
    matched = [name for name, kind in kinds().items() if kind.asked_by.search(words)]
    kind = kind_of_matches(matched, text, found)
    if kind in TIMED and found.of("drug") and asks_duration(text) and not found.of(*TRIALS):
        return "dose"
    return kind


def kind_of_matches(matched: list[QuestionKind], text: str, found: Entities) -> QuestionKind:
    """The kind of question among those whose words occur (``matched``), decided by the names in
    it."""
    if changes_exposure(found) and not matched_apart(matched) and not COMPARING.search(text):
        return "interaction"
    if speaks_of_metabolism(found) and not found.of("condition"):
        others = found.of("drug", "drug_class", "phenotype")
        about_gene = next((name for name in OF_GENES if name in matched and not others), "")
        return about_gene or "pharmacogenomics"
    of_rate = "monitoring" not in matched and asks_rate_of_effect(text, found)
    if of_rate or (names_effect(text, found) and not (BESIDE_EFFECTS & set(matched))):
        return "rate" if of_rate else "adverse"
    if found.of("trial", "registration", "pmid") and (
        "trial_result" in matched or found.of("outcome") or not BESIDE_TRIALS & set(matched)
    ):
        return "trial_result"
    if (
        "eligibility" in matched
        and found.of("drug", "drug_class")
        and not asks_for_trials(text, found)
    ):
        return "therapy"
    if len(found.of("drug", "drug_class")) > 1 and "interaction" in matched:
        return "interaction"
    if matched:
        return choose(matched, found)
    if only_names_drugs(found):
        is_choice = COMPARING.search(text) or _is_on_sequence(text, found)
        return "therapy" if is_choice else "interaction"
    return named_evidence(found, text) or "general"


_BEHIND_TREATMENT = re.compile(r"(?i)\b(?:after|following|post|behind)\b")
_TIME_BETWEEN = re.compile(
    r"(?i)\b(?:how (?:long|soon|many (?:weeks|months|days))|weeks?|months?|days?|wait\w{0,3}"
    r"|interval|washout|wash-out) (?:\w{1,8} ){0,3}(?:after|following|post)\b"
)
"""Words that ask for the time between two treatments: "how soon after trastuzumab"."""


def _is_on_sequence(text: str, found: Entities) -> bool:
    """Whether a text names cancer drugs alone, one given after another ("neratinib after adjuvant
    trastuzumab"): it asks for whom that is, not what they do to each other."""
    alone = all(map(treats, found.names("drug")))
    return alone and bool(_BEHIND_TREATMENT.search(text)) and not _TIME_BETWEEN.search(text)


def names_effect(text: str, found: Entities) -> bool:
    """Whether a text names an effect. The site of a tumour ("cutaneous lymphoma") is not an
    effect."""
    tumours = found.of("tumour")
    return any(
        not any(text[each.end : tumour.start] == " " for tumour in tumours)
        for each in found.of("effect")
    )


_RATE_BEHIND = re.compile(r"(?i)\s{1,2}(?:rates?|incidences?|frequenc(?:y|ies)|percentages?)\b")
_RATE_BEFORE = re.compile(
    r"(?i)\b(?:rates?|percentages?) (?:and (?:grades?|severity) )?(?:of|for) (?:[\w-]{1,12} ){0,4}$"
    r"|\bhow (?:often|frequent|common)(?:ly)?"
    r" (?:(?:is|are|was|were|did|does?|there|any|it|they|patients|people|we|see|have|get|cause"
    r"|severe|grade|\d(?:[-/]\d)?) ){0,5}$"
    r"|\bhow many (?:(?:patients|people|of them|had|have|g[eo]t|developed|severe|grade"
    r"|\d(?:[-/]\d)?) ){1,5}$"
)
_RATE_REACH = 90
"""Characters before an effect in which its rate is asked for; the longest wording has 81."""


def asks_rate_of_effect(text: str, found: Entities) -> bool:
    """Whether a text asks how often an effect that it names is seen: "neutropenia rates", "the rate
    of grade 3 diarrhoea", "how often anaemia?"."""
    return any(
        _RATE_BEHIND.match(text, each.end)
        or _RATE_BEFORE.search(text, max(0, each.start - _RATE_REACH), each.start)
        for each in found.of("effect")
    )


def only_names_drugs(found: Entities) -> bool:
    """Whether a text names several drugs, and nothing by which one of them could be chosen."""
    drugs = found.of("drug", "unknown_drug")
    return len(drugs) > 1 and not found.of("gene", "tumour", "status", "outcome", "trial")


AMOUNT = re.compile(
    r"(?i),? ?\(?\d{1,5}(?:[.,]\d{1,3})? ?(?:mg|g|µg|mcg|ug|IU|units?|E)\b"
    r"(?: ?/ ?(?:d|day|24 ?h)\b| (?:once |twice )?(?:daily|weekly|nightly|a day)\b"
    r"| (?:bd|bid|tid|tds|qid|od|qd|qhs|prn|po|iv)\b){0,3}\)?"
)
"""The amount of a drug that a patient takes, behind its name: "10 mg", "1 g bid", "(75 mcg
daily)"."""


def words_outside_names(text: str, found: Entities) -> str:
    """The text with a placeholder for each name, so that "drug" in "antibody-drug conjugate" does
    not ask for treatment. The amount of a drug taken beside ("prednisone 10 mg") is part of its
    name, so that it does not ask for a dose."""
    told, end = [], 0
    for mention in found.of("drug", "drug_class", "unknown_drug", "gene", "tumour", "trial"):
        if mention.start >= end:
            told += [text[end : mention.start], PLACEHOLDER]
            amount = AMOUNT.match(text, mention.end) if mention.name in other_drugs() else None
            end = amount.end() if amount else mention.end
    return "".join((*told, text[end:]))


def without_amounts(text: str) -> str:
    """The text without the amounts of drugs taken beside the treatment."""
    told, end = [], 0
    for mention in recognise(text).of("drug"):
        amount = AMOUNT.match(text, mention.end) if mention.name in other_drugs() else None
        if amount and mention.start >= end:
            told += [text[end : mention.end]]
            end = amount.end()
    return "".join((*told, text[end:]))


def changes_exposure(found: Entities) -> bool:
    """Whether a text names a drug together with a drug or class that changes the exposure to
    others."""
    drugs = found.names("drug", "unknown_drug")
    classes = [c for c in found.names("drug_class") if EXPOSURE.search(c)]
    changing = {drug for drug in drugs if drug in effects_on_others() and not treats(drug)}
    return bool(drugs and classes) or bool(changing and drugs - changing)


def treats(drug: str) -> bool:
    """Whether a drug is a cancer drug itself, so that it may be named as treatment."""
    return drug in cancer_drugs()


def matched_apart(matched: Sequence[str]) -> bool:
    """Whether the words ask for something other than what two drugs do to each other."""
    return bool({"trial_result", "eligibility", "mechanism"} & set(matched))


def asks_for_trials(text: str, found: Entities) -> bool:
    return bool(found.of("trial", "registration") or TESTED.search(text))


def choose(matched: list[QuestionKind], found: Entities) -> QuestionKind:
    """The first kind among those whose words occur, unless the names in the question speak against
    it."""
    remaining = [name for name in matched if name != "definition"] or matched
    if remaining == ["definition"] and found.of("gene"):
        family = any(len(gene.names) > 1 for gene in found.of("gene"))
        return "definition" if family or found.of("tumour", "drug", "status") else "gene"
    if not found.of("drug", "drug_class", "unknown_drug"):
        # Without a drug, "with" and "risk" mostly mean something else.
        of_drugs = {"interaction", "adverse", "contraindication"}
        others = [name for name in remaining if name not in of_drugs]
        # In a question on a disease, "risk" asks how often an event comes.
        of_disease = ["rate"] if found.of("tumour", "gene", "variant") else remaining
        remaining = others or of_disease
    if remaining[0] == "trial_result" and "therapy" in remaining and not found.of("trial"):
        return "therapy"
    about_gene = (name for name in OF_GENES if name in remaining and found.of("gene"))
    return next(about_gene, remaining[0])
