"""What kind of statement a claim is, by its words, the heading above it and the silo's role."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.toxicities import nameless_grades
from names.clinical.values import Exposure, OrganFunction, Phenotype, Toxicity
from retrieval.derivation.scope import Scope, is_class
from retrieval.statements.model import StatementKind

_Rule = tuple[StatementKind, re.Pattern[str]]


def _rules(*rows: tuple[StatementKind, str]) -> tuple[_Rule, ...]:
    return tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in rows)


_DOSE = (
    r"\d\s?(?:mg|µg|mcg|micrograms?|milligrams?|units?|g|g/m2|mL|MU|IU|AUC)\b"
    r"|\bAUC ?(?:of )?[1-7]\b"
    r"|\b(?:once|twice|three times|four times) (?:daily|a day)\b"
    r"|\b(?:given|infused|injected|taken)\b.{0,60}\bevery (?:\w+ )?(?:days?|weeks?|months?)\b"
)
_DONE = r"(?:measured|checked|tested|repeated|done|performed|examined|recorded|photographed|seen)"
_WHEN = (
    r"(?:before|every|within|after|during|on days?|weekly|monthly"
    r"|at (?:the )?(?:start|baseline))"
)
_CHANGED = (
    r"(?:paused|delayed|postponed|omitted|skipped|stopped|withheld|held|interrupted|discontinued"
    r"|restarted|resumed|halved)"
)
_CHANGE = (
    r"(?:pause|stop|delay|hold|omit|skip|continue|postpone|restart|resume|reduce|halve|full dose"
    r"|do not give|not given)"
)
_BY_WORDS = _rules(
    (
        "status",
        r"\b(?:(?:approval|indication|authori[sz]ation|application|marketing)\b.{0,60}"
        r"\b(?:withdrawn|revoked|narrowed|removed|restricted)"
        r"|withdr(?:ew|awn)\b.{0,60}\b(?:approval|indication|market|authori[sz]ation)"
        r"|no longer (?:approved|indicated|marketed|authori[sz]ed)|(?:was|were|been) superseded)\b",
    ),
    ("contraindication", r"\bcontra-?indicat|\bmust not be (?:used|given|taken)\b"),
    (
        "indication",
        r"\b(?:not )?indicated\b|\b(?:is|are|was|were|been) (?:\w+ ){0,2}(?:approved|licen[sc]ed"
        r"|authori[sz]ed)\b(?! (?:gene |HGNC )?(?:symbol|name)s?\b)|\bFDA[- ]approv"
        r"|\bapproved (?:for|in|as|by)\b"
        r"|\bapproval (?:for|in|of)\b",
    ),
    ("eligibility", r"\beligib|\b(?:inclusion|exclusion) criteri|\bcould (?:enter|enrol)\b"),
    (
        "resistance",
        r"\bresistan(?:ce|t) (?:to|mutation|mechanism|alteration)|\bacquired resistance\b"
        r"|\bconfers? resistance\b|\bresistance to\b",
    ),
    (
        "adjustment",
        r"\b(?:dos(?:e|es|age|ing)|it)\b.{0,80}\b(?:reduc|adjust|modif|increas|lower|interrupt"
        r"|withh|halve|omit)|\b(?:reduc|adjust|modif|increas|lower|halve)\w*.{0,60}\bdos(?:e|es"
        r"|age|ing)"
        r"|\b(?:withhold|hold|interrupt|discontinue|permanently discontinue|resume|restart)\b"
        rf"|\b(?:is|are|be) (?:\w+ )?{_CHANGED}\b|(?:^|[:;|] ){_CHANGE}\b",
    ),
    (
        "monitoring",
        r"\bmonitor|\b(?:check|measure|assess|test|obtain)\b.{0,60}\b(?:before|every|during"
        r"|at baseline|monthly|weekly|prior to)\b"
        r"|\b(?:ECG|LVEF|blood counts?|liver function)\b.{0,40}\b(?:before|every|at baseline"
        r"|monthly)\b"
        rf"|\b(?:is|are|be) (?:\w+ )?{_DONE}\b.{{0,60}}\b{_WHEN}\b"
        rf"|\b{_WHEN}\b.{{0,80}}\b(?:is|are) (?:\w+ )?{_DONE}\b"
        r"|\bsees? (?:all|each|every)\b.{0,40}\b(?:patients?|wom[ae]n)\b",
    ),
    (
        "result",
        r"\bhazard ratio\b|\bHR (?:of )?\d|\b95 ?% ?CI\b|\bmedian\b|\b(?:response|survival|control)"
        r" (?:rate|was|of)\b|\brespon(?:ded|ses?) to\b|\b(?:sensitive|sensitivity) to\b"
        r"|\b(?:progression|disease|event|overall|recurrence|invasive)"
        r"\b.{0,24}\bsurvival\b|\b(?:improv|prolong|extend)\w*\b.{0,40}\bsurvival\b"
        r"|\b(?:ORR|pCR|PFS|iDFS|DFS|OS|EFS)\b.{0,60}\d",
    ),
    (
        "recommendation",
        r"\brecommend(?!ed (?:\w+ ){0,2}dos)|\bshould\b|\bpreferred\b|\bmay be (?:offered|used"
        r"|considered)\b"
        r"|\b(?:first|second|third)[- ]line (?:treatment|therapy)\b.{0,120}\b(?:is|are)\b"
        r"|\b(?:treatment|therapy) of choice\b|\bstandard of care\b"
        r"|\bis an option\b|\bcan be (?:offered|considered|used)\b|\bconsider\b|\bcategory [123]",
    ),
    (
        "design",
        r"\brandomi[sz]|\bphase (?:[123]|I{1,3})\b|\bassigned\b|\benrol|\bdouble[- ]blind"
        r"|\bplacebo\b|\bopen[- ]label\b|\b(?:the )?trial (?:compare|test|stud|ask)"
        r"|\bprimary end ?point\b",
    ),
    ("dose", _DOSE),
    (
        "classification",
        r"\b(?:likely )?pathogenic\b|\b(?:likely )?oncogenic\b|\bbenign\b"
        r"|\buncertain significance\b|\bclassif|\bhot ?spot\b|\bactivating\b|\b(?:gain"
        r"|loss)[- ]of[- ]function\b"
        r"|\bmetaboli[sz]er\b|\bactivity score\b|\bfunction allele\b",
    ),
    (
        "warning",
        r"\b(?:risk of|warning|fatal|life-threatening|toxicit|adverse|side effects?|embryo-fetal"
        r"|can cause|may cause|occurred in|was reported)\b",
    ),
    (
        "mechanism",
        r"\binhibits?\b|\bbinds?\b|\bencodes?\b|\bphosphorylat|\bpathway\b"
        r"|\bis (?:an? )?(?:\w+ ){0,3}inhibitor\b|\bsubunit\b|\brepair\b|\btraps?\b"
        r"|\bdelivers?\b|\bdegrad",
    ),
    (
        "definition",
        r"\bis (?:the |an? )|\bare (?:the )?\b|\bstands for\b|\bsymbol\b|\balias|\bdefined as\b"
        r"|\bmeans\b|\bmaps to\b|\bis located\b",
    ),
)
_RESTRICTION = re.compile(
    r"\b(?:no (?:dos\w+ |initial ){0,3}(?:adjust|change|modif|reduc)|not (?:been )?studied|no data"
    r"|unknown|not recommended|is not established|avoid|dos(?:e|es|age)|exposure|AUC|mg|hold"
    r"|withhold|discontinue|reduc|paus|stop|delay|postpon|omit|skip|continue|restart|not given)",
    re.IGNORECASE,
)
_INTERACTION = re.compile(
    r"\b(?:inhibitors?|inducers?|substrates?|concomitant|co-?admin|together with|interact|AUC"
    r"|antacid|grapefruit|proton pump|avoid)",
    re.IGNORECASE,
)
_PRECLINICAL = re.compile(
    r"\b(?:cell lines?|cells in culture|in vitro|xenografts?|organoids?|mice|murine)\b",
    re.IGNORECASE,
)
"""What was seen in cells and animals says how a drug works, not what it does to patients."""
_BY_HEADING: tuple[_Rule, ...] = _rules(
    ("contraindication", r"\bcontra-?indication"),
    ("interaction", r"\binteraction|\bCYP|\binhibitors? and inducers\b"),
    ("eligibility", r"\beligib|\bwho (?:may|can|could) take part\b|\bcriteria\b"),
    ("resistance", r"\bresistan"),
    ("monitoring", r"\bmonitor"),
    ("warning", r"\bwarning|\badverse|\bside effect|\btoxicit|\bsafety\b|\bprecaution"),
    ("indication", r"\bindication|\bapprov"),
    ("result", r"\bresult|\boutcome|\befficacy\b|\bsurvival\b|\bwhat it found\b"),
    ("design", r"\bdesign\b|\bmethods?\b|\barms?\b|\bwhat was (?:compared|tested)\b"),
    ("dose", r"\bdos(?:e|ing|age)|\badministration\b|\bhow to (?:take|give)\b"),
    ("recommendation", r"\brecommend|\bguid|\btreatment\b|\bfirst[- ]line\b|\bsecond[- ]line\b"),
    ("mechanism", r"\bmechanism|\bhow it works\b|\bwhat it does\b"),
    ("definition", r"\bname|\bidentifier|\bwhat it is\b|\bdefinition"),
)
_BY_ROLE: dict[str, tuple[StatementKind, ...]] = {
    "label": ("indication", "contraindication", "adjustment", "dose", "warning", "monitoring"),
    "guideline": ("recommendation",),
    "guideline_insight": ("recommendation",),
    "trial_result": ("result", "design"),
    "landmark_trial": ("result", "design"),
    "trial": ("eligibility", "design"),
}
"""Kinds that a silo of this role is about: of several that fit the words, these come first."""


def derive_kind(scope: Scope) -> StatementKind:
    """The kind of the claim; ``other`` when nothing tells it."""
    text = scope.own.text
    constrained = _constrained_kind(scope)
    if constrained is not None:
        return constrained
    fitting = [kind for kind, pattern in _BY_WORDS if pattern.search(text)]
    if "status" in fitting or "contraindication" in fitting:
        return "status" if "status" in fitting else "contraindication"
    by_heading = _by_heading(scope)
    if by_heading == "interaction" and (_INTERACTION.search(text) or "adjustment" in fitting):
        return "interaction"
    if by_heading in fitting and (by_heading, "adjustment") != ("dose", fitting[0]):
        return by_heading
    if "result" in fitting and _PRECLINICAL.search(text):
        return "mechanism"
    for kind in _BY_ROLE.get(scope.role, ()):
        if kind in fitting and (kind, fitting[0]) != ("dose", "result"):
            return kind
    return _first(fitting, by_heading, scope)


def _first(
    fitting: Sequence[StatementKind], by_heading: StatementKind, scope: Scope
) -> StatementKind:
    if fitting and fitting[0] not in ("warning", "mechanism", "definition"):
        return fitting[0]
    if by_heading in ("indication", "recommendation") and not scope.claim.entities.of("drug"):
        by_heading = "other"
    if by_heading not in ("other", "dose", "design"):
        return by_heading
    return fitting[0] if fitting else "other"


def _constrained_kind(scope: Scope) -> StatementKind | None:
    """An interaction or an adjustment is told by whom it is for, rather than by its verbs."""
    text, found = scope.own.text, scope.own.clinical_values
    indicated = _BY_WORDS[2][1].search(text)
    if indicated or _BY_WORDS[0][1].search(text):
        return None
    restricted = _RESTRICTION.search(text)
    exposed = any(isinstance(each.value, Exposure) and is_class(each.value) for each in found)
    if exposed and (restricted or _INTERACTION.search(text)):
        return "interaction"
    if _BY_WORDS[1][1].search(text):
        return "contraindication"
    if restricted and any(isinstance(each.value, NARROWED) for each in scope.claim.conditions):
        return "adjustment"
    if _is_row_of_a_rule(scope) and not _BY_WORDS[RESULT][1].search(text):
        return "adjustment"
    return None


NARROWED = (OrganFunction, Phenotype, Toxicity)
RESULT = next(place for place, (kind, _) in enumerate(_BY_WORDS) if kind == "result")
_INSTRUCTION = re.compile(r"[A-Za-z]{4,}")


def _is_row_of_a_rule(scope: Scope) -> bool:
    """Whether a row says for whom in its first cells, and in words what is done in the others."""
    if not scope.is_row or scope.condition is None:
        return False
    narrowed = any(
        isinstance(each.value, NARROWED) and _is_exact(each.value)
        for each in scope.condition.conditions
    )
    narrowed = narrowed or bool(nameless_grades(scope.condition.text))
    rest = scope.own.text.partition("; ")[2]
    return narrowed and any(_INSTRUCTION.search(c.partition(": ")[2]) for c in rest.split("; "))


def _is_exact(value: object) -> bool:
    """Whether it has a grade or numbers. A row of "Diarrhoea" alone tells how often it was."""
    match value:
        case Toxicity():
            return value.grade_from is not None
        case OrganFunction():
            return bool(value.grade) or value.low is not None or value.high is not None
        case _:
            return True


def _by_heading(scope: Scope) -> StatementKind:
    for words in reversed(scope.headings):
        for kind, pattern in _BY_HEADING:
            if pattern.search(words.text):
                return kind
    return "other"
