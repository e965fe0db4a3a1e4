"""How well a sentence fits the setting, the kind of the question, and the reader."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agents.extractive.kinds import EXPOSURE
from agents.extractive.needs import Need, stem, stems
from agents.extractive.scope import Scope
from names.entities import EntityKind
from retrieval.documents import Status

EARLY = frozenset({"adjuvant", "neoadjuvant", "early", "residual disease"})
LATE = frozenset({"first line", "metastatic", "advanced", "second line", "later line"})
SPREAD = frozenset({"metastatic", "advanced", "locally advanced"})
LINES = frozenset({"first line", "second line", "later line", "maintenance"})
NUMBER = re.compile(r"\d")


def settings_fit(scope: Scope, need: Need) -> float:
    """Adjuvant is not metastatic, and first line is not second."""
    asked = need.found.names("setting")
    if not asked:
        return 1.0
    told = scope.told.names("setting") | scope.above.names("setting")
    told = told or scope.about.names("setting")
    early, late = bool(told & EARLY), bool(told & LATE)
    apart = (asked <= EARLY and late and not early) or (asked <= LATE and early and not late)
    if told and apart:
        return 0.0 if need.kind_name in {"therapy", "trial_result", "eligibility"} else 0.5
    silent = 0.5 if asked <= EARLY and not told and need.kind_name == "therapy" else 1.0
    parts = part_fit(asked - LINES, told - LINES) * part_fit(asked & LINES, told & LINES)
    return silent * parts


def part_fit(asked: frozenset[str], told: frozenset[str]) -> float:
    """How a sentence fits the stages, or the lines, that were asked about."""
    if not asked:
        return 1.0
    if not told:
        return 0.85
    if not asked & told:
        return 1.0 if asked <= SPREAD and told <= SPREAD else 0.6
    return 0.9 + 0.25 * len(asked & told) / len(asked)


def kind_fit(scope: Scope, need: Need) -> float:
    """Whether the sentence speaks to the kind of the question."""
    if need.kind.told_by.search(scope.text):
        fit = 1.0
    elif need.kind.told_by.search(scope.heading):
        fit = 0.6 if need.kind_name == "mechanism" else 0.85
    else:
        fit = 0.0 if need.kind.strict else 0.65
    fit *= figures_fit(scope, need) * aspect_fit(scope, need) * subject_fit(scope, need)
    if need.kind_name in {"dose", "therapy", "adverse"} and special(scope, need):
        fit *= 0.65
    if need.kind_name in {"definition", "mechanism", "gene"}:
        fit *= saying_fit(scope, need)
    return fit


def figures_fit(scope: Scope, need: Need) -> float:
    """Doses and results are told in numbers, what to do with a genotype as advice; the outcomes
    of a trial are no dose."""
    if need.kind_name == "pharmacogenomics":
        return 1.1 if ADVICE.search(scope.text) else 1.0
    if need.kind_name not in {"dose", "trial_result"}:
        return 1.0
    unnumbered = 0.9 if need.kind.told_by.search(scope.text) else 0.6
    fit = 1.2 if NUMBER.search(scope.text) else unnumbered
    if scope.told.of("outcome"):
        return 0.6 * fit if need.kind_name == "dose" else result_fit(need) * fit
    return fit


def result_fit(need: Need) -> float:
    """Outcomes come before the design where no outcome is asked for by name."""
    return 1.0 if need.found.of("outcome") else 1.1


def saying_fit(scope: Scope, need: Need) -> float:
    """Whether the sentence says what its subject is or does, rather than mentions it."""
    on_topic = bool(need.topic_stems & stems(scope.text))
    fit = 1.2 if begins_with_subject(scope, need) or on_topic else 0.75
    if need.kind_name == "definition" and defines(scope, need):
        fit *= 1.5
    if need.kind_name == "mechanism" and AVOIDED.search(scope.text):
        fit *= 0.6
    if need.kind_name == "gene" and need.topics and not on_topic:
        fit *= 0.6
    return fit


ADVICE = re.compile(r"(?i)\b(?:recommend|advis|suggest|start|reduc|avoid|should be)\w*")
AVOIDED = re.compile(r"(?i)\bavoid|\bcontraindicated\b")
DOSED = re.compile(
    r"(?i)\b(?:recommended|starting|reduced?|lower) (?:\w+ )?dose|\bdose reduction|\btablets\b"
)
PROGNOSIS = re.compile(
    r"(?i)\b(?:worse|better|shorter|longer|poor|adverse)\b|\bassociated\b|\brisk\b"
)


def aspect_fit(scope: Scope, need: Need) -> float:
    """Whether the sentence speaks to the side of the kind that is asked for."""
    fit = 1.0
    for aspect in need.kind.aspects:
        if aspect.asked_by.search(need.text):
            headed = 1.3 if aspect.told_by.search(scope.heading) else 0.0
            told = 1.15 if aspect.told_by.search(scope.text) else 0.0
            fit *= max(headed, told) or (0.0 if aspect.strict else 0.55)
    return fit


def subject_fit(scope: Scope, need: Need) -> float:
    """A sentence that begins with another drug, or names no treatment where one is sought, and
    one on doses where a choice is asked about, give way."""
    drugs = scope.told.of("drug")
    asked = need.found.names("drug")
    if need.kind_name in {"dose", "mechanism", "adverse"} and need.drugs and drugs:
        on_effect = bool(need.found.names("effect") & scope.told.names("effect"))
        return 1.0 if on_effect or asked & set(drugs[0].names) else 0.7
    if need.kind_name == "gene" and drugs and drugs[0].start == 0:
        return 0.5
    if need.kind_name != "therapy":
        return 1.0
    if DOSED.search(scope.text):
        return 0.6
    treatment = drugs or scope.told.of("drug_class") or need.topics
    on_tumour_only = not (need.genes or need.variants or need.drugs)
    if on_tumour_only and not treatment and not need.kind.told_by.search(scope.text):
        return 0.0
    return 1.0 if treatment or not PROGNOSIS.search(scope.text) else 0.7


def special(scope: Scope, need: Need) -> bool:
    """Whether the sentence is for circumstances that the question does not name."""
    kinds: tuple[EntityKind, ...] = ("condition", "phenotype")
    if need.kind_name == "dose":
        kinds = (*kinds, "effect", "variant")
    if need.kind_name == "adverse":
        kinds = ("phenotype", "variant")
    told = scope.told.names(*kinds) | scope.above.names("condition")
    told |= {name for name in scope.told.names("drug_class") if EXPOSURE.search(name)}
    told -= {"premenopausal", "postmenopausal"}
    asked = need.found.names(*kinds)
    return bool(told) and not told & asked


DEFINING = re.compile(
    r"\s*(?:\([^)]*\)\s*)?(?:is|are|means?|lacks?|refers?|describes?|encodes?|was|were)\b"
)


def subjects_told(scope: Scope, need: Need) -> list[int]:
    """Where what was asked about ends, if the sentence begins with it."""
    asked = need.found.of("drug", "drug_class", "gene", "tumour", "trial", "variant")
    plain = frozenset(name for m in asked if len(m.names) == 1 for name in m.names)
    articles = {"", "the", "a", "an"}
    first = [m for m in scope.told.mentions if scope.text[: m.start].strip().lower() in articles]
    ends = [mention.end for mention in first if plain & set(mention.names)]
    said = [m.text for m in need.found.mentions] + list(need.topics)
    return ends + [len(word) for word in said if scope.text.lower().startswith(word.lower())]


def begins_with_subject(scope: Scope, need: Need) -> bool:
    """Whether the sentence is on what was asked about, not only mentions it."""
    return bool(subjects_told(scope, need))


def defines(scope: Scope, need: Need) -> bool:
    """Whether the sentence goes on to say what its subject is."""
    said = [m.text for m in need.found.mentions] + list(need.topics)
    called = any(
        re.search(rf"(?i)\bcalled [^.]{{0,300}}\b{re.escape(word)}(?!\w)", scope.text)
        for word in said
    )
    return called or any(DEFINING.match(scope.text[end:]) for end in subjects_told(scope, need))


OF_ITSELF = re.compile(
    r"(?i)\bthis (?:page|record|document|summary|(?:[A-Z]+ )?(?:guideline|update))\b"
    r"|\bcollected here\b|\bcited here\b|\b(?:records?|label) at hand\b"
    r"|\b(?:contained|covered|named) in (?:the|this) record\b|\bthe record cited\b"
    r"|\b(?:appears|is mentioned|stands) in the [\w ]{1,60} label\b|\blabel speaks of\b"
    r"|\b(?:must|should) be (?:opened|looked up|read|checked against)\b"
    r"|\bthese (?:[A-Z]+ )?(?:statements|positions|assertions|records|sentences)\b"
)


TRUST: Mapping[Status, float] = {"unconfirmed": 0.85, "concern": 0.6, "retracted": 0.3}


def form(scope: Scope) -> float:
    """Long sentences and doubtful documents give way to short and confirmed ones."""
    length = 1.0 if len(scope.text) <= 320 else 0.9
    plain = 0.5 if OF_ITSELF.search(scope.text) else 1.0
    return length * plain * TRUST.get(scope.status, 1.0)


PRECLINICAL = re.compile(
    r"(?i)\bcell lines?\b|\bcells? (?:that|with|harbou?r)|\bcancer cells\b|\bmice\b|\bmouse\b"
    r"|\bxenograft|\bin vitro\b|\bassay\b|\breporter\b|\blevel [DE]\b|\bpreclinical\b|\bBa/F3\b"
)
STRONG = re.compile(
    r"(?i)\blevel A\b|\bapproved\b(?! (?:symbol|name))|\bindicated\b|\bphase (?:3|III)\b"
    r"|\brandomi[sz]ed\b|\brecommend|\bpreferred\b|\bstandard\b"
)


RESISTANT_TO = re.compile(r"(?i)\bresist\w* (?:\w+ ){0,3}to\b|\bresistance\b.{0,300}\bon\b")
RESISTANCE = stem("resistance")


def evidence_fit(scope: Scope, need: Need) -> float:
    """For a choice of treatment: patients before cells, approvals and large trials first."""
    if need.kind_name not in {"therapy", "trial_result", "general"}:
        return 1.0
    if PRECLINICAL.search(scope.text):
        return 0.6
    others = {name for m in scope.told.of("gene") for name in m.names} - {
        name for m in need.found.of("gene") for name in m.names
    }
    inside_states = {
        g.name
        for g in scope.told.of("gene")
        for s in scope.told.of("status")
        if s.start <= g.start < s.end
    }
    if RESISTANCE in need.topic_stems and RESISTANCE not in stems(scope.text):
        return 0.4
    if RESISTANCE in need.topic_stems and need.found.of("drug"):
        return 1.2 if RESISTANT_TO.search(scope.text) else 0.7
    strange = 0.85 if others - inside_states and need.found.of("gene") else 1.0
    return strange * (1.1 if STRONG.search(scope.text) else 1.0)
