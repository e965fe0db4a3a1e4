"""Words of time and place between how a treatment ended and the treatment itself or the reason,
left out before they are read: "progressed after 14 mo on X", "X stopped last yr for hepatitis"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import ExpandedText, rewrite

FAILING = (
    r"(?:fail(?:ed|ing|s)|(?<!heart )(?<!cardiac )(?<!renal )(?<!kidney )(?<!liver )(?<!hepatic )"
    r"(?<!respiratory )(?<!organ )(?<!marrow )failure)"
)
"""That a treatment failed; the failure of an organ is none."""
NEXT_BEHIND = (
    r"(?= [\w/+ -]{3,40}?[,;:.]?\s(?:what(?:['’]?s)? |whats )?"
    r"(?:next(?: (?:line|step|treatment|therapy))?|options?)\s?(?:\?|$))"
)
"""Between "on" and a treatment of which the next one is asked: "on letrozole, next?"."""
NEVER = (
    r"never(?! (?:\w{1,25} )?\w{1,25}(?:ed|ing)\b"
    r"| (?:[\w/-]{1,25}[ -]){1,3}(?:intoleran|progress|toxic|fail|respon|relaps|react|refract"
    r"|resist))(?: on)?"
)
"""Right before a treatment: "never a PARP inhibitor". Not before what happened under one."""
BEGUN = (
    r"(?:after|since|following|from) (?:starting|commencing|beginning"
    r"|(?:the )?(?:start|beginning|initiation) of)(?: on)?"
)
"""Words before a treatment that has begun: "4 weeks after starting alpelisib"."""
_NUMBER = (
    r"(?:\d{1,3}(?:[.,]\d)?\+?[\s-]?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|a few|few|several|a couple of|half a|a|an)[\s-])"
)
_UNIT = (
    r"(?:m|mos?|mths?|months?|y|yrs?|years?|w|wks?|weeks?|d|days?|cycles?|cyc?|doses?|infusions?"
    r"|courses?)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|autumn|fall|winter)"
)
DATE = (
    r"(?:\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}[/.]\d{2,4}|(?:19|20)\d\d(?:-\d\d)?"
    rf"|(?:(?:early|mid|late|end of)[\s-])?{_MONTH}\b\.?(?:[\s'’]{{1,2}}(?:20)?\d\d\b)?)"
)
BEGUN_AT = (
    rf"(?:was |were )?(?:started|begun|commenced|initiated) (?:in |on )?{DATE}[\s,]{{1,2}}"
    r"(?=(?:and |but |then |was ){0,2}(?:stop|discont))"
)
"""When a treatment began of which the end is told next."""
_SCAN = (
    r"(?:(?:the )?(?:first|1st|second|2nd|last|latest|next|most recent) (?:restaging|re-staging"
    r"|staging|scan|imaging|evaluation|assessment|CT|MRI|PET(?:-CT)?))"
)
_BEFORE = (
    r"(?:(?:after|at|within|for|over|by|in|during|following|since|from|until|till|on|only|just"
    r"|about|approx\.?|around|almost|nearly|barely|the|another|less than|more than|already|first"
    r"|last|past|as of)\s|[x×~<>@]\s?){0,4}"
)
_TAIL = r"(?:\s(?:ago|later|back|earlier|in|of (?:treatment|therapy)|into (?:treatment|therapy)))?"
_NTH = r"(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth)"
_ADVERB = (
    rf"(?:(?:last|this|past|the same) (?:yr|year|mo|month|wk|week|{_MONTH})"
    r"|recently|lately|yesterday|today|now|again|rapidly|quickly|slowly|early(?: on)?|eventually"
    r"|initially|previously|earlier|already|immediately|promptly|soon|subsequently|meanwhile"
    r"|temporarily|just|shortly|radiographically|radiologically|clinically|biochemically)"
)
TIME = (
    rf"(?:{_BEFORE}(?:{_NUMBER}{_UNIT}|{DATE}(?:\s?[-–]\s?(?:{DATE}|now))?|{_SCAN}"
    rf"|{_NTH}\s(?:cycle|month|mo|mth|week|wk|year|yr)"
    r"|(?:cycle|month|mo|mth|week|wk|day|dose|year|yr)\s\d{1,3}"
    rf"|C\d{{1,2}}(?:D\d{{1,2}})?)(?![\w/]){_TAIL}|[x×]\s?\d{{1,2}}(?!\w)"
    rf"|{_ADVERB}(?!\w))"
)
"""One adverbial of time: "after only 14 mo", "last yr", "3/24", "at first restaging"."""
_SITE = (
    r"(?:liver|lungs?|bones?|brain|CNS|(?:lymph )?nodes?|LNs?|peritoneum|pleura|adrenals?|skin"
    r"|spine|pelvis|chest|mediastinum|hepatic|osseous|cerebral|intracranial|meninges)"
)
_PLACE = (
    rf"(?:\(?(?:in |to )?(?:the |her |his |new |both )?{_SITE}"
    rf"(?:\s?(?:and|,|/|\+|&)\s?{_SITE}){{0,2}}(?:\s(?:only|mets|metastases|lesions?))?\)?(?!\w))"
)
_FAILED = (
    r"(?:progress(?:ed|ion|ing|es|ive disease)|relaps(?:ed|e|es|ing)|recurr(?:ed|ence|ing)"
    r"|fail(?:ed|s|ing|ure)|POD)"
)
_STOPPED = (
    r"(?:stopped|discontinued|withdrawn|interrupted|ceased|halted|held|withheld|paused|suspended"
    r"|on hold|off|quit|dropped)"
)
_GAP = r"(?!,\s?(?:now|currently|today|since)\b)[\s,]{1,2}"
"""What parts such words from the others. "PD, now on X" tells of X, and not when PD was."""
FAILED_AND_TIME = re.compile(
    rf"(?i)\b{_FAILED}(?!\swithin)(?P<out>(?:{_GAP}(?:{TIME}|{_PLACE})){{1,3}}:?)"
    r"(?:(?P<of>\s(?:of|into)\b)|(?=\s(?:on|under|through|despite|during|while|with|after|following)\b))"
)
STOPPED_AND_TIME = re.compile(
    rf"(?i)\b{_STOPPED}(?P<out>(?:{_GAP}{TIME}){{1,3}})"
    r"(?=\s(?:for|due to|because of|owing to|secondary to|on account of|d/t|after)\b|\s?\()"
)
RETURNED = re.compile(r"(?i)relaps|recurr")
WHILE = re.compile(
    rf"(?i)\b(?:in|at|during)\s(?:the\s)?(?:{_NTH}\s)?(?:cycle|month|mo|mth|week|wk|year|yr)\b"
)
"""A time counted from the start of a treatment: "in month 30 of adjuvant letrozole"."""


def without_times(text: str) -> ExpandedText:
    """The text without the words of time and place that part an outcome from its treatment.

    "Progressed after 8 cycles of X" becomes "progressed on X"; "relapsed after 8 cycles of X" does
    not: what came back after a treatment need not have grown on it."""
    return rewrite(text, sorted(_changes(text)))


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    for match in FAILED_AND_TIME.finditer(text):
        if match.group().startswith("POD"):
            yield match.start(), match.end(), "progressed on" if match["of"] else "progressed"
        elif match["of"] is None:
            yield *match.span("out"), ""
        elif not RETURNED.match(text, match.start()) or _is_while(match):
            yield match.start("out"), match.end(), " on"
    for match in STOPPED_AND_TIME.finditer(text):
        yield *match.span("out"), ""


def _is_while(match: re.Match[str]) -> bool:
    """Whether the disease came back while the treatment was given, by how its time is counted."""
    return match["of"].strip().lower() == "into" or bool(WHILE.search(match["out"]))
