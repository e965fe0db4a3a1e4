"""Conditions of a rule that a sentence leaves out: earlier treatment, response, what cannot be
avoided, who is left out. Pure.

A rule is told with all that limits it, or it is told of too many patients. What the thread says of
its patient need not be said again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.words import is_neutral, stems_of
from names.clinical.readers import read_clinical
from names.clinical.values import Marker

_RULE = re.compile(
    r"\b(?:indicat\w+|approv\w+|licensed|labell?ed|covers?|recommend\w*|advis\w+|allow\w*|permit\w*|options?"
    r"|prefer\w*|(?:may|can|could|should|must) be|should|must|suggest\w*|accept\w*|offer\w*"
    r"|(?:is|are) (?:simply )?(?:given|taken|reduced|raised|doubled|halved|lowered|increased"
    r"|resumed|started|treated|used|contraindicated|withheld|discontinued)|needs?|requires?"
    r"|avoid\w*"
    r"|(?:goes|falls?|rises?) (?:down |up )?(?:from|to|by)|doses?)\b"
)
_NO = (
    r"not?|without|none|neither|nor|never|cannot|except\w*|exclud\w+|unless|other than|apart from"
    r"|but for|only|negative|spar(?:es|ed|ing)|wild type|free of|lack\w*|absen\w+|intact|outside"
    r"|naive|untreated"
)


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of condition: how a source says it, and what a sentence needs to keep it."""

    name: str
    told: re.Pattern[str]
    kept: re.Pattern[str]


def _kind(name: str, told: str, kept: str) -> _Kind:
    return _Kind(name, re.compile(rf"\b(?:{told})\b"), re.compile(rf"(?:\b|(?=\*))(?:{kept})"))


