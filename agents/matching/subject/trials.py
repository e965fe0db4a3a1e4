"""What is asked of a named trial: an outcome, a time, a cohort. A result on another outcome, time
or cohort is no answer. Who was in the trial is asked whoever the patient is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agents.facts.sheet import FactSheet
from agents.matching.dimensions import PATIENT_DIMENSIONS
from agents.matching.patient.markers import LEVELS, OF_RECEPTOR
from agents.matching.patient.tumours import join_with_or
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import Judgement, Verdict
from names.clinical.grammar.times import landmark_months, time_words
from names.clinical.markers.reader import read_markers
from names.clinical.readers import read_clinical
from names.clinical.toxicities import read_toxicities
from names.clinical.values import Condition, Marker
from names.recognise import recognise_passage
from names.tables.trials import acronym_key
from retrieval.statements.model import Statement


def judge_trial(statement: Statement, text: str, asked: SubQuestion) -> list[Verdict]:
    """For a question on a named trial: whether a result is on the outcome and time asked for. A
    result that names no outcome, or no time, is silent. If the words ask for harm, a statement on
    harm is just what is asked."""
    if not asked.trials or asked.is_choice or asked.asks_who_entered:
        return []
    if HARM.search(asked.text) and statement.kind in TELLS_OF_HARM and HARM.search(text):
        return [Verdict("aspect", "ok")]
    if statement.kind != "result":
        return []
    other_time = _other_time(text, asked)
    reasons = (
        _other_outcome(text, asked),
        other_time,
        _other_group(text, asked),
        _only_subset(text, asked),
        _without_figure(text, asked),
    )
    against = [
        Verdict("trial", "contradicts", each, kind="other time" if each == other_time else "")
        for each in reasons
        if each
    ]
    if against or not asked.outcomes & recognise_passage(text).names("outcome"):
        return against
    return [Verdict("aspect", "ok")]


ASKS_FOR_FIGURE = re.compile(
    r"(?i)\b(?:hazard ratios?|median|p[ -]values?|confidence intervals?|95 ?% CI|percent(?:age)?"
    r"|how many (?:months|weeks|patients|percent)|(?:OS|PFS|DFS|EFS|iDFS) HRs?"
    r"(?!\s?[+-]|-pos|-neg))\b"
)
TELLS_FIGURE = re.compile(
    r"(?i)(?<![\w.-])\d{1,3}(?:\.\d{1,3})?\s?(?:%|percent|months|weeks|years)|\b\d\.\d"
)


def _without_figure(text: str, asked: SubQuestion) -> str:
    """Why a result in words alone does not answer who asks for a figure; empty when it does."""
    if not ASKS_FOR_FIGURE.search(asked.text) or TELLS_FIGURE.search(text):
        return ""
    return "tells a result without its figures"


def judge_harm(statement: Statement, text: str, asked: SubQuestion) -> list[Verdict]:
    """A verdict against a result that tells outcomes and no adverse event, if the question asks
    what a drug does to a patient."""
    asks = asked.kind == "adverse" or (asked.trials and HARM.search(asked.text))
    if not asks or statement.kind != "result" or HARM.search(text):
        return []
    told = recognise_passage(text).names("outcome")
    on_tumour = told or asked.trials or ON_TUMOUR.search(text)
    if statement.applies.toxicities or read_toxicities(text) or not on_tumour:
        return []
    reason = (
        f"is on {join_with_or(told)}, not on adverse events"
        if told
        else "tells of no adverse event"
    )
    return [Verdict("trial", "contradicts", reason=reason)]


HARM = re.compile(
    r"(?i)\b(?:T?E?AEs?|adverse|toxicit\w{1,3}|tox|safety|side effects?|tolerab\w{2,5}"
    r"|(?:grade|gr\.?)\s?(?:≥|>=?)?\s?[345]|G[345]\b|discontinu\w{2,5}|deaths? (?:from|due to))"
)
"""Words on what a treatment did to the patients of a trial."""
ON_TUMOUR = re.compile(
    r"(?i)\b(?:risk of (?:progression|recurrence|relapse|death)|respon(?:se|ded)|hazard ratio"
    r"|surviv(?:al|ed))\b"
)
"""Words on what a treatment did to the tumour, beside the names of outcomes."""
TELLS_OF_HARM = frozenset(("warning", "result"))
GROUP = re.compile(
    r"(?i)\b(?P<kind>cohort|arm)s?\s(?P<labels>(?:[a-h]|[1-6])\b"
    r"(?:\s?(?:\+|/|,|&|and|or|plus|vs\.?|versus)\s?(?:(?:cohort|arm)\s)?(?:[a-h]|[1-6])\b){0,3})"
)
_LABEL = re.compile(r"(?i)\b(?:[a-h]|[1-6])\b")
MADE_FOR_PATIENTS = frozenset(("indication", "recommendation", "contraindication", "dose"))
"""Kinds of statement that are rules for a patient. The criteria of a trial are no such rules."""


def groups_named(text: str) -> frozenset[str]:
    """The groups of a trial that a text names by letter or number: ``cohort A``."""
    return frozenset(
        f"{match['kind'].lower()} {label.upper()}"
        for match in GROUP.finditer(text)
        for label in _LABEL.findall(match["labels"])
    )


def asked_of_trial(
    verdict: Verdict, statement: Statement, text: str, asked: SubQuestion
) -> Verdict:
    """A verdict on the patient's facts, changed for a question on the criteria of a named trial.
    "Did it enrol IHC 0" is on the trial, not on a patient, so its criteria are the answer and
    contradict nothing."""
    if (
        not asked.asks_who_entered
        or verdict.outcome != "contradicts"
        or statement.kind in MADE_FOR_PATIENTS
    ):
        return verdict
    if verdict.dimension not in PATIENT_DIMENSIONS:
        return verdict
    told = any(name in text for name in verdict.markers)
    tells = told and statement.kind in asked.answered_by
    return Verdict("aspect", "ok") if tells else Verdict(verdict.dimension, "silent")


@lru_cache(maxsize=200)
def marker_names(text: str) -> frozenset[str]:
    """The markers that a question names: the cohort of a trial that it asks about."""
    values = [found.value for found in read_markers(text)]
    named = frozenset(value.name for value in values if isinstance(value, Marker))
    wider = {whole for whole, parts in OF_RECEPTOR.items() if named & set(parts)}
    return named.union(wider, *(OF_RECEPTOR.get(name, ()) for name in named))


COHORT = re.compile(r"(?i)\b(?:cohorts?|sub-?groups?|subsets?|strat(?:um|a)|sub-?population)\b")
"""Words for a part of a trial's patients."""


