"""What a message asks to have computed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from agents.analyses.columns import endpoints
from agents.analyses.contract import AnalysisKind
from retrieval.tables.contract import DataTable, TableColumn

_ENDPOINT_NAME = r"(?-i:OS|PFS|DFS|EFS|RFS|TTP|DOR|TTDE)"
_UNIT = r"(?:days?|weeks?|wks?|months?|mos?|years?|yrs?)"
_LANDMARKS = re.compile(
    rf"(?i)\bat (?:(?P<lead>{_UNIT}) )?"
    r"(?P<at>\d{1,5}(?:\.\d{1,3})?(?: ?(?:,|and|&|,? and) ?\d{1,5}(?:\.\d{1,3})?)"
    rf"{{0,5}})(?! ?%)[ -]?(?P<unit>{_UNIT}\b)?"
    rf"|\b(?P<before>\d{{1,5}}(?:\.\d{{1,3}})?)[ -](?P<own>{_UNIT})[ -](?:rates? of )?"
    rf"(?={_ENDPOINT_NAME}\b|(?:overall |progression[- ]free |event[- ]free )?survival\b)"
)
_EVENTS_NAMED = re.compile(
    r"(?i)\badverse (?:drug )?(?:events?|reactions?|effects?)\b|\bS?AEs?\b|\btoxicit(?:y|ies)\b"
    r"|\bside[ -]effects?\b"
)
_MOST = re.compile(r"(?i)\b(?:(?:the )?most (?:common(?:ly)?|frequent(?:ly)?|often)|commonest)\b")
_SERIOUS = re.compile(r"\bSAE(?=s?\b)")
_COMPARED = r"(?:vs\.?|versus|compared (?:with|to))"
_KINDS: tuple[tuple[AnalysisKind, re.Pattern[str]], ...] = (
    ("waterfall", re.compile(r"(?i)\bwaterfall\b")),
    ("swimmer", re.compile(r"(?i)\bswimmers?\b")),
    ("forest", re.compile(r"(?i)\bforest(?: plot)?\b")),
    ("hazards", re.compile(r"(?i)\bcox\b|\bhazard ratios?\b|\bHRs?\b|\bproportional hazards?\b")),
    (
        "survival",
        re.compile(
            r"(?i)\bKM\b|kaplan|\bsurvival\b|log-?rank|\bmedian (?:OS|PFS|DFS|EFS|RFS|TTP|time)\b"
            rf"|\btime to\b|\bat risk\b|\b{_ENDPOINT_NAME} (?:rates?|at|by|per|in|for|among|only"
            rf"|where|with(?:out)?|excluding|except|over|under|and|between|across|according|stratified|split)\b"
            rf"|\b\d{{1,5}}[ -]{_UNIT}[ -]{_ENDPOINT_NAME}\b|^\W*{_ENDPOINT_NAME}\W*$"
            rf"|\b{_ENDPOINT_NAME}\b(?=[^.;?]{{1,60}}\b{_COMPARED}\s)"
            rf"|(?<=\s){_COMPARED}(?=\s[^.;?]{{1,40}}\s{_ENDPOINT_NAME}\W*$)"
        ),
    ),
    (
        "response",
        re.compile(
            r"(?i)\b[OD][RC]R\b|\bresponse rates?\b|\bdisease control(?: rates?)?\b"
            r"|\bresponders?\b"
        ),
    ),
    ("frequent events", _MOST),
    ("adverse events", _EVENTS_NAMED),
    (
        "two by two",
        re.compile(r"(?i)\bfisher(?:['’]s)?\b|\b2 ?[x×] ?2\b|\bodds ratio\b|\bassociation\b"),
    ),
    ("summary", re.compile(r"(?i)\b(?:mean|average|median|summary|quartiles?|range) (?:of )?")),
    ("counts", re.compile(r"(?i)\bcounts?\b|\bnumber of\b|\bhow many\b|\bdistribution\b|\bn of\b")),
)
_EVENT = re.compile(
    r"(?i)\bevents? (?:is|are|=) ?(?P<column>[\w.]+) ?(?:=|is|:) ?(?P<value>[\w.]+)"
)
_OF = re.compile(
    r"(?i)\b(?:mean|average|median|summary|quartiles?|range|counts?|number|how many"
    r"|distribution|waterfall(?: plot)?|fisher(?:['’]s)?(?: exact)?(?: test)?|odds ratio"
    r"|association|2 ?[x×] ?2(?: table)?)\s++(?:of |for |in )?(?:the )?"
    r"(?P<what>(?!(?:by|per|across)\b)[\w .-]+?)"
    r"(?=(?<!\s)\s++(?:by|per|across|between|according|for each|in each|and|with|vs\.?|versus)\b"
    r"|[?,;]|$)"
)
_BESIDE = re.compile(r"(?i)^(?:the|each) | (?:please|with .*|in .*|at \d.*)$")
_TWO_BY_TWO = re.compile(r"(?i)\b2 ?[x×] ?2\b")
_FISHER = re.compile(r"(?i)\bfisher\b")
_RATE = re.compile(r"(?i)\b(?:[OD][RC]R|rates?|control)\b")
_RESPONDER = re.compile(r"(?i)\W{0,5}(?:the )?respon(?:ders?|ses?)\W{0,5}")
_PARTS = re.compile(r"(?i)(;|,|\band\b (?:the |a |also )?(?=\S))")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Landmark:
    """A time at which a share is asked for, and its unit where one is told."""

    time: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing to compute."""

    asked: AnalysisKind
    words: str
    of: str = ""
    """What is counted, averaged or compared, in the words of the message or as a column."""
    by: str = ""
    """By which groups."""
    endpoint: str = ""
    event: tuple[str, str] | None = None
    """Column and value that mean an event, where the message says so."""
    landmarks: tuple[Landmark, ...] = ()
    compared: tuple[str, ...] = ()
    """The columns that a model compares."""
    whole: DataTable | None = None
    """The table of which rows were chosen for it: what its values mean is told by all of them."""

    @property
    def is_on_part(self) -> bool:
        """Whether rows were chosen for it."""
        return self.whole is not None

    def all_of(self, column: TableColumn) -> TableColumn:
        """A column with the values of all rows."""
        return (self.whole.column(column.name) if self.whole else None) or column