_EARLIER = (
    r"previous\w*|prior|earlier|pretreated|already|progress\w*|refractory|relaps\w*|recur\w*"
    r"|fail\w*|(?:second|third|fourth|later|further|subsequent)[ -]lines?|(?<!castration )resist\w*"
)
_NO_FINDING = "".join(
    f"(?<!{verb} )"
    for verb in ("have a", "has a", "had a", "have an", "is", "are", "be", "carry a", "carries a",
                 "was", "were", "poses a", "gives a", "puts them")
)  # fmt: skip
_SOME = "that it is some of them"
_ANOTHER_DRUG = "another drug"
_KINDS = (
    _kind(
        "what cannot be avoided",
        r"cannot be (?:avoided|replaced|stopped)|unavoidable|not feasible|no alternative",
        r"avoid|otherwise|if possible|unavoid|alternative|feasible|must|necessar|needed"
        r"|only (?:if|when)|cannot"
        r"|impossible|ha(?:s|ve) to|required",
    ),
    _kind(
        "a response",
        r"(?:complete|partial|objective)(?: [a-z]+){0,3} responses?(?: to)?"
        r"|respon(?:se|ses|ded|ding) to|(?:not|without) progress(?:ed|ion)",
        r"respon|progress|remission|stable|sensitive",
    ),
    _kind(
        "earlier treatment",
        r"(?:previously|already) treated|pretreated|(?:prior|previous|earlier) (?:[\w-]+ ){0,3}"
        r"(?:therap\w+|treatments?|regimens?|lines?|chemotherap\w+|inhibitors?|platinum)"
        r"|progress\w* (?:on|after|during|following|despite)|refractory|after failure"
        r"|(?:who|that) ha(?:s|ve|d) (?:already )?(?:received|had|been treated)"
        r"|after (?:at least )?(?:[\w-]+ ){0,4}(?:therap\w+|treatments?|regimens?|lines?"
        r"|inhibitors?|chemotherapy|radiotherapy|chemoradiotherapy|platinum)",
        rf"{_EARLIER}|asks? for|requires?|(?:neo)?adjuvant|after|follow\w*|received|ha(?:s|ve"
        rf"|d) had|since|once|before"
        r"|at least (?:one|two|\d)|not (?:yet |previously )?(?:been )?treated|without|no\b|first",
    ),
    _kind(
        "that nothing else fits",
        r"no (?:satisfactory|other|standard|further) [a-z]+|(?:no|not) (?:an? )?candidates?"
        r"|not eligible|ineligible|unsuitable|not suitable|preclud\w+|cannot (?:have|receive"
        r"|tolerate|be resected)",
        r"alternativ|options?\b|nothing else|other (?:option|choice)|left\b|candidat|eligib"
        r"|ineligib|suitab|unsuit|unfit|preclud|cannot|intoler"
        r"|not\b|no\b|without|unresect",
    ),
    _kind("who is left out", r"with no|without (?!or\b|food|regard)|except|excluding|other than",
          rf"(?:{_NO})\b"),
    # Who "is at higher risk" is told why, not whom a rule is for.
    _kind("a risk", rf"{_NO_FINDING}(?:(?:high|higher|low|lower) risk(?! (?:of|for)\b)"
                    r"|at (?:high|higher) risk)",
          r"risk|danger|prone|likel|chance|probab|vulnerab|threat"),
    _kind("a side", r"(?:left|right) sided?", r"side|left|right|sigmoid|descending|rectal|rectum"
          r"|c(?:a)?ecum|c(?:a)?ecal|ascending"),
    _kind("only some", r"only (?:to|in|for|if|when|after|with)|carefully selected"
                       r"|selected patients",
          r"only|select|careful|if\b|when|provided|who\b|whose|limit|restrict|confin|unless|must"
          r"|needs?\b|requir|until|once\b|after|since|because"),
    _kind(_SOME, r"(?:a |the )?subset of|a minority of|some (?:patients|women|men|tumou?rs|people)",
          r"subset|some|minority|may\b|can\b|part\b|select|certain|not all|few|several|\d"),
    _kind("nodes", r"nodes?", r"nod(?:e|al)|\d ?n\d|n\d"),
    _kind("PD-L1", r"cps|tps|pd l1", r"cps|tps|pd l1|express"),
    _kind("menopause", r"premenopausal|postmenopausal", r"(?:pre|post|peri)?menopaus|men\b|man\b"
                                                        r"|male"),
    _kind(
        "an age",
        r"(?:under|below|over|above) \d+ years|(?:from )?(?:19|[2-9]\d) years (?:of age|old|and|or"
        r"|on)|from (?:19|[2-9]\d) years|(?<!adults and )(?<!adults or )children",
        r"\d|adult|child|age|old|young|adolesc|paediatr|pediatr",
    ),
    _kind("an organ's function", r"(?:renal|hepatic) impairment", r"renal|hepatic|kidney|liver"
          r"|creatinine|clearance|child pugh|impair|dialysis|crcl|egfr|bilirubin"),
    _kind(_ANOTHER_DRUG, r"cyp\w+ (?:inhibitors?|inducers?)|p ?gp inhibitors?",
          r"cyp|inhibit|induc|p ?gp"),
    _kind("a number of alleles", r"homozygous|biallelic|two copies", r"homozyg|biallel|both|two"
          r"|\*\d+\w?/\*"),
    _kind("a phenotype", r"metaboli[sz]ers?|activity score", r"metaboli|activity|score|phenotyp"
          r"|intermediate|poor\b|rapid|ultrarapid"
          r"|genotyp|\*|deficien"),
)  # fmt: skip
_DEFINED_BY = (
    (re.compile(r"\bPh ?\+|Philadelphia|chronic myeloid|\bCML\b"), frozenset(("ABL1", "BCR"))),
    (re.compile(r"promyelocytic|\bAPL\b", re.IGNORECASE), frozenset(("PML", "RARA"))),
)
"""Diseases, and the genes of the fusion by which they are defined."""
_FOR_THIS = re.compile(
    r"\b(?:for|in) (?:this|these)(?: (?:[a-z0-9]+ )?(?:use|indication|setting|situation|purpose"
    r"|population|disease))?(?=[ ,.;(]+(?:\(|is\b|was\b|in\b|by\b|since\b|on\b|$))"
)
"""What a sentence calls by "this" it need not say again."""
_BASIS = re.compile(r"\b(?:based on|on the basis of|contingent (?:up)?on)\b[^.;]{0,160}")
"""What an approval rests on is no condition of it."""
_DATED = re.compile(
    r"\b(?:before|predat\w+|prior to|until|since|came) (?:\w+ ){0,4}(?:approv|indicat)"
)
_KEPT_OUT = re.compile(rf"\b(?:{_NO})\b")
_ENROLS = re.compile(
    r"\b(?:enrol\w*|recruit\w*|took in|takes in|admit(?:s|ted)|accept(?:s|ed)|eligible"
    r"|could (?:enter|join|take part)|open(?:ed|s)? to)\b"
)
_ALTERNATIVE = re.compile(r" ?(?:positive )?or (?P<what>(?:at least )?[a-z0-9]{2,12})\b")
_ANYWHERE = frozenset(("menopause", _SOME))
"""Kinds that limit a result as well as a rule."""

_AND = re.compile(r"\band\b")
_OR = re.compile(r"\bor (?!more|less|above|below|older|higher|greater|lower|fewer|younger)|;")
SHARED = 3
"""Stems that a sentence shares with the quote whose rule it tells. Chosen by hand."""


_INDICATED = re.compile(r"\b(?:indicat\w+|approv\w+|licensed|label\w*)\b")
_COMMON = frozenset(("HR", "ER", "PR", "HER2"))
"""Receptors, which a sentence on a drug for breast cancer may leave to its title."""


