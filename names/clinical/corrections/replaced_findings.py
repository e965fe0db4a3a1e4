"""A finding that a message takes back in favour of another, told as denied: "G12V rather than G12C"
becomes "G12V, not G12C", "G12C was a typo" becomes "not G12C"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from names.clinical.expansion import Change
from names.clinical.grammar.sentences import is_asked_from
from names.entities import EntityMention, start_with_gene
from names.recognise import recognise

_STATE = (
    r"[+-](?![\w])|[\s-](?:mut\w{0,6}|fusions?|variants?|positive|pos|negative|neg|low"
    r"|ultra-?low|zero"
    r"|high|[0-3]\+|amplif\w{0,7}|amp)"
)
"""What may stand behind the name of what was found."""
_PATIENT = r"(?:patient|pt|person|case|lady|gentleman|woman|man|guy)(?:['’]s)?"
OF_ANOTHER = (
    rf"(?:from|of|for|on|in)\s(?:another|a different|the other|the wrong|the previous|the next)\s"
    rf"(?:{_PATIENT}|sample|block)|(?:another|a different|the other)\s{_PATIENT}"
    rf"|someone else['’]?s?|somebody else['’]?s?|from someone else|mixed up|a mix[\s-]?up"
)
"""Behind a finding that was told of the patient, and is somebody else's."""
_RATHER = re.compile(
    rf"(?i)(?P<state>{_STATE})?"
    r"(?P<link>\s?,?\s?(?:and |but )?(?:rather than|instead of|in place of)\s)(?:the\s|an?\s)?"
)
_WAS_WRONG = re.compile(
    rf"(?i)(?P<state>{_STATE})?"
    r"(?P<link>\s(?:was|is)\s(?:(?:just|only)\s)?(?:(?:an?|my|the)\s)?(?:typos?|mistakes?"
    r"|errors?|wrong"
    r"|incorrect|mistyped|misread|misreported|false[\s-]positives?|artefacts?|artifacts?"
    rf"|{OF_ANOTHER})\b(?:\s(?:report|result|sample|panel))?"
    r"(?:\s?[,;:.–—-]\s?)?)"
)
_CORRECTED = (
    r"(?:correct(?:ed|ion)|amend(?:ed|ment)|revised|erratum|recte|should (?:be|read)|in fact"
    r"|actually)"
)
_IN_FACT = re.compile(
    rf"(?i)(?P<state>{_STATE})?(?P<link>\s(?:is|was)\s(?:in fact|actually|really)\s"
    r"|\s(?:turned out to be|proved to be|should (?:be|read)|(?:was|is|has been)\s"
    r"(?:amended|corrected|revised|changed) to)\s"
    r"|\s?,?\s(?:but|however,?|yet)\s(?:(?:the|our|a|an|on|her|his)\s)?(?:repeat\w{0,2}"
    r"|re-?test\w{0,3}|NGS"
    r"|central|review|second|confirmatory|reference)\b[^.;,?\n]{0,30}?\s(?:shows?|showed|is|was"
    r"|found"
    r"|finds|revealed|reveals|says|said)\s"
    rf"|\s?[(\[]\s?{_CORRECTED}\s?[:,=]?\s?(?:to\s|is\s|as\s)?)(?:the\s|an?\s)?(?:VUS\s)?"
)
"""Between a finding and the one in whose place it was reported: "G12C is in fact G12D", "D538G
(corrected: E380Q)"."""
_KIND_ALONE = re.compile(
    r"(?i)(?:mutation|variant|alteration|fusion|rearrangement|translocation|amplification)s?"
)
_PUT_RIGHT = re.compile(r"(?i)\b(?:corrected|amended|changed|revised)\s(?:it\s)?(?:from\s)?$")
_TO = re.compile(r"(?i)\s(?:to|into)\s")
_TEST_AGAIN = (
    r"(?:confirmatory|confirmation|repeat\w{0,2}|second|re-?test\w{0,3}|central|reference|review)"
)
_NOT_CONFIRMED = re.compile(
    rf"(?i)(?:{_STATE}|\sloss)?(?:\s(?:in|on|by|reported|found|seen|plasma|tissue|ctDNA|outside"
    rf"|initially|at first"
    rf"|first)){{0,3}}\s?[.;,–-]\s?(?:but\s)?(?:(?:the|our|a|on)\s)?{_TEST_AGAIN}"
    r"(?:\s(?:test|testing|biopsy|bx|lab|NGS|PCR|result|report|sample|panel|plasma|tissue|IHC"
    r"|FISH|ISH"
    r"|assay|review|was|is|came|back|by|in|the)){0,4}\s"
    r"(?:(?:(?:did|could|does)(?:\snot|n['’]?t)|failed to)\sconfirm(?:\s(?:it|this|that|the"
    r" (?:mutation|variant|finding|result|fusion)))?|not confirmed|neg(?:ative)?|intact"
    r"|retained|wild[\s-]?type)"
    r"(?=\s?(?:[.,;:)?!\n]|$))"
)
"""Behind a finding that another test did not find again."""
_OPENS = re.compile(
    r"(?i)(?:^|[.;!\n])\W{0,4}(?:(?:no|nope|sorry|correction|wait|oops|actually|typo|(?:i\s)?meant?"
    r"|it['’]?s|it is|it was|that was|should (?:be|read)|the gene is)[\s,:.!–-]{1,3}){0,4}$"
)
"""Before a gene of which nothing more is said: "sorry, ROS1 rather than ALK". Elsewhere it may be a
test that is wished for."""