def read_intents(text: str) -> tuple[Intent, ...]:
    """What a message asks to have computed, in order; nothing for one that asks something else."""
    text = _SERIOUS.sub("serious AE", text)
    event = _EVENT.search(text)
    told = (event["column"], event["value"]) if event else None
    bare = text.replace(event[0], " ") if event else text
    found: list[Intent] = []
    for part in _parts(bare):
        kind = _kind_of(part)
        if kind is None:
            continue
        of = _OF.search(part)
        found.append(
            Intent(
                asked=kind, words=part, of=_BESIDE.sub("", of["what"].strip(" .-")) if of else "",
                endpoint=_endpoint_of(part), event=told, landmarks=_landmarks_of(part),
            )
        )  # fmt: skip
    return tuple(found)


def without_what_is_computed(intent: Intent) -> str:
    """The words of an intent without those that say what is computed, of which endpoint, when."""
    words = _LANDMARKS.sub(" ", intent.words)
    for pattern, _ in _endpoints():
        words = pattern.sub(" ", words)
    if intent.asked == "frequent events":
        words = _EVENTS_NAMED.sub(" ", words)
    return dict(_KINDS)[intent.asked].sub(" ", words)


def _kind_of(part: str) -> AnalysisKind | None:
    of_two = _FISHER.search(part) and not _RATE.search(part)
    if of_two or _TWO_BY_TWO.search(part):
        # "2x2 of responder and smoker" is no rate of responders.
        return "two by two"
    found = (kind for kind, pattern in _KINDS if pattern.search(part))
    return next((each for each in found if each != "frequent events" or _of_events(part)), None)


def _of_events(part: str) -> bool:
    return _EVENTS_NAMED.search(part) is not None


def _parts(text: str) -> list[str]:
    """The parts of a message that each ask for something; a part that asks for nothing of its own
    belongs to the one before: "AEs by grade and arm"."""
    first, *rest = _PARTS.split(text)
    found, has_kind = [[first]], _kind_of(first) is not None
    for joint, part in zip(rest[::2], rest[1::2], strict=True):
        is_asked = _kind_of(part) is not None
        if _RESPONDER.fullmatch(part) and _kind_of(found[-1][-1]) == "two by two":
            # The second column of a table of two.
            is_asked = False
        if has_kind and is_asked:
            found.append([part])
        else:
            found[-1] += [joint if joint in (",", ";") else f" {joint.strip()} ", part]
        has_kind = has_kind or is_asked
    return [words for each in found if (words := "".join(each).strip())]


@cache
def _endpoints() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    for name, others in endpoints().items():
        words = [rf"(?i:{re.escape(each)})" for each in others]
        found.append((re.compile(rf"\b(?:{'|'.join([name, *words])})\b"), name))
    return tuple(found)


def _endpoint_of(part: str) -> str:
    return next((name for pattern, name in _endpoints() if pattern.search(part)), "")


def _landmarks_of(part: str) -> tuple[Landmark, ...]:
    found = []
    for match in _LANDMARKS.finditer(part):
        unit = (match["unit"] or match["own"] or match["lead"] or "").lower()
        found += [
            Landmark(float(each), unit) for each in _NUMBERS.findall(match["at"] or match["before"])
        ]
    return tuple(dict.fromkeys(found))
