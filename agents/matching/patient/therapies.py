"""Earlier treatments: what a statement requires of them, and whether an option was had before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.facts.values.relapse_times import came_back_soon
from agents.matching.dimensions import ReasonKind
from agents.matching.patient.tumours import EARLY, join_with_or
from agents.matching.verdicts import Verdict, differs
from names.clinical.values import HAD, UNKNOWN_REGIMEN, Therapy
from names.tables.other_drugs import other_drugs
from names.tables.treatment.class_sequences import (
    OF_ONE_MECHANISM,
    follows_itself,
    repeated_mechanism,
)
from names.tables.treatment.drug_classes import (
    class_in_sentence,
    continued_drugs,
    drug_classes,
    wider_classes,
)
from retrieval.statements.model import Statement, StatementKind

OPTIONS: frozenset[StatementKind] = frozenset(("indication", "recommendation"))
"""Kinds of statement that name what may be given."""
OFFERING: frozenset[StatementKind] = OPTIONS | {"result"}
"""Kinds of statement that speak for giving a drug."""
NO_THERAPY = Therapy(outcome="not given")
"""An untreated patient: no treatment was had."""
_ADVANCED = ("metastatic", "advanced")
FAILED = {"progressed": "progressed on", "intolerant": "did not tolerate"}
"""Outcomes of a treatment that failed, in words. Others were only had."""


def judge_prior(statement: Statement, had: Sequence[Therapy]) -> list[Verdict]:
    """The verdicts on the earlier treatments that a statement requires or excludes."""
    applies = statement.applies
    found = [_judge_required(rule, had) for rule in applies.prior_required]
    if applies.prior_any_of:
        found.append(_any_required(applies.prior_any_of, had))
    before = [each for each in had if not _goes_on(statement, each, had)]
    return found + [_not_had(rule, before) for rule in applies.prior_excluded]


def _goes_on(statement: Statement, each: Therapy, had: Sequence[Therapy]) -> bool:
    """Whether the patient gets a treatment now together with a drug of the statement. Then this
    treatment was not before that drug."""
    if each.outcome != "current":
        return False
    now = [t.drugs for t in had if t.outcome == "current" and set(t.drugs) & set(statement.drugs)]
    if each.drugs:
        return each.drugs in now
    classes = {name for drugs in now for drug in drugs for name in drug_classes(drug)}
    return set(each.classes) <= classes


def _judge_required(rule: Therapy, had: Sequence[Therapy]) -> Verdict:
    told = therapy_words(rule)
    fitting = [each for each in had if each.outcome in HAD and matches(rule, each)]
    if rule.outcome == "progressed" and fitting and all(map(_is_over_without_failing, fitting)):
        here = therapy_words(fitting[-1])
        needs = f"needs progression on {told}"
        return differs("prior therapy", needs, f"{here} ended without it")
    if fitting:
        return _in_setting(rule, fitting, told)
    never = [each for each in had if each.outcome == "not given"]
    against = [each for each in never if _is_none_at_all(each) or matches(rule, each)]
    if rule.setting in EARLY:
        against = [each for each in against if each.setting not in _ADVANCED]
    if against:
        # "No chemotherapy for metastatic disease" leaves open what was had before.
        only = all(each.setting in _ADVANCED for each in against)
        had_not = f"none for {against[0].setting} disease" if only else "none was had"
        return Verdict("prior therapy", "contradicts", reason=f"is for after {told}; {had_not}")
    return Verdict("prior therapy", "silent", missing=f"prior {told}")


def _is_none_at_all(never: Therapy) -> bool:
    """Whether no treatment of any kind was had."""
    return not never.drugs and not never.classes


def _in_setting(rule: Therapy, fitting: Sequence[Therapy], told: str) -> Verdict:
    """The verdict for an earlier treatment in the setting that a rule asks for. A line of advanced
    disease does not meet a rule on adjuvant treatment, nor the other way round. If the treatment
    was in just that setting, the reason names the setting, because the statement then fits this
    patient exactly."""
    placed = rule.setting in _ADVANCED or rule.months_free is not None
    if placed and all(each.setting in EARLY for each in fitting):
        return _after_early(rule, fitting, told)
    if rule.setting not in EARLY:
        return Verdict("prior therapy", "ok")
    early = any(each.setting in EARLY for each in fitting)
    anywhere = rule.months_free is None  # a time of relapse is told of treatment around surgery
    if early or (anywhere and any(not e.setting and e.line is None for e in fitting)):
        return Verdict("prior therapy", "ok", reason=rule.setting if early else "")
    return Verdict("prior therapy", "silent", missing=f"prior {rule.setting} {told}")


FOR_METASTATIC = " for metastatic disease"
"""Ends the name of a treatment that was had, while nobody told how soon the disease came back."""


def _after_early(rule: Therapy, fitting: Sequence[Therapy], told: str) -> Verdict:
    """The verdict for a treatment of early disease where a rule asks for one of metastatic disease,
    or for a relapse within its months. A relapse that soon without such months is left open."""
    failed = any(each.outcome == "progressed" for each in fitting)
    times = [each.months_free for each in fitting if each.months_free is not None]
    if (limit := rule.months_free) is not None and (failed or any(t <= limit for t in times)):
        return Verdict("prior therapy", "ok")
    told = f"{told}{FOR_METASTATIC}"
    if failed or not times or any(map(came_back_soon, fitting)):
        return Verdict("prior therapy", "silent", missing=f"prior {told}")
    here = f"{fitting[-1].setting}, back after {max(times):g} months"
    return differs("prior therapy", f"is for after {told}", here)


def _is_over_without_failing(had: Therapy) -> bool:
    """Whether a treatment of advanced disease was completed and the disease came back later, as in
    a platinum-sensitive relapse."""
    return had.outcome == "completed" and not had.setting


def _any_required(rules: Sequence[Therapy], had: Sequence[Therapy]) -> Verdict:
    judged = [_judge_required(rule, had) for rule in rules]
    for outcome in ("ok", "silent", "contradicts"):
        if found := next((each for each in judged if each.outcome == outcome), None):
            told = join_with_or([therapy_words(rule) for rule in rules])
            return replace(found, missing=f"prior {told}" if outcome == "silent" else "")
    return Verdict("prior therapy", "silent")


def _not_had(rule: Therapy, had: Sequence[Therapy]) -> Verdict:
    late_only = rule.setting in _ADVANCED
    counted = [each for each in had if not (late_only and each.setting in EARLY)]
    if any(matches(rule, each) for each in counted if each.outcome in HAD):
        told = therapy_words(rule)
        return Verdict("prior therapy", "contradicts", reason=f"not after {told}; had before")
    return Verdict("prior therapy", "silent")


def matches(rule: Therapy, had: Therapy) -> bool:
    """Whether an earlier treatment is the drug, or of the class, that a rule names."""
    if not rule.drugs and not rule.classes:
        return had.outcome != "not given"
    drugs = set(had.drugs)
    classes = {*had.classes, *(name for drug in drugs for name in drug_classes(drug))}
    # An aromatase inhibitor is endocrine therapy, whether the drug is named or its class.
    classes |= {wide for name in had.classes for wide in wider_classes(name)}
    return bool(set(rule.drugs) & drugs or set(rule.classes) & classes)


def judge_had_before(statement: Statement, had: Sequence[Therapy]) -> Verdict:
    """A verdict against an option with a drug on which the patient progressed, unless the statement
    speaks of that. Another drug of the same class may be an option: the missing source is named.
    This also holds for statements that tell who is given a drug ("the label gives it to
    BRCA-mutated disease")."""
    tells = statement.kind in OFFERING or _tells_who_is_given(statement)
    if not tells or not statement.drugs or _is_on_event(statement):
        return Verdict("had before", "silent")
    caution = _unknown_regimen(had)
    rules = (*statement.applies.prior_required, *statement.applies.prior_any_of)
    options = options_of(statement)
    for each in treatments_counted(had):
        reasons = [why_not_again(option, each, rules) for option in options]
        if all(reasons):
            if statement.kind not in OFFERING:
                continue
            again = tuple(drug for drug in options[0] if drug in each.drugs)
            kind: ReasonKind = "treatment failed" if each.outcome in FAILED else ""
            return Verdict("had before", "contradicts", reasons[0], kind=kind, names=again)
        cautions = [class_caution(option, each, rules) for option in options]
        if all(repeated or near for repeated, near in zip(reasons, cautions, strict=True)):
            caution = caution or next(filter(None, cautions), "")
    if caution:
        return Verdict("had before", "silent", missing=caution)
    return Verdict("had before", "ok" if had else "silent")


def _is_on_event(statement: Statement) -> bool:
    """Whether a statement tells what to do about an adverse event of its drugs. That offers no
    drug: an event may outlast the treatment that has failed."""
    return statement.kind == "recommendation" and bool(statement.applies.toxicities)


def why_not_again(option: Sequence[str], had: Therapy, rules: Sequence[Therapy]) -> str:
    """Why an option repeats an earlier treatment. Empty if it does not, or if the statement speaks
    of that and the treatment was tolerated."""
    goes_on = had.outcome != "intolerant" and _speaks_of_repeat(option, had, rules)
    return "" if goes_on else _repeats(option, had)


def _unknown_regimen(had: Sequence[Therapy]) -> str:
    """The caution for a treatment that is named only by its trial: every option may have been part
    of it. Empty if there is none."""
    named = (name for each in had if each.outcome in HAD for name in each.classes)
    trial = next((name for name in named if name.endswith(UNKNOWN_REGIMEN)), "")
    return f"the drugs of the {trial.removesuffix(UNKNOWN_REGIMEN)} regimen" if trial else ""


def _tells_who_is_given(statement: Statement) -> bool:
    """Whether a statement tells of an approval that was not withdrawn."""
    return statement.kind == "status" and statement.currency != "withdrawn"


def treatments_counted(had: Sequence[Therapy]) -> list[Therapy]:
    """The treatments that another one may repeat: none of early disease that was completed."""
    told = map(_as_failed, _told_by_drugs(had))
    return [each for each in told if each.outcome in HAD and not _in_early_disease(each)]


def _told_by_drugs(had: Sequence[Therapy]) -> list[Therapy]:
    """The treatments, without classes that only follow from a named drug."""
    named = [each for each in had if each.drugs]
    return [
        each
        for each in had
        if each.drugs or not any(each.outcome == t.outcome and _is_member(t, each) for t in named)
    ]


def _is_member(drugs: Therapy, of: Therapy) -> bool:
    classes = {name for drug in drugs.drugs for name in drug_classes(drug)}
    return bool(of.classes) and set(of.classes) <= classes


def _speaks_of_repeat(option: Sequence[str], had: Therapy, rules: Sequence[Therapy]) -> bool:
    """Whether a statement asks for the repeated drugs of an earlier treatment, and so speaks of
    giving them again with another lead drug. If it only asks for a class ("after endocrine
    therapy"), this counts for drugs that a table lists as continued after progression."""
    same = [drug for drug in option if drug in had.drugs]
    return bool(same) and option[0] not in had.drugs and all(_is_asked(d, rules) for d in same)


def _is_asked(drug: str, rules: Sequence[Therapy]) -> bool:
    if any(drug in rule.drugs for rule in rules):
        return True
    by_class = [rule for rule in rules if rule.classes and matches(rule, Therapy(drugs=(drug,)))]
    return bool(by_class) and drug in continued_drugs()


def options_of(statement: Statement) -> tuple[tuple[str, ...], ...]:
    """The regimens that a statement offers, each with its lead drug first."""
    return statement.regimens or (statement.drugs,)


def option_words(statement: Statement) -> str:
    """The drugs or regimens that a statement offers, each with its lead drug first, joined by
    *or*."""
    return " or ".join(map(regimen_words, options_of(statement)))


def regimen_words(drugs: Sequence[str]) -> str:
    """``atezolizumab with bevacizumab``"""
    return drugs[0] if len(drugs) == 1 else f"{drugs[0]} with {' and '.join(drugs[1:])}"


def _as_failed(had: Therapy) -> Therapy:
    """The treatment, as one that was progressed on if the disease came back soon after it."""
    return replace(had, outcome="progressed") if came_back_soon(had) else had


def _in_early_disease(had: Therapy) -> bool:
    return had.setting in EARLY and had.outcome in {"completed", "given"}


def _repeats(option: Sequence[str], had: Therapy) -> str:
    """Why an option repeats an earlier treatment; empty when it does not."""
    same = [drug for drug in option if drug in had.drugs]
    if had.outcome == "current" and same:
        return ""
    told = FAILED.get(had.outcome, "has had")
    if had.months_free is not None and had.outcome == "progressed":
        told = f"came back within {had.months_free:g} months of"
    lead = option[0] in had.drugs or (had.outcome == "given" and any(map(is_targeted, same)))
    if same and (had.outcome in FAILED or lead or len(same) == len(option)):
        return f"{told} {' with '.join(same)}"
    return ""


def is_targeted(drug: str) -> bool:
    """Whether a drug is a targeted part of a regimen. Chemotherapy and endocrine partners are often
    given again with another lead drug; targeted drugs are not, unless a table says so."""
    classes = drug_classes(drug)
    partner = not classes or classes & {"Chemotherapy", "Endocrine therapy"}
    return not partner and drug not in continued_drugs() | other_drugs()


def class_caution(option: Sequence[str], had: Therapy, rules: Sequence[Therapy]) -> str:
    """The caution that an option is of a class that has failed. Empty if it is not, or if the
    statement asks for an earlier treatment of that class. If it asks only for the endocrine drug of
    a regimen, it does not speak of the CDK4/6 inhibitor given with it. A partner that is given
    again says nothing of the others: abemaciclib with fulvestrant, after ribociclib with it."""
    if had.outcome not in {"progressed", "given"} or option[0] in had.drugs:
        return ""
    option = [drug for drug in option if drug not in had.drugs]
    parts = [Therapy(drugs=(drug,)) for drug in had.drugs]
    parts += [Therapy(classes=(name,)) for name in had.classes]
    for part in parts:
        classes = {*part.classes, *(name for drug in part.drugs for name in drug_classes(drug))}
        own = {n for n in _classes_of(_alike(option, part)) if not follows_itself(n)}
        again_in = own | (_chemotherapies(option) if _is_failed_class(part, had) else set())
        again_in |= repeated_mechanism(option, classes) & _classes_of(option)
        asked = [r for r in rules if (r.drugs or r.classes) and matches(r, part)]
        if asked:
            again_in &= OF_ONE_MECHANISM if all(map(_asks_broadly, asked)) else frozenset()
        if shared := sorted(again_in & classes):
            before = join_with_or(part.drugs or part.classes)
            again = next(drug for drug in option if shared[0] in drug_classes(drug))
            return f"a source on {again} after {before} ({shared[0]} both)"
    return ""


def _alike(option: Sequence[str], had: Therapy) -> list[str]:
    """The drugs of an option that are antibodies if the earlier drug was one, and none otherwise:
    an antibody has another mechanism than a kinase inhibitor of the same target."""
    of_antibody = {drug.endswith("mab") for drug in had.drugs}
    return [drug for drug in option if not of_antibody or drug.endswith("mab") in of_antibody]


def _classes_of(option: Sequence[str]) -> set[str]:
    return {name for drug in option for name in drug_classes(drug)}


def _asks_broadly(rule: Therapy) -> bool:
    """Whether a statement asks for endocrine therapy of any kind."""
    return not rule.drugs and set(rule.classes) == {"Endocrine therapy"}


def _is_failed_class(part: Therapy, had: Therapy) -> bool:
    """Whether only the class of a failed treatment was named ("progressed on platinum chemo"). Then
    any drug of the class may have failed."""
    return had.outcome == "progressed" and not part.drugs


def _chemotherapies(option: Sequence[str]) -> set[str]:
    """The kinds of chemotherapy in an option, such as platinum or a taxane."""
    names = {name for drug in option for name in drug_classes(drug)}
    return {name for name in names if "Chemotherapy" in wider_classes(name)}


def therapy_words(therapy: Therapy) -> str:
    """``capecitabine or a taxane``; ``treatment`` when none is named."""
    names = [*therapy.drugs, *map(class_in_sentence, therapy.classes)]
    return join_with_or(names) if names else "treatment"