_BARE_OPENS = re.compile(
    r"(?i)^\W*(?:(?:no|sorry|correction|oops|wait)[\s,:!.–-]{1,3}){0,2}not\s(?:an?\s|the\s)?"
    r"(?P<gene>[A-Z][A-Z0-9]{1,7}\s)?$"
)
_BARE_LINK = re.compile(r"\s?[,;–—]\s|\s-\s")
_BARE_ENDS = re.compile(r"\s?(?:[.;!\n]|$)")


def _denied_first(text: str, mentions: Sequence[EntityMention]) -> Iterator[Change]:
    """A message that begins with the variant that it takes back and tells the one in its place:
    "not ALK F1174L, R1275Q"."""
    variants = [each for each in mentions if each.kind == "variant"]
    if len(variants) != TWO:
        return
    old, new = variants
    opens = _BARE_OPENS.fullmatch(text, 0, old.start)
    if opens and _BARE_LINK.fullmatch(text, old.end, new.start) and _BARE_ENDS.match(text, new.end):
        yield old.end, new.start, f". {opens['gene'] or ''}"


TWO = 2


_SUPPOSES = re.compile(
    r"(?i)(?:^|[.;!?\n])\s{0,3}(?:(?:and|but|so|ok(?:ay)?),?\s){0,2}(?:(?:(?:what|how) about"
    r"|what if"
    r"|if|suppos\w{2,4}|and)\s(?:it\s(?:is|was|were)\s|with\s|for\s|an?\s|the\s)?)?"
    r"(?:[A-Z][A-Z0-9]{1,7}\s)?$"
)
"""Before a finding of a question that puts another case: "and G12D instead of G12C?"."""


def replaced_findings(text: str) -> Iterator[Change]:
    """The words that say of one finding that another is meant, each as a denial; nothing of what is
    asked."""
    if not _MAY_REPLACE.search(text) and not _BEGINS_WITH_NOT.match(text):
        return
    yield from dict.fromkeys(_denials_of_replaced(text))


def _denials_of_replaced(text: str) -> Iterator[Change]:
    # Of treatments "rather than" tells a choice.
    mentions = recognise(text).of("variant", "gene", "status")
    for first, second in pairwise(mentions):
        match = _RATHER.fullmatch(text, first.end, second.start)
        told = match and (match["state"] or {first.kind, second.kind} != {"gene"})
        opens = _OPENS.search(text, 0, first.start)
        asks = is_asked_from(text, second.end) and not _SUPPOSES.search(text, 0, first.start)
        if match and (told or opens) and not asks:
            yield (*match.span("link"), ", not ")
    yield from _reported_otherwise(text, mentions)
    yield from _denied_first(text, mentions)
    for place, each in enumerate(mentions):
        if _NOT_CONFIRMED.match(text, each.end):
            start = start_with_gene(mentions, place)
            yield start, start, "not "
            continue
        match = _WAS_WRONG.match(text, each.end)
        if match and not is_asked_from(text, match.end()):
            start = start_with_gene(mentions, place)
            if _KIND_ALONE.fullmatch(text, start, each.end):
                continue  # the thread has to tell of which gene
            yield start, start, "not "
            yield (*match.span("link"), ". ")
        corrected = _PUT_RIGHT.search(text, max(0, each.start - 30), each.start)
        if corrected and _TO.fullmatch(text, each.end, _next_start(mentions, place)):
            yield (*corrected.span(), "not ")
            yield each.end, _next_start(mentions, place), ". "


