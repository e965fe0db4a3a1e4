"""Headings over a list of markers, and sentences behind one: "Pertinent negatives: a, b", "Not
tested: a, b", "Tested genes: a, b. All negative."."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from names.clinical.markers.item import MarkerItem
from names.clinical.markers.lexing import MarkerToken
from names.clinical.markers.neighbours import NAMING_KINDS, OPENERS
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage

DeniedState = Literal["absent", "unknown", "other"]
LONGEST_HEAD = 80
"""Characters of a heading; chosen by hand: ten words."""
WORD = re.compile(r"[A-Za-z/?'’]+(?:-[A-Za-z]+)?")
CLAUSE_START = re.compile(r"[.;:?!\n,(]|\s[-–—•*]\s|^[-–—•*]\s")
DENYING = frozenset((
    "negative", "negatives", "neg", "negativ", "absent", "excluded", "undetected",
    "undetectable", "none", "nil", "no", "not", "without", "wildtype", "wild-type", "wild", "wt",
    "unmutated", "non-mutated", "unaltered", "normal", "denied", "denies", "lacks", "lacking",
    "nothing", "never", "neither",
))  # fmt: skip
UNSURE = frozenset((
    "pending", "awaited", "awaiting", "outstanding", "suspected", "possible", "probable",
    "likely", "r/o", "exclude", "planned", "ordered", "requested", "sent", "untested", "unknown",
    "unclear", "inconclusive", "unavailable", "query", "rule", "considered", "benign",
    "actionable", "targetable", "significant", "done", "performed", "available", "failed",
))  # fmt: skip
"""What is named under these is not known to be there. "No actionable alterations: KRAS G12D" may
name what was found."""
GENERAL = frozenset((
    "pertinent", "relevant", "key", "important", "clinically", "finding", "findings", "result",
    "results", "marker", "markers", "biomarker", "biomarkers", "gene", "genes", "alteration",
    "alterations", "aberration", "aberrations", "mutation", "mutations", "mutated", "variant",
    "variants", "fusion", "fusions", "rearrangement", "rearrangements", "amplification",
    "amplifications", "change", "changes", "abnormality", "abnormalities", "target", "targets",
    "driver", "drivers", "panel", "ngs", "fish", "ihc", "pcr", "report", "molecular", "genomic",
    "genetic", "mutational", "testing", "test", "tests", "tested", "status", "following", "the",
    "these", "in", "of", "for", "at", "on", "all", "any", "are", "is", "was", "were", "be",
    "been", "and", "or", "by", "detected", "found", "identified", "seen", "present", "observed",
    "reported", "confirmed", "shown", "known", "pathogenic", "oncogenic", "other", "others",
    "evidence", "sign", "signs", "tumour", "tumor", "tissue", "plasma", "liquid", "biopsy",
    "ctdna", "blood", "germline", "somatic", "profile", "profiling", "sequencing", "hotspot",
    "hotspots", "type", "types", "list", "came", "back", "as", "below", "both", "analysed",
    "analyzed", "covered", "included", "to", "out", "still", "yet", "have", "has", "ruled",
    "harbours", "harbors", "carries", "shows", "positive", "positives", "pos", "altered",
    "amplified", "rearranged", "expressed", "only", "also",
))  # fmt: skip
FOUND = frozenset(("detected", "found", "identified", "present", "confirmed"))
POSITIVE = frozenset(("positive", "positives", "pos"))
NEGATIVE = frozenset(
    ("negative", "neg", "mutated", "altered", "absent", "normal", "none", "nothing")
)
SPECIMENS = frozenset(("plasma", "ctdna", "blood", "liquid", "tissue", "biopsy"))
"""One of them may be negative, and what is named behind it found in another."""
NOUNS = frozenset((
    "negatives", "finding", "findings", "results", "markers", "biomarkers", "genes",
    "alterations", "aberrations", "mutations", "variants", "targets", "drivers",
))  # fmt: skip
"""A heading without a colon has one of them: "Negative" alone in a line is a cell of a column."""
GENE_LIKE = frozenset(("wild", "wildtype", "wild-type", "wt", "unmutated", "non-mutated"))
TESTED = frozenset(("tested", "covered", "included", "analysed", "analyzed"))
LISTED = frozenset((
    "genes", "gene", "for", "markers", "biomarkers", "mutations", "variants", "hotspots",
    "alterations", "fusions", "targets",
))  # fmt: skip
TURNS = re.compile(
    r"(?i)\b(?:but|however|has|had|with|positive for|harbou?rs?|carries|shows|showed|revealed"
    r"|whereas|while)\b|[.?!](?=\s|$)|\n"
    r"|[,;]\s?(?:(?:mut(?:ated|ant)?|positive|pos|drivers?)\s?:?\s"
    r"|(?:mutations?|variants?|detected|found|hits?|NGS|ctDNA)\s?:\s)"
    r"|;\s?(?:NGS|ctDNA)\s"
    r"|\s[-–—]\s(?=[^,;\n]{2,30}\b(?:mut|pos|detected))|[-=]>|→"
)
"""Ends what a heading says of its list."""
HEAD_END = re.compile(r":(?=\s|$)|\n|\s[-–—](?=\s)|\s?=(?=\s)")
ALL_NEGATIVE = filtered_pattern(
    r"(?i)(?P<between>[.;:\n]|\s[-–—](?=\s)|[-=]>)\s{0,3}(?:results?:\s)?"
    r"(?:(?:they |these |those )?(?:(?:was|were|are|is) )?(?:all|both|everything)"
    r"(?: of (?:them|these|those|which))?"
    r"(?: (?:tests|genes|results|markers))?(?: (?:was|were|are|is|came back|came up))?"
    r" (?:negative|neg|wild[\s-]?type|wt|normal|not (?:detected|found|mutated)|undetected|absent"
    r"|unremarkable)"
    r"|(?:none|nothing)(?: of (?:them|these|those|which))?(?: (?:was|were|are|is))?"
    r" (?:detected|found|positive|present|identified|seen|mutated|altered))\s?(?=[.;!?\n]|$)"
)
"""A sentence that denies the list before it. "Nothing else found" does not."""
PANEL = filtered_pattern(
    r"(?i)\b(?:panel|NGS|hot-?spots?|sequencing|test(?:ed|ing|s)?|PCR|genes?|mutations?"
    r"|alterations?|drivers?|markers?)\s?\((?P<list>[^()]{3,160})\)[\s:=–-]{1,3}"
    r"(?:(?:is|was|were|are|came back|all|both|results?) ){0,3}"
    r"(?P<negative>negative|neg\b|wild|wt\b|not (?:detected|found|mutated)|none|nothing|normal"
    r"|undetected|absent|no (?:mutation|alteration|variant))"
)
"""A list in brackets behind the word for a test, with its result."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a text, and what a heading says of the markers that it names."""

    start: int
    end: int
    said: DeniedState


