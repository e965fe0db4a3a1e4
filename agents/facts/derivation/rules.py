"""What follows from the facts that were said, by rules with names. A said fact always wins.

:data:`RULES` is the whole table: adding a rule is adding a row. A rule reads the facts known so
far, derived ones included, and gives values with the facts that they rest on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from agents.calculators import FORMULAS, calculate_from
from agents.facts.derivation.allergies import NOT_TOLERATED, intolerant_by_allergy
from agents.facts.derivation.defining_markers import DEFINING
from agents.facts.derivation.lone_genes import ALONE
from agents.facts.derivation.measured_values import (
    FEBRILE,
    RULE,
    classify_clearance,
    febrile_neutropenia,
    grades_of_values,
    liver_of_bilirubin,
)
from agents.facts.derivation.sexes import (
    is_breast_cancer,
    male_breast_cancer,
    sex_of_male_breast_cancer,
    sex_of_menopause_and_pregnancy,
)
from agents.facts.derivation.stages import (
    NODES_FREE,
    PLATINUM,
    STAGE_III,
    Derived,
    chemotherapy_of_chemoradiotherapy,
    early_by_stage,
    metastatic,
    node_negative_melanoma,
    platinum_of_chemoradiotherapy,
)
from agents.facts.derivation.uses_of_drugs import use_of_drug_had
from agents.facts.marker_states import her2_by_score, implied_states
from agents.facts.relations import relation
from agents.facts.sheet import Contradiction, Fact
from agents.facts.value_words import describe
from agents.facts.values.intervals import RULES_OF_TIME
from agents.facts.values.receptors import breast_cancer, pdl1_negative, tmb_high
from names.clinical.values import (
    HAD,
    ClinicalValue,
    Line,
    Marker,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.tables.drugs import OF_EXPOSURE, strategies
from names.tables.treatment.drug_classes import wider_classes


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: the name that a reader sees, and what it gives."""

    name: str
    derive: Callable[[Sequence[Fact]], Iterable[Derived]]
    shown: bool = False
    """Whether people are shown what it gives. The others only repeat what was said."""


def derive(
    said: Sequence[Fact], *, of_several: bool = False
) -> tuple[tuple[Fact, ...], tuple[Contradiction, ...]]:
    """The facts that follow from the said ones, and where they contradict what was said.

    Of facts *of several* patients nothing is calculated: the age may be of one, the weight of
    the other."""
    derived: list[Fact] = []
    contradictions: dict[frozenset[str], Contradiction] = {}
    for rule in RULES:
        if of_several and rule.name in FORMULAS:
            continue
        for value, inputs in rule.derive([*said, *derived]):
            fact = _derived_fact(rule, value, inputs)
            against = _first_contrary(fact, said)
            if against is not None and against not in inputs:
                between = frozenset({against.text, *fact.inputs})
                contradictions.setdefault(between, _contradiction(against, fact))
            elif against is None and not _is_known(value, [*said, *derived]):
                derived.append(fact)
    return tuple(derived), tuple(contradictions.values())


def _derived_fact(rule: Rule, value: ClinicalValue, inputs: tuple[Fact, ...]) -> Fact:
    newest = max(inputs, key=lambda fact: fact.said_at)
    return Fact(
        value=value,
        text=describe(value),
        start=newest.start,
        end=newest.end,
        place=newest.place,
        said_by=newest.said_by,
        said_at=newest.said_at,
        rule=rule.name,
        inputs=tuple(dict.fromkeys(fact.text for fact in inputs)),
    )


def _first_contrary(derived: Fact, said: Sequence[Fact]) -> Fact | None:
    return next((fact for fact in said if relation(fact.value, derived.value) == "contrary"), None)


def _is_known(value: ClinicalValue, known: Sequence[Fact]) -> bool:
    if isinstance(value, Tumour | Setting):
        return any(
            isinstance(fact.value, Tumour | Setting) and fact.value.name == value.name
            for fact in known
        )
    if isinstance(value, Toxicity) and value.grade_from is not None:
        # "Neutropenia, ANC 0.4": an event said without a grade has that of the count.
        known = [fact for fact in known if getattr(fact.value, "grade_from", None)]
    if isinstance(value, Therapy) and value.outcome == "intolerant":
        # What was had, and is now known not to be tolerated.
        known = [fact for fact in known if getattr(fact.value, "outcome", "") != "given"]
    return any(relation(fact.value, value) != "apart" for fact in known)


def _contradiction(said: Fact, derived: Fact) -> Contradiction:
    sentence = (
        f"{describe(said.value)} was said (“{said.text}”), but {derived.rule} gives "
        f"{describe(derived.value)} (from “{', '.join(derived.inputs)}”); I take what was said."
    )
    return Contradiction(newer=said, sentence=sentence)


