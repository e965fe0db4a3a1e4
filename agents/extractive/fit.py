"""How well a sentence fits the setting, the kind of the question, and the reader."""

from __future__ import annotations

import re

from agents.extractive.needs import Need, stem, stems
from agents.extractive.scope import Scope
from agents.names.entities import Kind, Mention

EARLY = frozenset({"adjuvant", "neoadjuvant", "early", "residual disease"})
LATE = frozenset({"first line", "metastatic", "advanced", "second line", "later line"})
LINES = frozenset({"first line", "second line", "later line", "maintenance"})
NUMBER = re.compile(r"\d")


def settings_fit(scope: Scope, need: Need) -> float:
    """Adjuvant is not metastatic, and first line is not second."""
    asked = need.found.names("setting")
    if not asked:
        return 1.0
    told = scope.told.names("setting") | scope.above.names("setting")
    told = told or scope.about.names("setting")
    apart = (asked <= EARLY and told <= LATE) or (asked <= LATE and told <= EARLY)
    if told and apart:
        return 0.0 if need.kind_name in {"therapy", "trial_result", "eligibility"} else 0.5
    return part_fit(asked - LINES, told - LINES) * part_fit(asked & LINES, told & LINES)


def part_fit(asked: frozenset[str], told: frozenset[str]) -> float:
    """How a sentence fits the stages, or the lines, that were asked about."""
    if not asked:
        return 1.0
    if not told:
        return 0.85
    return 0.9 + 0.25 * len(asked & told) / len(asked) if asked & told else 0.6


def kind_fit(scope: Scope, need: Need) -> float:
    """Whether the sentence speaks to the kind of the question."""
    if need.kind.told_by.search(scope.text):
        fit = 1.0
    elif need.kind.told_by.search(scope.heading):
        fit = 0.6 if need.kind_name == "mechanism" else 0.85
    else:
        fit = 0.0 if need.kind.strict else 0.65
    if need.kind_name in {"dose", "trial_result"} and fit:
        fit *= 1.2 if NUMBER.search(scope.text) else 0.9
    if need.kind_name in {"dose", "therapy"} and special(scope, need):
        fit *= 0.65
    if need.kind_name in {"definition", "mechanism", "gene"}:
        on_topic = bool(need.topic_stems & stems(scope.text))
        fit *= 1.2 if begins_with_subject(scope, need) or on_topic else 0.75
        if need.kind_name == "definition" and defines(scope, need):
            fit *= 1.4
        if need.kind_name == "gene" and need.topics and not on_topic:
            fit *= 0.6
    return fit


def special(scope: Scope, need: Need) -> bool:
    """Whether the sentence is for circumstances that the question does not name."""
    kinds: tuple[Kind, ...] = ("condition", "phenotype")
    if need.kind_name == "dose":
        kinds = (*kinds, "effect", "drug_class")
    told = scope.told.names(*kinds) | scope.above.names("condition")
    told -= {"premenopausal", "postmenopausal"}
    asked = need.found.names(*kinds)
    return bool(told) and not told & asked


DEFINING = re.compile(
    r"\s*(?:\([^)]*\)\s*)?(?:is|are|means?|lacks?|refers?|describes?|encodes?|was|were)\b"
)


def subjects_told(scope: Scope, need: Need) -> list[Mention]:
    """What was asked about, where the sentence begins with it."""
    asked = need.found.names("drug", "drug_class", "gene", "tumour", "trial", "variant")
    articles = {"", "the", "a", "an"}
    first = [m for m in scope.told.mentions if scope.text[: m.start].strip().lower() in articles]
    return [mention for mention in first if asked & set(mention.names)]


def begins_with_subject(scope: Scope, need: Need) -> bool:
    """Whether the sentence is on what was asked about, not only mentions it."""
    return bool(subjects_told(scope, need))


def defines(scope: Scope, need: Need) -> bool:
    """Whether the sentence goes on to say what its subject is."""
    return any(DEFINING.match(scope.text[m.end :]) for m in subjects_told(scope, need))


OF_ITSELF = re.compile(
    r"(?i)\bthis (?:page|record|document|summary|(?:[A-Z]+ )?(?:guideline|update))\b"
    r"|\bcollected here\b"
)


def form(scope: Scope) -> float:
    """Long sentences and unconfirmed documents give way to short and confirmed ones."""
    length = 1.0 if len(scope.text) <= 320 else 0.9
    plain = 0.6 if OF_ITSELF.search(scope.text) else 1.0
    return length * plain * (0.85 if scope.unconfirmed else 1.0)


PRECLINICAL = re.compile(
    r"(?i)\bcell lines?\b|\bcells? (?:that|with|harbou?r)|\bcancer cells\b|\bmice\b|\bmouse\b"
    r"|\bxenograft|\bin vitro\b|\bassay\b|\breporter\b|\blevel [DE]\b|\bpreclinical\b|\bBa/F3\b"
)
STRONG = re.compile(
    r"(?i)\blevel A\b|\bapproved\b(?! (?:symbol|name))|\bindicated\b|\bphase (?:3|III)\b"
    r"|\brandomi[sz]ed\b|\brecommend|\bpreferred\b|\bstandard\b"
)


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
    strange = 0.85 if others - inside_states and need.found.of("gene") else 1.0
    return strange * (1.1 if STRONG.search(scope.text) else 1.0)
