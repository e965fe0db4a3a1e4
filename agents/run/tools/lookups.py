"""What the program itself knows, as tools: the patient's facts, formulas, and names. Pure.

None of it is a source: it cannot be cited. A value of a formula may be repeated in its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from agents.calculators import (
    FORMULAS,
    CannotCalculate,
    Formula,
    Input,
    calculate,
    formula_named,
    inputs_missing,
    problems_of,
)
from agents.calculators.registry import read_input
from agents.checking.calculations import calculated_values, calculation_sentence
from agents.cores import Parameter, ToolCard
from agents.facts.sheet import Fact
from agents.facts.value_words import describe
from agents.run.tools.known_names import name_lines
from agents.turns import (
    CALCULATE,
    LOOK_UP_NAME,
    PATIENT_FACTS,
    Action,
    Arguments,
    CalculatedValue,
    Observation,
    View,
)

TO_REPEAT = "To say it in the answer, write this line as it stands, without a key: "
SUPPOSED = "Supposed, not this patient's; not for the answer: "

CARDS = (
    ToolCard(
        name=CALCULATE,
        title="Calculator",
        use_when="A formula's value is needed: clearance, AUC dose, surface, QTc, Child-Pugh.",
        parameters=(
            Parameter(name="formula", type="string", description="Which.", choices=tuple(FORMULAS)),
            Parameter(
                name="inputs",
                type="string",
                description="Only to suppose other values than the patient's: 'weight 70 kg; ...'.",
                required=False,
            ),
        ),
    ),
    ToolCard(
        name=PATIENT_FACTS,
        title="Facts of the patient",
        use_when="Who said which fact, when and in which words, or which facts contradict.",
    ),
    ToolCard(
        name=LOOK_UP_NAME,
        title="Names",
        use_when="Other names, class and status of a gene, a variant or a drug. No evidence.",
        parameters=(Parameter(name="name", type="string", description=""),),
    ),
)
"""The cards of these tools."""


_ALSO_CALLED = {
    "auc": "target AUC",
    "gfr": "creatinine clearance",
    "crcl": "creatinine clearance",
    "clcr": "creatinine clearance",
}
"""What a model calls an input, beside its name. Calvert's formula is for the filtration rate."""


def look_up(action: Action, view: View) -> Observation:
    """The observation of one of these tools."""
    told = LOOKUPS[action.tool](action.arguments, view)
    return Observation(
        call_id=action.call_id, tool=action.tool, outcome="data" if told else "empty",
        detail=told or _NOTHING[action.tool],
    )  # fmt: skip


def _calculate_for_patient(arguments: Arguments, view: View) -> str:
    formula = formula_named(str(arguments["formula"]))
    try:
        if supposed := str(arguments.get("inputs", "")).strip():
            return SUPPOSED + calculation_sentence(_calculate_supposed(formula, supposed))
    except CannotCalculate as problem:
        return str(problem)
    facts = view.sheet.facts
    for value in calculated_values(facts):
        if value.formula == formula.name:
            return TO_REPEAT + calculation_sentence(value)
    values = [fact.value for fact in facts if not fact.rule]
    if missing := inputs_missing(formula, values):
        return f"{formula.name} cannot be calculated: nobody stated {', '.join(missing)}."
    return " ".join(each for each in problems_of(values) if formula.name in each)


def _calculate_supposed(formula: Formula, written: str) -> CalculatedValue:
    """The value from inputs that somebody only supposes."""
    done = calculate(formula, list(_inputs(formula, written)))
    return CalculatedValue(
        name=done.result,
        value=done.value,
        unit=done.unit,
        formula=done.formula,
        inputs=tuple((given.name, given.text) for given in done.inputs),
    )


def _inputs(formula: Formula, written: str) -> Iterator[Input]:
    rules = {rule.name: rule for rule in formula.inputs}
    names = sorted(rules, key=len, reverse=True)
    called = {each.lower(): each for each in names}
    called |= {short: long for short, long in _ALSO_CALLED.items() if long in rules}
    for part in written.replace(",", ";").split(";"):
        words = part.strip()
        name = next((each for each in called if words.lower().startswith(each)), "")
        if name:
            rule = rules[called[name]]
            given = read_input(rule.name, words[len(name) :].strip(" =:"))
            # A number without a unit is in the only one that it can have: "target AUC 5".
            only = rule.units[0].name if len(rule.units) == 1 else given.unit
            yield given if given.unit or given.number is None else replace(given, unit=only)
        elif words:
            raise CannotCalculate(f"{formula.name} takes {', '.join(names)}; not “{words}”.")


def _facts(arguments: Arguments, view: View) -> str:
    sheet = view.sheet
    lines = [_fact_line(fact, view.question.asker) for fact in sheet.facts]
    lines += [f"Contradiction: {each.sentence}" for each in sheet.contradictions]
    lines += [f"Changed: {each}" for each in sheet.changed]
    return "\n".join(lines)


def _fact_line(fact: Fact, asker: str) -> str:
    told = describe(fact.value)
    if fact.rule:
        return f"- {told}: by the program ({fact.rule}) from {', '.join(fact.inputs)}"
    by = "the asker" if fact.said_by == asker else f"a colleague ({fact.said_by or 'unknown'})"
    day = f", {fact.said_at[:10]}" if fact.said_at else ""
    return f"- {told}: “{fact.text}”, said by {by} in the {fact.place}{day}"


def _names(arguments: Arguments, view: View) -> str:
    return "\n".join(name_lines(str(arguments["name"])))


LOOKUPS: Mapping[str, Callable[[Arguments, View], str]] = {
    CALCULATE: _calculate_for_patient,
    PATIENT_FACTS: _facts,
    LOOK_UP_NAME: _names,
}
_NOTHING = {
    CALCULATE: "No value follows from the facts of this thread.",
    PATIENT_FACTS: "Nobody has stated a fact of a patient in this thread.",
    LOOK_UP_NAME: "The tables of genes, variants and drugs have no such name.",
}