def on_cohort(
    verdicts: Sequence[Verdict],
    statement: Statement,
    context: StatementContext,
    asked: SubQuestion,
    sheet: FactSheet,
) -> list[Verdict]:
    """For a result of a named trial: ``aspect: ok`` if it is on just the marker that the question
    names ("in PIK3CA wild type"). If the question asks for the cohort of a marker, and the result
    does not name that marker, it is on other patients. So is the result of another gene's group."""
    if not asked.trials or asked.is_choice or statement.kind not in TELLS_OF_GROUP:
        return []
    named, text = group_markers(asked), context.text
    if _is_on_group(statement, context, named or _genes_altered(sheet), is_asked=bool(named)):
        return [Verdict("aspect", "ok", "is on just that group", kind="trial group")]
    if statement.kind != "result":
        return []
    if any(v.outcome == "ok" and marker_names(asked.text) & {*v.markers} for v in verdicts):
        return [Verdict("aspect", "ok")]
    if not named and WILD_TYPE.search(asked.text):
        return _on_wild_type(statement, text)
    if reason := _of_other_gene(statement, context, named):
        return [Verdict("trial", "contradicts", reason=reason)]
    if not named or not COHORT.search(asked.text) or named & markers_in(text):
        return []
    return [Verdict("trial", "contradicts", reason="is not on that cohort alone")]


