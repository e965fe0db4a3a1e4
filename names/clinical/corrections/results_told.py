"""What a test said of a finding that a message asks, doubts, or denies from afar: "bone mets? bone
scan negative" becomes "bone mets: no", "supposedly ALK+, FISH neg" "not ALK+", "none of the samples
showed RET fusion" "no RET fusion"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from names.clinical.expansion import Change
from names.entities import EntityMention
from names.recognise import recognise

_TEST = (
    r"(?:CT|MRI|PET(?:[\s/-]CT)?|scan|imaging|bone scan|scintigraphy|biopsy|bx|cytology|LP|CSF"
    r"|echo|ECG|EKG"
    r"|troponin|ultrasound|USS?|endoscopy|OGD|colonoscopy|bronchoscopy|x-?ray|CXR|CTPA|doppler"
    r"|serology|RNA[\s-]?seq|PCR|IHC|FISH|ISH|NGS|panel|test|testing|sequencing|germline"
    r"|work-?up|culture|swab)"
)
_OWNER = (
    r"(?:(?:the|our|a|an|her|his|own|in-house|central|local|repeat\w{0,2}|latest|recent|second|last"
    r"|today['’]?s|brain|whole[\s-]body|staging|urine|blood|liver|chest|bone|germline|tumou?r"
    r"|confirmatory|reference)\s){0,4}"
)
_SAYS = (
    r"(?:\s(?:is|was|were|came|back|all|both|now|today|results?|result|shows?|showed|says)){0,3}"
)
_CLEAR = (
    r"(?:neg(?:ative)?|clear|clean|normal|unremarkable|none|nil|intact|retained|wild[\s-]?type)"
)
_ENDS = r"(?=\s?(?:[.,;:)!\n]|$))"
_CLEARED = re.compile(
    rf"(?i)(?<=[\w)+*%])(?P<mark>\s?\?{{1,3}}\s{{0,2}})(?:no,?\s)?"
    rf"(?:{_OWNER}{_TEST}(?:\s{_TEST})?{_SAYS}\s?:?\s{_CLEAR}"
    rf"|none (?:on|by|in|at) {_OWNER}{_TEST}){_ENDS}(?P<end>[.,;])?"
)
_NO_LOSS = re.compile(
    rf"(?i)\bloss(?:\s?\?{{1,3}}\s{{0,2}}(?:no,?\s)?(?:(?:on|by)\s)?(?:IHC{_SAYS}\s?:?\s)?"
    rf"|\s?,?\s?(?:but\s)?(?:on\s|by\s)?IHC{_SAYS}\s?:?\s)"
    rf"(?:intact|retained|preserved|normal|not lost){_ENDS}"
)
"""A loss of a protein that the stain shows to be there: "PTEN loss? IHC intact"."""
_MARKERS = ("gene", "variant", "status")
_NEAR = 30
"""Characters from a marker to the question mark behind it. By hand: its state."""

_NONE_OF = re.compile(
    r"(?i)\b(?:none|neither) of\s(?:(?:the|her|his|these|those|all|our|two|three|four|five|\d"
    r"|both)\s){0,3}"
    r"(?:[a-z]\w{1,14}\s){0,2}?(?:samples?|biops(?:y|ies)|bx|specimens?|tests?|panels?|assays?"
    r"|scans?"
    r"|reports?|blocks?|lesions?|sites?|mets|metastases|tumou?rs|cores|nodes|them|which)\s"
    r"(?:(?:has|have|had|ever|was|were|is|are)\s){0,2}"
    r"(?:show(?:s|ed|n)?|found|finds?|reveal(?:s|ed)?|detect(?:s|ed)?|carr(?:y|ies|ied)"
    r"|harbou?r(?:s|ed)?|demonstrate[sd]?|confirm(?:s|ed)?|contain(?:s|ed)?|identif(?:y|ies|ied)"
    r"|positive for|(?=(?:an?\s)?[A-Z]))\s?(?:(?:an?|any|the|evidence of)\s){0,2}"
)

_HEDGE = re.compile(
    r"(?i)\b(?:(?:was|is|were|been)\s)?(?:supposedly|allegedly|reportedly|apparently|presumably"
    r"|presumed"
    r"|ostensibly|purported(?:ly)?|(?:labell?ed|reported|called|told|said|thought|believed"
    r"|assumed) (?:as"
    r"|to (?:be|have|carry|harbou?r))|(?:(?:outside|external|other|first|previous"
    r"|initial) (?:lab|report"
    r"|hospital|NGS|panel|test|IHC|pathology|path)\s(?:said|says|called|reported|found|claimed"
    r"|showed|shows)(?: it)?))\s(?:(?:an?|the|as|with)\s){0,2}$"
)
_HEDGE_REACH = 60
"""Characters before a finding in which a word of doubt begins. By hand: the longest of them."""
_STATE = (
    r"(?:[+-](?!\w)|[\s-](?:mut\w{0,6}|fusions?|variants?|positive|pos|high|low|[0-3]\+"
    r"|amplif\w{0,7}"
    r"|rearr\w{0,8}|deficient|translocat\w{2,4}))?"
)
_DOUBTED_STATE = re.compile(rf"(?i){_STATE}")
_NOT_BORNE_OUT = re.compile(
    rf"(?i){_STATE}(?:\s(?!but\b)[a-z][\w-]{{1,14}}){{0,5}}\s?[.,;–-]\s?(?:but\s|however,?\s)?"
    rf"{_OWNER}{_TEST}(?:\s{_TEST})?{_SAYS}"
    rf"(?:\s?:?\s(?:{_CLEAR}|not confirmed|0){_ENDS}"
    rf"|\s(?:found|with|has|had|without|did(?: not|n['’]t) (?:find|show|confirm))\s?(?:no|it|any"
    rf"|an?)?"
    rf"(?:\s(?!but\b)[\w-]{{2,16}}){{0,2}}{_ENDS})"
)
"""Behind a doubted finding: the test that did not find it, with no other marker before it."""
_ASKED = re.compile(
    rf"(?i){_STATE}\s(?:real|true|genuine|correct|right|confirmed)\s?\?{{1,3}}\s{{1,2}}(?:no,?\s)?"
    rf"{_OWNER}{_TEST}(?:\s{_TEST})?{_SAYS}\s?:?\s(?:{_CLEAR}|not confirmed){_ENDS}"
)
"""Behind a finding of which a message asks whether it is real, and that a test did not find."""
_FOUND_ONE = re.compile(r"(?i)\s(?:found|with|has|had)\s(?!no\b)")

_INSTEAD = re.compile(r"(?i)(?P<words>\s?,?\sinstead)\b(?!\sof\b)(?=\s?(?:[.;\n]|$|of\b))")


def results_told(text: str) -> Iterator[Change]:
    """The words around a finding of which a test tells that it is not there, as a denial."""
    for match in _NONE_OF.finditer(text):
        yield (*match.span(), "no ")
    mentions = recognise(text).of("gene", "variant", "status", "tumour")
    for match in _NO_LOSS.finditer(text):
        yield (*match.span(), "loss: no")
    for match in _CLEARED.finditer(text):
        yield from _as_denial(text, match, mentions)
    end = 0
    for each in mentions:
        hedge = _HEDGE.search(text, max(0, each.start - _HEDGE_REACH), each.start)
        refuted = _NOT_BORNE_OUT.match(text, each.end) if hedge else None
        if hedge and refuted and not _FOUND_ONE.search(refuted.group()):
            yield from _refuted_by(text, each, hedge, refuted, mentions)
        elif (asked := _ASKED.match(text, each.end)) and each.start >= end:
            end = asked.end()
            yield each.start, each.start, "not "
            yield text.index("?", asked.start()), end, ". "
    yield from _replaced_by_other(text, mentions)


def _refuted_by(
    text: str,
    finding: EntityMention,
    hedge: re.Match[str],
    refuted: re.Match[str],
    mentions: Sequence[EntityMention],
) -> Iterator[Change]:
    """A doubted finding with the test that did not find it. A test of the germline tells of that
    alone: the finding is left without the state that is doubted."""
    others = (m for m in mentions if m.kind in _MARKERS and m.text.lower() != "germline")
    if any(finding.end < m.start < refuted.end() for m in others):
        return
    if "germline" not in refuted.group().lower():
        yield (*hedge.span(), "not ")
        return
    state = _DOUBTED_STATE.match(text, finding.end)
    yield (*hedge.span(), "")
    yield (*state.span(), "") if state else (finding.end, finding.end, "")


def _as_denial(
    text: str, match: re.Match[str], mentions: Sequence[EntityMention]
) -> Iterator[Change]:
    """The result of a test behind what was asked. Of a marker it is its state."""
    beside = [m for m in mentions if m.kind in _MARKERS and m.end <= match.start()]
    between = text[beside[-1].end : match.start()] if beside else ","
    if len(between) <= _NEAR and "," not in between:
        yield (*match.span("mark"), " ")
    else:
        yield match.start(), match.end(), ": no."


def _replaced_by_other(text: str, mentions: Sequence[EntityMention]) -> Iterator[Change]:
    """A variant in whose place a later test found another one: "V600E on the first panel, second
    panel K601E instead"."""
    variants = [each for each in mentions if each.kind == "variant"]
    for older, newer in pairwise(variants):
        match = _INSTEAD.match(text, newer.end)
        between = text[older.end : newer.start]
        if match is None or re.search(r"[.;?!\n]\s", between):
            continue
        genes = [m for m in mentions if m.kind == "gene" and m.start < older.start <= m.end + 1]
        start = genes[-1].start if genes else older.start
        yield start, start, "not "
        parted = list(re.finditer(r"\s?[,;–-]\s", between))
        if parted:
            yield older.end + parted[-1].start(), older.end + parted[-1].end(), ". "
        if genes and not any(
            m.kind == "gene" for m in mentions if older.end <= m.start < newer.end
        ):
            yield newer.start, newer.start, f"{genes[-1].text} "
        yield (*match.span("words"), "")
