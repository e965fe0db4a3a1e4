"""The circumstances that a question on a drug is about: organs, interactions, adverse events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agents.extractive.question.kinds import EFFECTS, QuestionKind, kinds, treats
from agents.extractive.question.requests.aspects import aspects_asked
from agents.extractive.question.splitting.findings import is_minor
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe_all
from agents.matching.safety.safety_facts import CO_MEDICATION, safety_facts_of
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.asked_circumstances import topic_of
from names.clinical.fever import (
    MEASURED_FEBRILE_NEUTROPENIA,
    is_febrile_neutropenia,
    is_fever,
    is_severe_neutropenia,
)
from names.clinical.grades import grade_of, is_unremarkable
from names.clinical.organs.bilirubin import BILIRUBIN
from names.clinical.readers import read_clinical
from names.clinical.toxicities import nameless_grades
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Measurement,
    Organ,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
)
from names.entities import Entities
from names.recognise import recognise
from names.tables.treatment.safety import is_normal_value
from names.tables.ward.measures import measure_names

CIRCUMSTANCES = (OrganFunction, Exposure, Phenotype, Toxicity)
"""Kinds of value that a question on a drug can be about."""
SPLIT = frozenset(("dose", "interaction")) | EFFECTS
"""Kinds of question that become several questions if they name several circumstances."""

MOST_FACTS = 3
"""Facts of the patient for which the labels of the options are searched. Chosen by hand."""


NOT_ON_CIRCUMSTANCES = frozenset(
    ("therapy", "eligibility", "trial_result", "definition", "function", "gene", "general", "rate")
)
"""Kinds of question that need no statement on the circumstance that they name."""
ORGANS: Mapping[str, Organ] = {"renal impairment": "renal", "hepatic impairment": "hepatic"}


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """What is known beside the values of a question."""

    sheet: FactSheet
    text: str
    """The words of the question."""
    beside: str = ""
    """The words of the later questions of the message."""


def circumstances_of(
    named: Entities, values: Sequence[ClinicalValue], kind: str, told: QuestionContext
) -> tuple[ClinicalValue, ...]:
    """The circumstances that a question on a drug is about. An organ that is named without its
    function ("if bilirubin is raised") also counts."""
    if kind in NOT_ON_CIRCUMSTANCES:
        return ()
    found: list[ClinicalValue] = [
        v for v in values if isinstance(v, CIRCUMSTANCES) and not is_of_chemistry(v)
    ]
    if kind == "dose":
        # Every rule is compared with a normal value, but no rule has to speak of it.
        found = [v for v in found if not _is_normal(v)]
    found += [event for v in values if (event := grade_of(v)) is not None]
    found += nameless_grades(told.text)
    found += _values_of_liver(told)
    if not any(isinstance(v, OrganFunction | Toxicity) for v in found):
        conditions = named.names("condition")
        found += [
            OrganFunction(organ=organ) for name, organ in ORGANS.items() if name in conditions
        ]
    if kind == "pharmacogenomics" and not any(isinstance(v, Phenotype) for v in found):
        found += told.sheet.of(Phenotype)
    if kind in EFFECTS or kind == "protocol":
        found += [v for v in values if isinstance(v, Condition) and v.polarity == "present"]
    found += [v for v in values if isinstance(v, Population) and v.pregnancy]
    if kind == "adverse" and not (found or aspects_asked(told.text)):
        # Beside the name of a drug alone, a value is what is asked about.
        found += [v for v in values if isinstance(v, Measurement) and v.name in measure_names()]
    measured = kind in EFFECTS and any(isinstance(v, Measurement) for v in values)
    if (kind == "dose" or measured) and not found and not aspects_asked(told.text):
        found += circumstances_of_case(told)
    return tuple(dict.fromkeys(_with_febrile_neutropenia(found, told.sheet)))


def _values_of_liver(told: QuestionContext) -> list[OrganFunction]:
    """The values of the liver that follow from a number of the question ("bilirubin 4.8 mg/dL"),
    which tells no grade by itself."""
    return [
        fact.value
        for fact in told.sheet.facts
        if isinstance(fact.value, OrganFunction) and fact.value.measure == BILIRUBIN
        if fact.inputs and all(words in told.text for words in fact.inputs)
    ]


def _with_febrile_neutropenia(
    found: Sequence[ClinicalValue], sheet: FactSheet
) -> Sequence[ClinicalValue]:
    """The circumstances, with fever and few neutrophils joined to one event, febrile neutropenia.
    The question may name one of the two and the case the other."""
    either = any(is_fever(v) or is_severe_neutropenia(v) for v in found)
    if not either or not is_febrile_neutropenia([*found, *sheet.of(Toxicity)]):
        return found
    rest = [v for v in found if not is_fever(v) and not is_severe_neutropenia(v)]
    return [*rest, MEASURED_FEBRILE_NEUTROPENIA]


def is_of_chemistry(value: ClinicalValue) -> bool:
    """Whether a value is one of the blood's chemistry. The value is compared with the limits of
    statements. The question itself is on the event that the value amounts to ("hypokalaemia"), if
    there is one."""
    return isinstance(value, OrganFunction) and value.organ == "chemistry"


def _is_normal(value: ClinicalValue) -> bool:
    return isinstance(value, OrganFunction) and is_normal_value(
        value.measure, value.unit, value.low, value.high
    )


def interacting_drugs(about: Sequence[ClinicalValue]) -> frozenset[str]:
    """The drugs in these values that change the exposure to other drugs."""
    return frozenset(name for v in about if isinstance(v, Exposure) for name in v.drugs)


def circumstances_in(text: str, kind: str) -> tuple[ClinicalValue, ...]:
    """The circumstances that a text alone tells, read as a question of this kind."""
    values = tuple(each.value for each in read_clinical(text))
    return circumstances_of(recognise(text), values, kind, QuestionContext(FactSheet(), text))


def kind_of_finding(text: str) -> QuestionKind:
    """The kind of question by which a value or an event that a text tells is weighed: the dose for
    the kidneys and the liver. Empty if it tells none."""
    told = [v for v in circumstances_in(text, "adverse") if not is_unremarkable(v)]
    if any(isinstance(v, OrganFunction) and v.organ in ORGANS.values() for v in told):
        return "dose"
    return "adverse" if any(isinstance(v, OrganFunction | Toxicity) for v in told) else ""


def circumstances_of_case(told: QuestionContext) -> list[ClinicalValue]:
    """The facts of the patient that a dose has to weigh: impaired organs, severe adverse events,
    also as the grade that a measured value is ("ALT 6x ULN"), and drugs that change the exposure.
    Other drugs of the treatment are left out. So are facts that another question of the message is
    on."""
    elsewhere = [
        fact.value
        for fact in told.sheet.facts
        if any(words in told.beside for words in (fact.inputs or (fact.text,)))
    ]
    values = [each.value for each in safety_facts_of(told.sheet)]
    found = [v for v in values if isinstance(v, OrganFunction | Toxicity)]
    found += [event for v in found if (event := grade_of(v)) is not None]
    found = [v for v in found if not is_of_chemistry(v)]
    exposures = [v for v in told.sheet.of(Exposure) if not (v.drugs and all(map(treats, v.drugs)))]
    return [value for value in (*found, *exposures) if value not in elsewhere]


def split_by_circumstance(asked: SubQuestion) -> list[SubQuestion]:
    """One question for each organ and each adverse event that a question on a drug is about, and
    one for interacting drugs. No single statement is on all of them."""
    if asked.kind not in SPLIT:
        return [asked]
    exposures = tuple(v for v in asked.about if isinstance(v, Exposure))
    findings: dict[str, list[ClinicalValue]] = {}
    for value in asked.about:
        if isinstance(value, OrganFunction | Toxicity):
            key = str(topic_of(value, asked.about))
            findings.setdefault(key, []).append(value)
    of_case = _names_drug(asked) and not _names_changer(exposures, asked.text)
    if exposures and not findings and asked.kind == "dose" and of_case:
        # Only the case names the other drug: the question is on the dose and on the interaction.
        return [replace(asked, answered_by=asked.answered_by | {"interaction"})]
    if exposures and not findings:
        return [_of_kind(asked, "interaction", asked.about)]
    if len(findings) + bool(exposures) < 2:
        return [asked]
    apart = {id(value) for each in findings.values() for value in each}
    rest = tuple(v for v in asked.about if id(v) not in apart and v not in exposures)
    kind = "dose" if asked.kind == "interaction" else asked.kind
    parts = [
        replace(_of_kind(asked, kind, (*rest, *values)), focus=told_circumstances(values))
        for values in findings.values()
    ]
    if not exposures:
        return parts
    with_others = replace(
        _of_kind(asked, "interaction", exposures), focus=_drugs_or_effects(exposures)
    )
    return [*parts, with_others]


def _drugs_or_effects(exposures: Sequence[Exposure]) -> str:
    """The drugs taken beside, or what is told of their classes if none is named."""
    named = dict.fromkeys(drug for each in exposures for drug in each.drugs)
    return " and ".join(named) or told_circumstances(exposures)


def _names_changer(exposures: Sequence[Exposure], text: str) -> bool:
    """Whether the words of the question itself name a drug or class that changes the exposure."""
    own = [each.value for each in read_clinical(text)]
    return any(value in own for value in exposures)


def _names_drug(asked: SubQuestion) -> bool:
    return bool(asked.drugs & recognise(asked.text).names("drug"))


def without_mild_values(asked: SubQuestion) -> SubQuestion | None:
    """A question on a dose without the facts that hardly matter ("platelets 92", "hypertension"):
    where no source speaks of them, the dose may be told behind that. None without such."""
    rest = tuple(value for value in asked.about if not is_minor(value))
    wanted = asked.kind == "dose" and asked.drugs and rest != asked.about
    return replace(asked, about=rest) if wanted else None


def _of_kind(
    asked: SubQuestion, kind: QuestionKind, about: tuple[ClinicalValue, ...]
) -> SubQuestion:
    return replace(asked, kind=kind, answered_by=kinds()[kind].answered_by, about=about)


def follow_up_parts(parts: Sequence[SubQuestion], sheet: FactSheet) -> tuple[SubQuestion, ...]:
    """Parts on the options of a choice: one on the drugs that the patient takes beside, one on
    impaired organs, and one for each safety fact. Empty if no part is a choice."""
    choice = next((part for part in parts if part.is_choice), None)
    if choice is None:
        return ()
    found = []
    past = {d for t in sheet.of(Therapy) if t.outcome != "current" for d in t.drugs}
    exposures = tuple(v for v in sheet.of(Exposure) if not (v.drugs and set(v.drugs) <= past))
    if exposures:
        found.append(_on_options("interaction", exposures))
    organs = [v for v in sheet.of(OrganFunction) if not is_of_chemistry(v)]
    impaired = tuple(v for v in organs if v.grade != "normal")
    if impaired:
        found.append(_on_options("dose", impaired))
    return (*found, *_on_safety(sheet))


def _on_safety(sheet: FactSheet) -> list[SubQuestion]:
    """Parts that ask what limits an option, one for each safety fact of the patient."""
    facts = {each.name: each.value for each in safety_facts_of(sheet) if each.name != CO_MEDICATION}
    return [
        _on_options("adverse", (value if isinstance(value, Population) else Condition(name=name),))
        for name, value in list(facts.items())[:MOST_FACTS]
    ]


def told_circumstances(values: Sequence[ClinicalValue]) -> str:
    """Circumstances in words, each once."""
    return " and ".join(describe_all(values))


def _on_options(kind: QuestionKind, about: tuple[ClinicalValue, ...]) -> SubQuestion:
    text = f"{kind} with {told_circumstances(about)}"
    return SubQuestion(text=text, kind=kind, answered_by=kinds()[kind].answered_by, about=about)