def _of_other_gene(statement: Statement, context: StatementContext, named: frozenset[str]) -> str:
    """Why a result on the group of one gene does not answer for another, in a document on both;
    empty otherwise."""
    told = markers_in(context.text)
    if not named or not named <= context.genes or named & told:
        return ""
    groups = [frozenset(p.name for p in rule.any_of) for rule in statement.applies.requires]
    own = next((each for each in groups if each <= told & context.genes), frozenset())
    return f"is on {join_with_or(own)}, not on {join_with_or(named)}" if own else ""


TELLS_OF_GROUP = frozenset(("result", "other"))
"""Kinds of statement that tell what came of a group: a caveat on one has its figures, too."""
OF_ORIGIN = frozenset(("germline", "somatic"))
"""States that name no group by themselves."""


def is_on_group(judgement: Judgement) -> bool:
    """Whether a statement is on just the group of a trial's patients that a question, or the
    patient, is on."""
    return any(v.kind == "trial group" for v in judgement.verdicts)


def names_of_groups(text: str) -> list[str]:
    """The groups of a trial's patients that a question names by a gene or a marker, in words. The
    gene of a marker that it names ("PD-L1-negative") is not told beside it."""
    found = recognise_passage(text)
    states = {place for each in found.of("status") for place in range(each.start, each.end)}
    genes = (each for each in found.of("gene") if each.start not in states)
    names = {name for each in genes for name in each.names} | found.names("status")
    return sorted(names - OF_ORIGIN)


def circumstances_named(text: str) -> frozenset[str]:
    """The groups of patients that a text names by what they are: their age, the menopause, where
    the tumour has spread, the lymph nodes."""
    held = (each.value for each in read_clinical(text))
    nodes = {v.name for v in held if isinstance(v, Condition) and v.name.startswith("node-")}
    return recognise_passage(text).names("condition") | nodes


def group_markers(asked: SubQuestion) -> frozenset[str]:
    """The genes and markers whose group of a trial's patients a part asks for."""
    return asked.genes | marker_names(asked.text)


def _genes_altered(sheet: FactSheet) -> frozenset[str]:
    return frozenset(m.name for m in sheet.of(Marker) if m.polarity == "present")


ON_ALL = re.compile(
    r"(?i)\b(?:in|among) all (?:\w+ )?patients\b|, of whom\b|\boverall population\b"
    r"|\bintention[- ]to[- ]treat\b"
)
"""Words by which a result is on all patients of a trial, though it names a group of them."""


def markers_in(text: str) -> frozenset[str]:
    """The genes and the markers that a text of a source names."""
    return marker_names(text) | recognise_passage(text).names("gene")


def _is_on_group(
    statement: Statement, context: StatementContext, named: frozenset[str], *, is_asked: bool
) -> bool:
    """Whether a statement is on no patients but those with one of the markers. Of a group that was
    not asked for (the patient's own) this holds only if the whole document is not on it."""
    told = frozenset() if ON_ALL.search(context.text) else markers_in(context.text)
    rules = [frozenset(each.name for each in rule.any_of) for rule in statement.applies.requires]
    if told & named:
        beside = frozenset().union(*(rule for rule in rules if rule & named)) - named
        whole = not is_asked and told & named <= markers_in(context.title) <= named
        return not told & beside and not whole
    return is_asked and any(rule <= named for rule in rules)


WILD_TYPE = re.compile(
    r"(?i)\b(?:wt|wild[\s-]?types?|un-?mutated|non-?mutated)(?: (?:\w{1,20} )?(?:cohort|arm|pts"
    r"|patients|sub-?group|subset|group|population|ones|tumou?rs?))?\b"
)
LACKS = re.compile(
    r"(?i)\bwild[\s-]?type\b|\bwithout (?:an? |any )?(?:[\w/-]{2,12} )?(?:mutation|alteration)"
    r"|\bnon-?mutated\b|\bunmutated\b|\bnegative\b"
)


