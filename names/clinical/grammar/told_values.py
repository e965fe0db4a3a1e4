"""How a message tells a value, brought to the way that all readers know: "Child-Pugh is actually
B8", "LVEF has dropped to 42%", "HER2 3+ -> 1+" and "ECOG is not 1 but 3" become the name with its
value behind it, "Child-Pugh B8".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from names.clinical.expansion import Change
from names.clinical.grammar.changes import OTHER_AMOUNT
from names.clinical.grammar.two_places import second_place
from names.clinical.grammar.two_times import ValuePatterns, read_last, value_patterns_of
from names.patterns.forms import one_of
from names.tables.ward.measures import measure_names

_PLAIN = r"is|are|was|were|now|has|have|had|of|came back"
"""Words that most readers know between a name and its value."""
_MORE = (
    r"actually|really|in fact|in reality|truly|confirmed|reported|read|called|shown|documented"
    r"|listed|measured|estimated|calculated|tested|retested|turn(?:s|ed) out|came|comes|returned"
    r"|proved|proven|found|known|(?:changed|dropped|drops|fell|falls|fallen|rose|risen|went|gone"
    r"|improved|worsened|declined|decreased|increased)\sto|currently|today|recently|\(repeat\)"
    r"|re-?(?:reviewed|review|read|scored|stained|evaluated|assessed|graded)"
    r"|repeat|repeated|on repeat|on recheck|at last check|still|only|just|about|around"
    r"|up to(?=\s\d[\d.,]{0,6}[^.;?\n\d]{0,12}\b(?:from|since|over))"
    r"|roughly|approximately|results?|status|level|value|score|reading"
    r"|(?:on|at|by) (?:day|week|month|cycle) \d{1,3}(?!\d)(?: day \d{1,2}(?!\d))?"
    r"|(?:on|at) [dwc]\d{1,3}(?!\d)"
    r"|after (?:fluids|hydration|transfusion|\d{1,2} (?:days?|weeks?|wks?|cycles?))"
    r"|this morning|today['’]s|on (?:the |that )?day(?: of (?:treatment|chemo(?:therapy)?|infusion"
    r"|(?:the |this )?(?:cycle|course|dose)))?(?! ?\d{1,2}\b(?![.,]\d))"
    r"|(?:on|at) (?:the )?day \d{1,2} of (?:the )?(?:[a-z]{3,6} )?(?:cycle|course)"
    r"(?: \d{1,2})?(?!\d)"
    r"|this week|on (?:the |an? )?(?:ecg|ekg|echo)"
    r"|become|became|since(?=\s(?:fallen|dropped|risen|gone|improved|worsened|declined|decreased"
    r"|increased|become"
    r"|been|changed|recovered)\b)|count|should (?:be|read|have been)|been|be|as|to|at"
)
"""Words that few know."""
_SIGN = r"->|=>|→|⇒|[—–-](?=\s)|[:=]|\?(?=\s)"
_LINK = rf"(?:\s?(?:(?i:{_PLAIN}|{_MORE})(?![A-Za-z])|{_SIGN})){{1,6}}\s?"
_BECAME = (
    r"(?:then |has |later )?(?:became|become|turned(?: into| to)?"
    r"|(?:converted|changed|dropped|fell|went|decreased)\s(?:to|into))"
)
"""Between the value that something had and the one that it has."""
_KNOWN = re.compile(rf"(?i)(?:\s?(?:(?:{_PLAIN})(?![A-Za-z])|[:=])){{1,6}}\s?")
_PUT_RIGHT = re.compile(
    r"(?i)^\W*(?:no(?=[,;:.!])|nope|sorry|oops|wait|correction|corrected|typo|actually"
    r"|my mistake)\b"
)
_SHOULD = re.compile(r"(?i)\b(?:should|(?:has|have|had|is|are|was) to) be\b")
"""In a message that puts something right it tells the value, else what a rule asks for."""
_AIM = re.compile(r"(?i)\s?(?:(?:as|to|at|be|been)(?![A-Za-z])\s?){1,6}")
"""A link of these alone tells no value: "ECOG to 2", "stage at II"."""

_STATE = (
    r"(?:(?i:negative|neg|positive|pos|wild[\s-]?type|wt|mutated|mutant|(?:(?:not|non)[\s-])?"
    r"amplified|deficient|proficient|stable|unstable|high|low|ultra-?low|lost|retained|intact"
    r"|equivocal|unmethylated|methylated|(?:not )?detected|undetectable|absent)\b"
    r"(?=\s?(?:[,.;:)(?!\n/-]|$|->|=>|→|⇒|(?i:on|by|in|at|now|today|and|but|not|was|previously"
    r"|formerly"
    r"|no longer|instead|rather|to|then|so|for|before|after|initially|originally|last"
    r"|(?:19|20)\d\d)\b))"
    r"|[+−-](?=[\s,.;)]|$)|[0-3]\+(?!\w)|0(?!\w|[.,]\d|\s?%)|[~<>≤≥]?\s?\d{1,3}(?:\.\d)?\s?%)"
)
_NUMBER = (
    r"(?:[~<>≤≥]?\s?\d{1,4}(?:[.,]\d{1,3})?(?!\d|[.,/-]\d)(?!\s?(?i:lines?|cycles?|mg(?!/)"
    r"|weeks?|wks?"
    r"|months?|mos?|years?|yrs?|days?|doses?|prior|L\b|h\b|hours?|of\b|or\b|times?\b|st\b|nd\b"
    r"|rd\b|th\b))(?!\s?[a-zA-Z/%]{0,6}\s(?i:lower|higher|less|more|down|up|points?)\b))"
)
_UNIT = r"(?:\s?(?:%|m[lL]/min|[mµu]?g/d?[lL]|[mµu]?mol/[lL]|ms|kg|cm|U/[lL]|[x×]\s?ULN))?"
_CLASS = (
    r"(?:[ABC]\s?\d{0,2}(?![\w+])|(?:III|II|IV|I)[ABCabc]?\d?(?![\w+])"
    r"|\d{1,3}[ABCab]?(?![\w.,%/+-]\d)(?![\w%/+])"
    r"(?!\s?(?i:weeks?|wks?|cycles?|months?|mos?|days?|d\b|hours?|hrs?|h\b|lines?|prior|mets?"
    r"|of\b|times"
    r"|lesions?|nodes?|doses?|mg|drugs?|years ago|yrs ago)))"
)
_PHENOTYPE = (
    r"(?:(?i:poor|intermediate|normal|rapid|ultra-?rapid) metaboli[sz]er"
    r"|\*\d{1,3}[a-zA-Z]?/\*\d{1,3}[a-zA-Z]?)"
)
_GRADE = r"(?i:normal|mild|moderate|severe|end[\s-]stage)(?!\w)"
_ORGAN_WORDS = (
    r"(?i:(?:renal|kidney|hepatic|liver)"
    r"\s(?:impairment|insufficiency|failure|dysfunction|function))"
)
_ASKED_FOR = (
    r"(?:should|must|has to|needs to) (?:be|stay|remain)"
    r"(?: (?:at least|above|over|under|below|more than|less than))?"
)
_HYPHEN = r"[\s\u2010-\u2015−-]?"
_NOT_ME = r"(?!I\s(?:now|today|currently)\s[a-z])"
"""What is no value: "stage II in 2019, I now plan"."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a value is told of."""

    name: str
    value: str
    is_read_with_link: bool
    """Whether its readers know the words of ``_PLAIN`` between the two."""
    is_read_as_course: bool
    """Whether they know "from 85 to 38" and "38 (was 85)"."""
    replaced: str = ""
    """The values that take each other's place, if not all do: a second variant of a gene comes
    beside the first ("EGFR L858R, now T790M")."""
    is_of_place: bool = False
    """Whether it may differ from one place of the tumour to another: of two values of which neither
    is later, both count."""
    are_times_read: bool = False
    """Whether they know "85 in May, 38 in July"."""