def _markers(facts: Sequence[Fact], name: str) -> Iterator[tuple[Fact, Marker]]:
    for fact in facts:
        if isinstance(fact.value, Marker) and fact.value.name == name:
            yield fact, fact.value


def _settling_fact(facts: Sequence[Fact], name: str) -> Fact | None:
    """The fact that says whether a receptor is positive, if one does."""
    return next(
        (fact for fact, marker in _markers(facts, name) if _is_settled(marker, "positive")), None
    )


def _is_settled(marker: Marker, state: str) -> bool:
    return implied_states(marker).get(state) in ("present", "absent")


def _is_positive(fact: Fact) -> bool:
    return isinstance(fact.value, Marker) and implied_states(fact.value)["positive"] == "present"


def _her2_from_score(facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact, marker in _markers(facts, "HER2"):
        for state, polarity in her2_by_score(marker).items():
            yield Marker(name="HER2", state=state, polarity=polarity), (fact,)


def _her2_from_equivocal_score(facts: Sequence[Fact]) -> Iterator[Derived]:
    equivocal = next(
        (
            fact
            for fact, marker in _markers(facts, "HER2")
            if marker.unit == "IHC" and marker.value == 2
        ),
        None,
    )
    test = next((fact for fact, marker in _markers(facts, "HER2") if _is_ish(marker)), None)
    if equivocal is None or test is None or not isinstance(test.value, Marker):
        return
    state = "positive" if test.value.polarity == "present" else "low"
    shown = Marker(name="HER2", state=state)
    for other, polarity in implied_states(shown).items():
        yield Marker(name="HER2", state=other, polarity=polarity), (equivocal, test)


def _is_ish(marker: Marker) -> bool:
    """Whether a marker holds the result of in situ hybridisation, or of the amplification that it
    shows."""
    named = marker.unit.upper() in ("ISH", "FISH") or marker.state in ("amplification", "amplified")
    return named or (marker.state == "positive" and marker.polarity == "absent" and not marker.unit)


def _her2_from_state(facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact, marker in _markers(facts, "HER2"):
        if not her2_by_score(marker) and marker.polarity == "present":
            for state, polarity in implied_states(marker).items():
                yield Marker(name="HER2", state=state, polarity=polarity), (fact,)


def _receptors_of_triple_negative(facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact in facts:
        if isinstance(fact.value, Tumour) and fact.value.name == "triple-negative breast cancer":
            for receptor in ("HR", "HER2"):
                yield Marker(name=receptor, state="positive", polarity="absent"), (fact,)


def _hr_from_er_and_pr(facts: Sequence[Fact]) -> Iterator[Derived]:
    settled = [fact for name in ("ER", "PR") if (fact := _settling_fact(facts, name)) is not None]
    if positive := [fact for fact in settled if _is_positive(fact)]:
        yield Marker(name="HR", state="positive"), tuple(positive)
    elif len(settled) == 2:
        yield Marker(name="HR", state="positive", polarity="absent"), tuple(settled)


def _er_and_pr_from_hr(facts: Sequence[Fact]) -> Iterator[Derived]:
    fact = _settling_fact(facts, "HR")
    if fact is not None and not _is_positive(fact):
        for receptor in ("ER", "PR"):
            yield Marker(name=receptor, state="positive", polarity="absent"), (fact,)


def _er_from_hr(facts: Sequence[Fact]) -> Iterator[Derived]:
    """Of tumours that are HR-positive few are ER-negative and PR-positive."""
    fact = _settling_fact(facts, "HR")
    said = any(_is_settled(marker, "positive") for _, marker in _markers(facts, "ER"))
    if fact is not None and _is_positive(fact) and not said and _settling_fact(facts, "PR") is None:
        yield Marker(name="ER", state="positive"), (fact,)


def _triple_negative(facts: Sequence[Fact]) -> Iterator[Derived]:
    breast = next((fact for fact in facts if is_breast_cancer(fact)), None)
    receptors = [_settling_fact(facts, name) for name in ("HR", "HER2")]
    negative = [fact for fact in receptors if fact is not None and not _is_positive(fact)]
    if breast is not None and len(negative) == 2:
        yield Tumour(name="triple-negative breast cancer"), (breast, *negative)


def _classes_had(facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact in facts:
        therapy = fact.value
        if not isinstance(therapy, Therapy) or therapy.outcome not in HAD:
            continue
        if fact.rule == NOT_TOLERATED:
            continue
        for name in dict.fromkeys(each for drug in therapy.drugs for each in strategies_of(drug)):
            yield replace(therapy, drugs=(), classes=(name,)), (fact,)


def _wider_classes_had(facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact in facts:
        therapy = fact.value
        if isinstance(therapy, Therapy) and therapy.outcome in HAD and not therapy.drugs:
            for wide in dict.fromkeys(
                each for name in therapy.classes for each in wider_classes(name)
            ):
                yield replace(therapy, classes=(wide,)), (fact,)


def strategies_of(drug: str) -> tuple[str, ...]:
    """The classes that a drug belongs to, as the tables name them ("CDK4/6 inhibition"); not how it
    acts on other drugs."""
    names = strategies().get(drug.lower(), ())
    return tuple(name for name in names if not name.startswith(OF_EXPOSURE))


def _next_line(facts: Sequence[Fact]) -> Iterator[Derived]:
    """The line that is asked about, after the last one that was progressed on."""
    numbered = [
        (fact.value.line, fact)
        for fact in facts
        if isinstance(fact.value, Therapy) and fact.value.line
        if fact.value.outcome in ("progressed", "intolerant")
    ]
    if numbered:
        line, fact = max(numbered, key=lambda each: each[0])
        yield Line(first=line + 1, last=line + 1), (fact,)


def _line_going_on(facts: Sequence[Fact]) -> Iterator[Derived]:
    """The line of a treatment that goes on: what is for later lines comes too early."""
    had = [(fact.value, fact) for fact in facts if isinstance(fact.value, Therapy)]
    is_told = any(isinstance(fact.value, Line) for fact in facts)
    if is_told or any(each.outcome in ("progressed", "intolerant") for each, _ in had):
        return
    going_on = [(each.line, fact) for each, fact in had if each.outcome == "current" and each.line]
    if going_on:
        line, fact = max(going_on, key=lambda each: each[0])
        yield Line(first=line, last=line), (fact,)


def _by_formula(name: str) -> Callable[[Sequence[Fact]], Iterator[Derived]]:
    """What a formula of :mod:`agents.calculators` gives, if the facts hold all its inputs."""

    def derived(facts: Sequence[Fact]) -> Iterator[Derived]:
        for calculation in calculate_from([fact.value for fact in facts]):
            sources = [each.source for each in calculation.inputs]
            inputs = tuple(fact for fact in facts if fact.value in sources)
            if calculation.formula == name and inputs:
                yield calculation.clinical_value, inputs

    return derived


IHC = "HER2-low is IHC 1+ or IHC 2+/ISH-"
"""As the FDA label of trastuzumab deruxtecan words it (section 1)."""
RULES: tuple[Rule, ...] = (
    Rule("the label of the drug had is for this alone", use_of_drug_had, shown=True),
    Rule(IHC, _her2_from_score, shown=True),
    Rule(IHC, _her2_from_equivocal_score, shown=True),
    Rule("a HER2 status rules out the others", _her2_from_state),
    Rule("triple-negative means HR-negative and HER2-negative", _receptors_of_triple_negative),
    Rule("HR is ER or PR", _hr_from_er_and_pr),
    Rule("HR-negative is ER-negative and PR-negative", _er_and_pr_from_hr),
    Rule("HR-positive is taken as ER-positive unless ER is said", _er_from_hr),
    Rule("hormone receptors and HER2 together are of breast cancer", breast_cancer, shown=True),
    Rule("HR-negative and HER2-negative is triple-negative", _triple_negative),
    Rule("stage IV or distant spread is metastatic", metastatic),
    Rule(STAGE_III, early_by_stage, shown=True),
    Rule(NODES_FREE, node_negative_melanoma, shown=True),
    Rule("TMB-high is 10 mut/Mb or more", tmb_high, shown=True),
    Rule("a PD-L1 score of 0 is negative", pdl1_negative),
    *(Rule(name, derive, shown=True) for name, derive in DEFINING),
    Rule("male breast cancer is of a man", sex_of_male_breast_cancer),
    Rule("breast cancer of a man is male breast cancer", male_breast_cancer),
    Rule("menopause and pregnancy are of a woman", sex_of_menopause_and_pregnancy),
    Rule(NOT_TOLERATED, intolerant_by_allergy),
    Rule("a drug belongs to its class", _classes_had),
    Rule("a class of drugs belongs to a wider one", _wider_classes_had),
    Rule("chemoradiotherapy holds chemotherapy", chemotherapy_of_chemoradiotherapy),
    Rule(PLATINUM, platinum_of_chemoradiotherapy, shown=True),
    Rule("the line after the last one", _next_line),
    Rule("the line of the treatment that goes on", _line_going_on),
    *(Rule(name, _by_formula(name), shown=True) for name in FORMULAS),
    Rule("class of creatinine clearance in labels", classify_clearance, shown=True),
    Rule("a raised bilirubin is of the liver", liver_of_bilirubin),
    Rule(RULE, grades_of_values, shown=True),
    Rule(FEBRILE, febrile_neutropenia, shown=True),
)
SHOWN_RULES = frozenset(rule.name for rule in RULES if rule.shown) | RULES_OF_TIME | {ALONE}