def _on_wild_type(statement: Statement, text: str) -> list[Verdict]:
    """For the question on patients without an alteration that names no gene ("PFS in the wt
    cohort"): a result in such patients is what is asked, one in patients with it is not."""
    needed = [each for rule in statement.applies.requires for each in rule.any_of]
    altered = [m.name for m in needed if m.polarity == "present" and m.state not in LEVELS]
    if LACKS.search(text):
        return [Verdict("aspect", "ok")]
    if not altered:
        return []
    reason = f"is on patients with {join_with_or(altered)} alteration, not on wild type"
    return [Verdict("trial", "contradicts", reason=reason)]


def is_on_other_time(verdicts: Iterable[Verdict]) -> bool:
    """Whether the time is the only thing that speaks against a result."""
    against = [each for each in verdicts if each.outcome == "contradicts"]
    return bool(against) and all(each.kind == "other time" for each in against)


def _other_group(text: str, asked: SubQuestion) -> str:
    told, wanted = groups_named(text), groups_named(asked.text)
    if not told or not wanted or told & wanted:
        return ""
    return f"is on {join_with_or(told)}, not on {join_with_or(wanted)}"


SUBSET = re.compile(
    r"(?i)\b(?:low|high|lower|higher) (?P<marker>[A-Z][A-Z0-9]{2,8}) (?:mRNA|(?:gene )?expression)"
    r"|\b(?:in|among|for) (?:the|an?) (?:[\w-]{1,20} ){0,3}(?P<group>subgroup|subset)\b"
)
"""A part of a trial's patients, by the expression of a gene or as a named subgroup."""


def _only_subset(text: str, asked: SubQuestion) -> str:
    """Why a result on part of a trial's patients does not answer a question on all of them; empty
    otherwise."""
    match = SUBSET.search(text)
    if match is None or not asked.outcomes:
        return ""
    named = match["marker"] or match["group"]
    if named.lower() in asked.text.lower() or "sub" in asked.text.lower():
        return ""
    return f"is on part of the trial's patients ({match.group()}), not on all"


_BARE_RATIO = re.compile(
    r"(?is)\A(?=.*\bhazard ratio\b)(?!.*\b(?:death|died|dying|mortality|progress\w{0,5}"
    r"|relaps\w{0,3}|recur\w{0,5}|surviv\w{0,3}|invasive|events?|failure|metasta\w{1,5})\b)"
)  # A hazard ratio, and no word of what it is.


def _other_outcome(text: str, asked: SubQuestion) -> str:
    told = recognise_passage(text).names("outcome")
    if told and not asked.outcomes and HARM.search(asked.text):
        return "" if HARM.search(text) else f"is on {join_with_or(told)}, not on adverse events"
    if asked.outcomes and not told and _is_on_harm_alone(text, asked):
        return f"is on adverse events, not on {join_with_or(asked.outcomes)}"
    if asked.outcomes and not told and _BARE_RATIO.match(text):
        return f"gives a hazard ratio without its end point, not {join_with_or(asked.outcomes)}"
    if not asked.outcomes or not told or told & asked.outcomes:
        return ""
    return f"is on {join_with_or(told)}, not on {join_with_or(asked.outcomes)}"


def _is_on_harm_alone(text: str, asked: SubQuestion) -> bool:
    """Whether a result tells how often an adverse event occurred and nothing of the tumour, while
    the question does not ask for harm."""
    if HARM.search(asked.text) or ON_TUMOUR.search(text):
        return False
    return bool(read_toxicities(text) or HARM.search(text))


def _other_time(text: str, asked: SubQuestion) -> str:
    told = landmark_months(text)
    if not asked.times or not told or told & asked.times:
        return ""
    return f"is on {time_words(told)}, not on {time_words(asked.times)}"


def trials_of(statement: Statement, words: Iterable[str]) -> frozenset[str]:
    """The keys of the trials that a statement is on, by its fields and by ``words``: its own words,
    and the title and id of its document."""
    named = [*statement.trials, statement.result.trial if statement.result else ""]
    # Each text is read alone, because other answers meet it again (cache).
    found = (recognise_passage(each).names("trial", "registration", "pmid") for each in words)
    return frozenset().union(*found, (acronym_key(name) for name in named if name))