def _kinds() -> tuple[_Kind, ...]:
    forms = {form.lstrip("=").lower() for forms in measure_names().values() for form in forms}
    return (
        _Kind(
            r"\b(?:Child(?:['’]s)?(?=\s[ABC])|C-?P(?=\s?[ABC]\d{1,2}\b)"
            rf"|(?i:child{_HYPHEN}(?:turcotte{_HYPHEN})?pugh|ECOG|karnofsky|KPS|NYHA)|WHO PS"
            r"|CTP|PS"
            r"|(?i:performance status)|FIGO|(?<!\d-)(?<!\d\s)(?i:stage|age))"
            r"(?:\s(?i:class|grade|PS|performance status|stage|score))?",
            _CLASS,
            is_read_with_link=False,
            is_read_as_course=False,
        ),
        _Kind(
            rf"(?<![\w-])(?i:{one_of(forms)})(?![\w-])",
            rf"(?:{_NUMBER}{_UNIT})",
            is_read_with_link=True,
            is_read_as_course=True,
            are_times_read=True,
        ),
        _Kind(
            r"\b(?i:weight|wt|height)\b",
            rf"(?:{_NUMBER}{_UNIT})",
            is_read_with_link=True,
            is_read_as_course=False,
            are_times_read=True,
        ),
        _Kind(
            rf"\b{_ORGAN_WORDS}\b",
            _GRADE,
            is_read_with_link=True,
            is_read_as_course=False,
        ),
        *_marker_kinds(),
    )