def _problem_with_markers(claim: CitedSentence) -> str:
    """Whether an indication is told without any of its markers, or without one that must be
    absent."""
    text = claim.sentence.words
    if not _INDICATED.search(text) or _DATED.search(text) or _FOR_THIS.search(text):
        return ""
    said = _markers(f"{claim.sentence.text}\n{claim.asked.text}")
    names = {marker.name for marker in said}
    for quote in claim.quotes():
        if not _INDICATED.search(quote.words):
            continue
        told = [marker for marker in _markers(quote.text) if marker.name not in _COMMON]
        absent = {marker.name for marker in told if marker.polarity == "absent"}
        present = {marker.name for marker in told} - absent
        for disease, genes in _DEFINED_BY:
            present -= genes if disease.search(claim.sentence.text) else frozenset()
        if present and not present & (names | claim.sentence.genes):
            return f"It leaves out a condition of the cited quotes: {min(present)}."
        if absent and not absent & names and not _KEPT_OUT.search(claim.sentence.words):
            return f"It leaves out a condition of the cited quotes: no change of {min(absent)}."
    return ""


def _markers(text: str) -> list[Marker]:
    return [found.value for found in read_clinical(text) if isinstance(found.value, Marker)]


def _problem_with_second_limit(claim: CitedSentence) -> str:
    """Whether it tells one of two limits that a rule joins by "and"."""
    if len(claim.sources) != 1 or not _RULE.search(claim.sentence.words):
        return ""
    quote = claim.sources[0].quote
    limits = [f for f in quote.figures if f.sign in ("≥", "≤", "<", ">") and not f.is_bound]
    limits.sort(key=lambda figure: figure.place)
    for one, other in pairwise(limits):
        between = quote.words[one.place : other.place]
        if not _AND.search(between) or _OR.search(between):
            continue
        said = {f.value for f in claim.sentence.figures}
        kept = [one.value in said, other.value in said]
        missing = other if kept[0] else one
        named = {stem for stem in missing.label if not is_neutral(stem)} & claim.sentence.stems
        if sum(kept) == 1 and one.value != other.value and not named:
            return f"It leaves out a condition of the cited quotes: {missing.sign}{missing.value}."
    return ""


def _is_alternative(kind: _Kind, told: str, said: str) -> bool:
    """Whether a condition is one of two of which each will do, and the sentence names a number or
    stage that the quote gives as the other one."""
    found = kind.told.search(told)
    if found is None:
        return False
    other = _ALTERNATIVE.match(told, found.end())
    return other is not None and other["what"].split()[-1] in said.split()


def is_rule(text: str) -> bool:
    """Whether a text in the level form tells what is done, not only what was seen."""
    return bool(_RULE.search(text))


def are_both_rules(text: str, quote: str) -> bool:
    """Whether a sentence and a quote both tell what is done, or both who could enter a trial: "took
    in tumours with a score of 10" is not said of all such."""
    told = (text, quote)
    return all(map(is_rule, told)) or all(map(_ENROLS.search, told))


def _rule_told(quote: str, claim: CitedSentence) -> str:
    """The part of a quote, between semicolons, that a sentence tells: the condition of another part
    is none of it. The whole, where it tells of several."""
    parts = [part for part in quote.split(";") if part.strip()]
    shared = [len(stems_of(part) & claim.sentence.stems) for part in parts]
    most = max(shared, default=0)
    near = [part for part, count in zip(parts, shared, strict=True) if count * 2 > most]
    return near[0] if len(near) == 1 else quote


def problem_with_dropped_condition(claim: CitedSentence) -> str:
    """The first kind of condition that a cited rule has and the sentence leaves out."""
    if problem := _problem_with_markers(claim) or _problem_with_second_limit(claim):
        return problem
    if len(claim.sources) > 1 or _FOR_THIS.search(claim.sentence.words):
        return ""  # what sums several rules up need not repeat the conditions of each
    text = f"{claim.sentence.words} {claim.asked.words}"
    is_rule = bool(_RULE.search(claim.sentence.words))
    for quote in claim.quotes():
        rules = is_rule and bool(_RULE.search(quote.words))
        told = _rule_told(quote.words, claim)
        for kind in _KINDS:
            alone = len(claim.sources) == 1 and not claim.sentence.trials
            anywhere = kind.name in _ANYWHERE and alone
            if not (rules or anywhere) or kind.kept.search(text):
                continue
            if kind.name == _ANOTHER_DRUG and len(claim.sentence.drugs) > 1:
                continue
            if kind.name != _SOME and _is_alternative(kind, told, text):
                continue
            if (
                kind.told.search(_BASIS.sub(" ", told))
                and len(quote.stems & claim.sentence.stems) >= SHARED
            ):
                return f"It leaves out a condition of the cited quotes: {kind.name}."
    return ""