def tell_lists(text: str, tokens: Sequence[MarkerToken], items: Sequence[MarkerItem]) -> None:
    """Write into the items of a text what headings and sentences say of their lists."""
    for region in _regions(text, tokens):
        for item in items:
            if region.start <= item.start < region.end:
                _tell(item, region.said, tokens)
    for match in ALL_NEGATIVE.finditer(text):
        _deny_sentence(text, match, items)
    for match in PANEL.finditer(text):
        for item in items:
            if match.start("list") <= item.start < match.end("list"):
                _tell(item, "absent", tokens)


def _deny_sentence(text: str, match: re.Match[str], items: Sequence[MarkerItem]) -> None:
    start = max(text.rfind(sign, 0, match.start()) for sign in (". ", "\n", "; "))
    meant = [item for item in items if start < item.start < match.start()]
    said = "absent" if len(meant) > 1 else "unknown"
    for item in meant:
        if item.polarity is None and not item.whole:
            item.polarity = "absent" if said == "absent" else None
            item.own_state, item.denial, item.unknown = True, 0, said == "unknown"


def _tell(item: MarkerItem, said: DeniedState, tokens: Sequence[MarkerToken]) -> None:
    if item.unknown or (_is_stated(item, tokens) and not item.spread) or item.free:
        return
    if any(marker.value is not None for marker in item.whole):
        return
    if said == "unknown" or item.whole:
        item.unknown = True
        return
    item.polarity, item.own_state, item.denial = "absent", True, 0