def _marker_kinds() -> tuple[_Kind, ...]:
    return (
        _Kind(
            r"(?<![\w-])(?:HER-?2|ERBB2)(?:\sIHC)?",
            r"(?:[1-3]\+|0)(?!\w|[.,]\d|\s?%)",
            is_read_with_link=False,
            is_read_as_course=False,
        ),
        _Kind(
            r"(?<![\w-])(?i:PD-L1|TMB|CPS|TPS|Ki-?67)(?:\s(?i:TPS|CPS|IC|TC|score))?",
            rf"(?:{_NUMBER}(?:\s?%)?|{_STATE})",
            is_read_with_link=True,
            is_read_as_course=False,
            is_of_place=True,
        ),
        _Kind(
            r"(?<![\w-])(?i:FR\s?-?(?:α|alpha|a)|FOLR-?1|(?:CLDN|claudin)[\s-]?18(?:[.,]2)?|c-?MET)"
            r"(?:\s(?:IHC|expression))?",
            r"(?:[~<>≤≥]?\s?\d{1,3}\s?%|(?i:low|medium|high|negative|neg|positive|pos)\b)",
            is_read_with_link=True,
            is_read_as_course=False,
            is_of_place=True,
        ),
        _Kind(
            r"(?<![\w-])(?:(?!(?:ECOG|NYHA|FIGO|BCLC)\b"
            r"|[A-Z]\d{2,4}[A-Z][-–]\s)[A-Z][A-Z0-9]{1,7}(?:-[A-Z]{2,3}\d?)?)"
            r"(?:\s(?:ITD|IHC|exon \d{1,2}(?: skipping)?|mutation|fusion|amplification"
            r"|rearrangement))?",
            rf"(?:{_STATE}|{_PHENOTYPE}|[A-Z]\d{{2,4}}[A-Z](?!\w))",
            is_read_with_link=True,
            is_read_as_course=False,
            is_of_place=True,
            replaced=rf"(?:{_STATE}|{_PHENOTYPE})",
        ),
    )


@dataclass(frozen=True, slots=True)
class _Patterns:
    kind: _Kind
    told: re.Pattern[str]
    """The name, a link, and behind it the value."""
    course: re.Pattern[str]
    """The name, the value it had, and behind it the one it has."""
    named: re.Pattern[str]
    """The name, and behind it the value."""
    values: ValuePatterns
    denied: re.Pattern[str]
    """The name and the value it has not, and behind it the one it has."""
    former: re.Pattern[str]
    """The name with its value, and behind it the one it had or has not."""


@cache
def value_patterns() -> tuple[_Patterns, ...]:
    """The patterns of each kind of value; made when a message first asks for them."""
    return tuple(_patterns_of(kind) for kind in _kinds())


def _patterns_of(kind: _Kind) -> _Patterns:
    name, value = rf"(?P<name>{kind.name})", kind.value
    old = kind.replaced or value
    return _Patterns(
        kind,
        told=re.compile(rf"{name}(?P<link>{_LINK})(?={value})"),
        course=re.compile(
            rf"{name}(?P<link>(?:{_LINK}|\s?:?\s?)"
            rf"(?:(?i:changed|dropped|fell|rose|went|gone|improved|worsened|declined|increased)\s"
            rf"(?i:from)\s{old}\s(?i:to)\s"
            rf"|(?:{old}\s?(?:->|=>|→|⇒|\s(?i:and now|now|{_BECAME}))\s?){{1,5}}))"
            rf"(?={old}{OTHER_AMOUNT})"
        ),
        named=re.compile(rf"{name}(?:{_LINK}|\s?:?\s?)(?={old})"),
        values=value_patterns_of(f"{_NOT_ME}{old}"),
        denied=re.compile(
            rf"{name}(?P<link>(?:\s?(?i:{_PLAIN}))?\s?(?i:not|no longer|n['’]t|{_ASKED_FOR})"
            rf"\s{value}"
            rf"(?:,|\s)\s?(?:(?i:but|it is|it['’]s|rather|is|is now|now|only)\s){{1,3}})(?={value})"
        ),
        former=re.compile(
            rf"{name}(?:{_LINK}|\s?:?\s?){value}(?P<link>,?\s?(?:,|\(|\s)\s?(?i:not(?!\s(?:ampl"
            rf"|det))"
            rf"|was|previously|formerly|no longer|instead of|rather than|before)\s{value}\)?)"
        ),
    )