def _reported_otherwise(text: str, mentions: Sequence[EntityMention]) -> Iterator[Change]:
    for place, (first, second) in enumerate(pairwise(mentions)):
        if not _IN_FACT.fullmatch(text, first.end, second.start):
            continue
        if not text[second.end : second.end + 2].lstrip().startswith("?"):
            match = _IN_FACT.match(text, first.end)
            start = start_with_gene(mentions, place)
            yield start, start, "not "
            yield (*match.span("link"), ". ") if match else (start, start, "")


_STAINED = (
    r"\b(?P<name>ER|PR|PgR|AR|CLDN18(?:\.2)?|[Cc]laudin[\s-]?18(?:\.2)?|PD-?L1|TPS"
    r"|HER-?2)\s?[:=]?\s?"
    r"(?P<share>\d{1,3}\s?%(?:\s?(?:at|of|with)?\s?[0-3]\+(?:/[0-3]\+)?)?)"
)
_SHARE_CORRECTED = re.compile(
    r"(?i)[\s.;,]{0,3}\b(?:(?:path\w{0,7}|report|result|IHC|lab)\s)?(?:corrected|amended|revised"
    r"|correction)"
    r"(?:\s(?:to|as))?\s?[:=]?\s(?P<share>\d{1,3}\s?%(?:\s(?:at|of|with)\s[0-3]\+(?:/[0-3]\+)?)?)"
    r"(?=\s?(?:[.,;)\n]|$))"
)


def corrected_shares(text: str) -> Iterator[Change]:
    """The share of stained cells that a message puts right without its marker ("CLDN18.2 40%. Path
    corrected: 80% at 2+"), where it has told the share of one marker only."""
    right = _SHARE_CORRECTED.search(text)
    told = [*re.finditer(_STAINED, text[: right.start()])] if right else []
    if right and len(told) == 1:
        yield (*told[0].span("share"), right["share"])
        yield (*right.span(), "")


_NEGATIVE_LIST = re.compile(
    r"(?i)(?:\bneg(?:ative)? for\s[^.;:?!\n]{2,80}?"
    r"|(?:\bno\s[\w-]{2,12}(?:\s(?:mut\w{0,6}|fusions?))?\s?(?:,"
    r"|and)\s?){1,6}\bno\s[\w-]{2,12}(?:\s(?:mut\w{0,6}|fusions?))?)(?P<comma>,\s)"
    r"(?!no\b)(?=(?P<next>[A-Z][\w-]{1,12}(?:\s[\w-]{2,14}){1,3}))"
)
_THERE = re.compile(
    r"(?i)[A-Z][\w-]{1,12}(?:\s(?:fusion|mut\w{0,6}|rearr\w{0,8}|amp\w{0,9}|exon"
    r"|[A-Z]\d{1,4}[A-Z]\w{0,3}"
    r"|skipping|\d{1,2})){0,3}\s(?:found|detected|positive|pos|present|identified|seen)\b"
)
_ALTERED = re.compile(r"[A-Z][\w-]{1,12}\s(?:fusion|[A-Z]\d{1,4}[A-Z]\b|mut\w{0,6}|amp\w{0,9}|ITD)")


def found_behind_denials(text: str) -> Iterator[Change]:
    """The comma between genes that are denied and one that is there: "no EGFR, no ALK, RET fusion",
    "negative for EGFR and ALK, RET fusion found"."""
    for match in _NEGATIVE_LIST.finditer(text):
        by_each = match.group().lower().startswith("no")
        told = _THERE.match(text, match.end()) or (by_each and _ALTERED.match(text, match.end()))
        if told:
            yield (*match.span("comma"), "; ")


_BEGINS_WITH_NOT = re.compile(r"(?i)^\W{0,9}(?:\w+[\s,:!.–-]{1,3}){0,2}not\s")
_MAY_REPLACE = re.compile(
    r"(?i)\b(?:(?:but|however,?|yet)\s(?:\w+\s)?(?:repeat|re-?test|NGS|central|review|second"
    r"|confirm|refer)"
    r"|rather than|instead of|in place of|typos?|mistakes?|errors?|wrong|incorrect|mistyped"
    r"|misread|misreported|false[\s-]positives?|artefacts?|artifacts?|corrected|amended|changed|another"
    r"|other|different|else|mix\w{0,4}"
    r"|revised|in fact|actually|really|turned out|proved|should|correction|amendment|erratum"
    r"|recte|confirm\w{0,6}|repeat\w{0,2}|re-?test\w{0,3}|central|reference|review|second)\b"
)


def _next_start(mentions: Sequence[EntityMention], place: int) -> int:
    following = mentions[place + 1 : place + 2]
    return following[0].start if following else mentions[place].end
