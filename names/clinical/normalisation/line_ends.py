"""Where the line of a message ends a sentence, and where it goes on in the next.

It ends above a last line that asks of a drug, where it ends with a drug itself. It goes on where
its last word is open ("never had" over "T-DM1"), or the next begins with what can only go on
("germline BRCA" over "Wild type")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.patterns.relatives import RELATIVE
from names.recognise import recognise
from names.tables.ward.abbreviations import abbreviations

LAST_BREAK = re.compile(
    r"(?<=[\w)*])[ \t]{0,3}\n[ \t]{0,3}(?:[-–—•*]\s{1,3})?"
    r"(?=(?P<word>[a-z][\w/+-]{1,60})[^\n.;:]{0,60}\?\s{0,3}\Z)"
)
"""The break above a last line that is a short question."""
OPEN_WORD = 40
"""Characters at the end of a line in which its last word is looked for."""
GOING_ON = 40
"""Characters at the beginning of a line that are looked at. Both by hand: longer than the words."""
DENIED_ROW = re.compile(
    r"(?i):\s?(?:no|not|none)\b[^\n.;:?]{0,25}(?P<break>\n)(?=(?-i:[A-Z])[\w-]{1,15}\b)"
)
"""The end of a row of a report that denies what the row is on: the next row is not denied."""
BREAK = re.compile(r"(?<=[^\s.?!;:])[ \t]{0,3}\n[ \t]{0,3}(?=[\w(])")
OPEN = re.compile(
    r"(?i)(?:\b(?:no|not|never|without|w/o|denies|denied|had|has|have|having|on|to|with|of|as"
    r"|in|for"
    r"|like|from|by|at|after|before|since|until|under|despite|via|and|or|nor|but|than|both|either"
    r"|an?|the|her|his|their|my|our|is|are|was|were|be|been|being|did|does|could|can|cannot|should"
    r"|would|will|may|which|who|whose|that|if|when|because|due"
    r"|germline|somatic|likely|uncertain|mild|moderate"
    r"|severe|complete|partial|prior|previous|neoadjuvant|adjuvant|finishing|stopping|starting"
    r"|received|tolerate|refractory|grade|gr|stage|class|line|(?:[a-z]{2,5}n['’]t))"
    r"|(?:^|\b(?:s?he|pt|patient|has|had|was|have|and|then|but|who)\s)"
    r"(?:refused|declined|stopped|failed)|\b(?:grade|gr|G)\s?[1-4])$"
)
"""How a line ends that goes on in the next."""
GOES_ON = re.compile(
    r"(?:(?i:with|and|or|of)|nor|but not|which|who|whose|that|for|because|due|before|since|until"
    r"|(?i:cancers?|carcinomas?)|tumou?rs?|disease|mutations?|mutated|variants?|fusions?"
    r"|amplifications?|amplified|alterations?|deletions?|insertions?|rearrange\w{0,6}|skipping"
    r"|significance|status|refractory|resistant|ineligible|intolerant|na[iï]ve)\b"
    r"|(?i:not (?:detected|found|seen|present|mutated|amplified)|negative|positive|detected"
    r"|wild[\s-]?type|undetectable|mutated|mutant|deficient|proficient|stable|low|high|absent"
    r"|excluded|ruled out|equivocal|pathogenic|benign|VUS"
    r"|exon \d{1,2} (?:deletion|insertion|skipping))"
    r"(?=\s?(?:[,.;)\n]|$|and\b|but\b))"
)
"""How a line begins that only goes on. A state counts where its clause ends with it: "Positive
nodes" is another finding, and "Negative: ALK" the head of a list."""
RELATED = re.compile(rf"(?i)\b{RELATIVE}$")
"""How a line ends that goes on only with what is said of a relative ("lives with husband")."""
OF_RELATIVE = re.compile(
    r"(?:[a-z]|(?i:has|had|is|was|with|who|carries|died|tested|and|of|in|also|both|takes)\b)"
)
"""How a line begins that goes on with what is said of a relative at the end of the one above."""
HEAD = re.compile(
    r"(?i)(?:(?:not |un)?detected|neg(?:ative)?|pos(?:itive)?|absent|wild[\s-]?type|mutated|VUS)"
    r"(?: for)?\s?:"
)
"""How a line begins that heads a list of its own: the line above ends a sentence."""
ASKING = re.compile(
    r"(?i)\s{0,3}(?:when|how|what|which|is|are|can|could|should|do|does|did|has|had|have|if"
    r"|would|will)\b"
)
"""How a line begins that asks; with no mark at its end it goes on in small letters."""
PARTS = re.compile(r"[/+&,\s]+")


def line_ends(text: str) -> Iterator[Change]:
    """The breaks that end a sentence, each to be written with a full stop."""
    asks = _above_question(text)
    if asks is not None:
        yield (*asks.span(), ".\n")
    yield from ((*match.span("break"), ".\n") for match in DENIED_ROW.finditer(text))
    for match in BREAK.finditer(text):
        is_first = asks is None or match.start() != asks.start()
        if is_first and HEAD.match(text, match.end()):
            yield (*match.span(), ".\n")


def lines_that_go_on(text: str) -> Iterator[Change]:
    """The breaks inside of a sentence, each to be written as a blank."""
    ends = {start for start, _, _ in line_ends(text)}
    for match in BREAK.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()].rstrip()
        if match.start() not in ends and _goes_on(line, text[match.end() :]):
            yield (*match.span(), " ")


def _above_question(text: str) -> re.Match[str] | None:
    """The break above a last line that asks of a drug, below a line that ends with one."""
    match = LAST_BREAK.search(text)
    if match is None:
        return None
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    last = PARTS.split(line.strip())[-1]
    return match if _is_drug(last) and _is_drug(PARTS.split(match["word"])[0]) else None


def _is_drug(word: str) -> bool:
    exact, any_case = abbreviations()
    meant = exact.get(word) or any_case.get(word.lower()) or word
    return bool(recognise(meant).of("drug", "drug_class"))


def _goes_on(line: str, following: str) -> bool:
    if RELATED.search(line) and OF_RELATIVE.match(following):
        return True
    asks = following[:1].islower() and ASKING.match(line)
    return bool(asks or OPEN.search(line[-OPEN_WORD:]) or GOES_ON.match(following[:GOING_ON]))