def plain_values(text: str) -> Iterator[Change]:
    """The words between the names of a message and their values that its readers do not know, each
    to be left out."""
    for each in value_patterns():
        yield from _put_right(text, each)
        yield from _links(text, each)
        if not each.kind.are_times_read:
            yield from _of_former_times(text, each)
        if not each.kind.is_read_as_course:
            yield from _left_out(text, each.course, " ")
            yield from _left_out(text, each.former, "")
        yield from _left_out(text, each.denied, " ")
    yield from _graded_before(text)
    patterns = [each for each in value_patterns() if each.kind.is_of_place]
    again = [change for each in patterns for change in _named_again(text, each)]
    yield from {start: (start, end, words) for start, end, words in reversed(again)}.values()


def _links(text: str, patterns: _Patterns) -> Iterator[Change]:
    for match in patterns.told.finditer(text):
        link = match["link"]
        known = patterns.kind.is_read_with_link and _KNOWN.fullmatch(link)
        asked = _SHOULD.search(link) and not _PUT_RIGHT.match(text)
        if not known and not asked and not _AIM.fullmatch(link):
            yield (*match.span("link"), " ")


_WAS_WRONG = re.compile(
    r"(?i)\s(?:was|is)\s(?:(?:just|only|clearly)\s)?(?:(?:an?|the|my)\s)?(?:lab(?:oratory)?\s"
    r"|typing\s"
    r"|sample\s)?(?:errors?|typos?|mistakes?|art[ei]facts?|wrong|incorrect|mistyped|ha?emolysed"
    r"|mixed up)\b"
)
_RIGHT = re.compile(
    r"(?i)\s?[,;.:–-]?\s?(?:(?:the|its|and)\s)?(?:real|true|correct(?:ed)?|actual(?:ly)?|right"
    r"|repeat(?:ed)?)(?:\s(?:value|one|result|number))?(?:\s(?:is|was|now))?[\s:=]{1,2}"
)
_NORMAL_NOW = re.compile(
    r"(?i)[^.;?!\n\d(]{0,25}[,;]\s(?:(?:but|and|is|has|now|back|returned|to|today|since)\s){0,4}"
    r"(?P<normal>normal(?:i[sz]ed)?)\b(?=\s?(?:[.,;)\n]|$|now\b|today\b|again\b|since\b))"
)
"""Behind a value of before: "bili 3x ULN last month, normal now"."""


def _put_right(text: str, patterns: _Patterns) -> Iterator[Change]:
    """A value that a message takes back as an error, with the one in whose place it stood: "CrCl 29
    was a lab error, real value 68". Without that one nothing is told."""
    for match in patterns.named.finditer(text):
        value = patterns.values.first.match(text, match.end())
        wrong = _WAS_WRONG.match(text, value.end()) if value else None
        normal = _NORMAL_NOW.match(text, value.end()) if value else None
        if value and normal:
            yield value.start(), normal.start("normal"), ""
        if value is None or wrong is None:
            continue
        right = _RIGHT.match(text, wrong.end())
        if right and patterns.values.first.match(text, right.end()):
            yield value.start(), right.end(), ""
        else:
            yield match.start(), wrong.end(), ""


def _of_former_times(text: str, patterns: _Patterns) -> Iterator[Change]:
    """The values that hold no longer, or of which nobody can tell whether they do; the one that
    holds gets the name beside it: "Child-Pugh A before TACE, B now"."""
    for match in patterns.named.finditer(text):
        two = read_last(text, match.end(), patterns.values)
        if two and not two.holds and patterns.kind.is_of_place:
            continue
        yield from ((*place, "") for place in two.others) if two else ()
        if two and two.holds == "second":
            yield (*two.second, f"{match['name']} {text[slice(*two.second)]}")


def _named_again(text: str, patterns: _Patterns) -> Iterator[Change]:
    """The name before a second value of another place, or of a time of which nobody can tell
    whether it is later."""
    for match in patterns.named.finditer(text):
        first = patterns.values.first.match(text, match.end())
        two = read_last(text, match.end(), patterns.values)
        second = two.second if two and not two.holds else None
        if two is None and first:
            second = second_place(text, first.end(), patterns.values.first)
        if second:
            yield second[0], second[0], f"{match['name']} "


def _graded_before(text: str) -> Iterator[Change]:
    """The same of a grade before its organ: "severe renal impairment last month, mild now"."""
    for match in GRADED.finditer(text):
        two = read_last(text, match.start(), _GRADES)
        yield from ((*place, "") for place in two.others) if two else ()
        if two and two.holds == "second":
            yield (*two.second, f"{text[slice(*two.second)]} {match['name']}")


GRADED = re.compile(rf"\b{_GRADE}\s(?P<name>{_ORGAN_WORDS})\b")
_GRADES = ValuePatterns(GRADED, value_patterns_of(_GRADE).second)


def _left_out(text: str, pattern: re.Pattern[str], instead: str) -> Iterator[Change]:
    return ((*match.span("link"), instead) for match in pattern.finditer(text))