def _is_stated(item: MarkerItem, tokens: Sequence[MarkerToken]) -> bool:
    """Whether words of its own say that it is there or not: "KRAS G12C positive"."""
    return item.own_state and any(
        (token.kind in ("plus", "minus", "absent", "uncertain"))
        or (token.kind == "present" and token.text.lower() in (*POSITIVE, *FOUND, "yes", "+ve"))
        for token in tokens
        if item.start <= token.start < item.end
    )


def _regions(text: str, tokens: Sequence[MarkerToken]) -> Iterator[Region]:
    heads = list(_heads(text, tokens))
    for place, (end, said) in enumerate(heads):
        last = heads[place + 1][0] if place + 1 < len(heads) else len(text)
        if said != "other":
            yield from _region(text, end, last, said)


def _region(text: str, start: int, last: int, said: DeniedState) -> Iterator[Region]:
    """The list under a heading: the rest of its line, or the lines below it up to an empty one."""
    in_lines = text[start - 1] == "\n" or not text[start:last].split("\n", 1)[0].strip()
    if in_lines:
        start += len(text[start:last]) - len(text[start:last].lstrip())
        blank = re.compile(r"\n[ \t]*\n").search(text, start, last)
        last = blank.start() if blank else last
    at = start
    for match in TURNS.finditer(text, start, last):
        if match.group() == "\n" and in_lines:
            continue
        at = match.start()
        break
    else:
        at = last
    semicolon = text.find(";", start, at)
    if semicolon >= 0:
        yield Region(start, semicolon, said)
        yield Region(semicolon, at, "unknown")
    else:
        yield Region(start, at, said)


def _heads(text: str, tokens: Sequence[MarkerToken]) -> Iterator[tuple[int, DeniedState]]:
    """Where each heading ends, and what it says."""
    for match in HEAD_END.finditer(text):
        start = max(0, match.start() - LONGEST_HEAD)
        before = [m.end() for m in CLAUSE_START.finditer(text, start, match.start())]
        start = before[-1] if before else start
        if said := _said_by(text, start, match, tokens):
            yield match.end(), said


def _said_by(
    text: str, start: int, match: re.Match[str], tokens: Sequence[MarkerToken]
) -> DeniedState | None:
    found = list(WORD.finditer(text, start, match.start()))
    words = [word.group().lower() for word in found]
    run: list[str] = []
    for word in reversed(words):
        if word not in DENYING and word not in UNSURE and word not in GENERAL:
            break
        run.append(word)
    if any(start <= token.start < match.start() for token in tokens if token.kind in NAMING_KINDS):
        return None
    begins = match.group() == ":" and text[max(0, start - 2) : start].strip() in ("", ".", ";")
    told, rest = set(run), words[: len(words) - len(run)]
    if _meaning_of(told) == "other" and not told & (FOUND | POSITIVE):
        return "other" if begins and words else None
    if match.group() == "\n" and (rest or not told & NOUNS or len(run) < 2):
        return None
    said = _meaning_of(told)
    if said == "absent" and rest and not _may_stand_before(text, found[len(rest) - 1]):
        return None if not told & GENE_LIKE else said
    return said if match.group() in (":", "\n") or said == "absent" else None


def _may_stand_before(text: str, word: re.Match[str]) -> bool:
    """Whether a heading may begin behind this word: "metastatic NSCLC negative:", not "MRI
    negative:"."""
    tumours = recognise_passage(text).of("tumour")
    return word.group().lower() in OPENERS or any(each.end == word.end() for each in tumours)


def _meaning_of(told: set[str]) -> DeniedState:
    if told & UNSURE or (told & TESTED and told & LISTED and not told & DENYING):
        return "unknown"
    if told & SPECIMENS:
        return "unknown" if told & DENYING else "other"
    if not told & DENYING:
        return "absent" if "ruled" in told else "other"
    if told & TESTED and not told & (FOUND | POSITIVE | NEGATIVE):
        return "unknown"  # "not tested"
    return "unknown" if told & POSITIVE and not told & {"no", "not"} else "absent"
