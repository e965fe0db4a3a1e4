"""One wording of a text for all checks: drugs by their generic name, endpoints by their full one,
dates and shares in figures. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.checking.support.parts_in_words import with_parts_in_figures
from agents.checking.support.reading.words import TABLES
from names.clinical.expansion import expand
from names.clinical.grammar.numerals import IN_WORDS
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.recognise import recognise_passage
from names.tables.rows import read_pairs, read_rows

_HAZARD = filtered_pattern(r"\bHR(?=s?\b[^\w+-]{0,3}(?:of |was |for \w+ )?[=:]? ?\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = filtered_pattern(
    r"\b(?:(?P<day>\d{1,2}) )?(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may"
    r"|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
    r" (?:(?P<late>\d{1,2}), )?(?P<year>20\d\d)\b",
    re.IGNORECASE,
)
_SHARED_STEM = filtered_pattern(r"\b(?P<stem>[A-Za-z]{2,6})(?P<first>\d)/(?P<second>\d)\b")
NUMBER_WORDS = {
    **IN_WORDS,
    "eleven": "11",
    "twelve": "12",
    "thirteen": "13",
    "fourteen": "14",
    "fifteen": "15",
    "sixteen": "16",
    "seventeen": "17",
    "eighteen": "18",
    "nineteen": "19",
    "twenty": "20",
    "hundred": "100",
}
_TENS = {
    word: 10 * count
    for count, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2
    )
}
_TWO_WORDS = filtered_pattern(
    rf"\b(?P<tens>{'|'.join(_TENS)})-(?P<ones>one|two|three|four|five|six|seven|eight|nine)\b",
    re.IGNORECASE,
)
_GRAMS = filtered_pattern(
    r"(?<![\d.,])(?P<grams>\d(?:\.\d{1,2})?) ?g"
    r"(?= (?:a|per|each) day\b| (?:once|twice|daily)\b|/d(?:ay)?\b)"
)
"""A daily dose in grams, where labels give milligrams."""
_IN_HUNDRED = filtered_pattern(
    r"\b(?P<count>\d+(?:\.\d+)?)(?P<whom>(?: more| fewer| less)?(?: patients| women| men| people)?)"
    r" (?:in|of|out of|per|in every|of every) (?:100|a hundred|one hundred)\b"
)
_LEUKAEMIA = filtered_pattern(r"\b(?:[BT]-?(?:cell )?)?ALL\b(?! [A-Z]{3})")
"""Only in capitals: "all" is a word."""
_AGAINST = filtered_pattern(r"(?<=[\d%s]) v\.? (?=\d)")
_CONTRASTED = filtered_pattern(
    r"(?P<one>\d ?(?:%|months?|(?:of )?patients)?"
    r"(?: (?:on|with|for|in|under|after) [a-z0-9][a-z0-9+/ -]{1,40}?)?),? (?:rather than|instead of"
    r"|as against|set against|as compared (?:with|to)|in contrast (?:to|with))"
    r" (?=(?:only |about |just )?\d{1,4}(?:\.\d+)?(?:%| months?\b| of patients\b|[ ,.;)]))",
    re.IGNORECASE,
)
"""Two measured values set against each other: "11.2 rather than 7.8 months" denies nothing."""
_IHC = filtered_pattern(r"\bIHC ?(?:was |of |score )?(?P<score>[0-3]\+?)")
_INELIGIBLE = filtered_pattern(
    r"\b(?P<what>[A-Za-z]{5,20})[- ](?:ineligible|unfit|intolerant)"
    r" (?P<who>patients|adults|people|women|men)\b",
    re.IGNORECASE,
)
_POINTS = filtered_pattern(r"\b(?P<number>\d+(?:\.\d+)?) points?\b(?! score)")
_A_UNIT = filtered_pattern(
    r"(?i)\b(?P<before>less than|more than|under|over|just over|within|almost|nearly|about)"
    r" an? (?P<unit>year|month|week|day)\b"
)
_DECIMALS = re.compile(r"\.\d")
_FOLD = filtered_pattern(r"(?<=\d)(?:[ -]?fold|[xX])\b")
_FOLD_IN_WORDS = filtered_pattern(
    r"\b(?P<count>three|four|five|six|seven|eight|nine|ten)[ -]?fold\b", re.IGNORECASE
)
_NUMBERED = filtered_pattern(
    r"(?i)\b(?P<what>cycle|course) (?P<number>[1-4])\b(?! (?:and|to|or) \d)"
)
_PHASE = filtered_pattern(r"(?i)\bphase (?P<number>[1-4])(?=[ab]?\b)(?! ?(?:/|-|and|to|or) ?\d)")
_ROMAN = {"1": "I", "2": "II", "3": "III", "4": "IV"}
_MORE = filtered_pattern(
    r"\b(?P<number>\d+(?:\.\d+)?) (?:additional|extra|further|more)"
    r" (?P<unit>years|months|weeks|days)\b(?! of (?:treatment|therapy))",
    re.IGNORECASE,
)
_FACTOR = filtered_pattern(r"\ba factor of (?P<number>\d+(?:\.\d+)?(?:(?:-| to )\d+(?:\.\d+)?)?)")
_AT_LEAST = ((filtered_pattern(r"(?:>/=|>=|≥=)"), "≥"), (filtered_pattern(r"(?:</=|<=|≤=)"), "≤"))
_DURING = filtered_pattern(
    r"(?<!little )(?<!just )(?<!slightly )(?<!well )(?<!bit )(?<!of )"
    r"(?<!was )(?<!were )(?<!is )(?<!lasted )(?<!to )(?<!for )\bover (?=(?:the"
    r" (?:first )?)?"
    rf"(?:\d+|{'|'.join(NUMBER_WORDS)}) (?:[a-z]+-(?:week|day) )?(?:years|months|weeks|cycles"
    r"|courses)\b(?! (?:of age|old)\b))",
    re.IGNORECASE,
)
"""As in "fewer relapses over two years", where it is no bound."""
_OPEN_RANGE = filtered_pattern(r"(?<=\d)- (?=(?:to|or) \d)")
"""As in "a 1.5- to 2-fold increase"."""
_ORDINALS = {"1": "first", "2": "second", "3": "third", "4": "fourth"}
_HER_TWO = filtered_pattern(
    r"\b(?P<pronoun>[Hh]er) 2 (?=(?:positive|involved|affected) (?:axillary )?(?:lymph )?nodes)"
)
_TIMES_LIMIT = re.compile(r"(?<=\d) ?[x\u00d7] ?(?=ULN\b|(?:the )?upper limit)", re.IGNORECASE)
_TIMES_A_YEAR = (
    (filtered_pattern(r"\b(?:twice|two times) (?:a|per|each|every) year\b|\btwice[ -]yearly\b"
                r"|\bhalf[ -]yearly\b", re.IGNORECASE), "once every 6 months"),
    (filtered_pattern(r"\b(?:four times|4 times) (?:a|per|each|every) year\b|\bquarterly\b",
                re.IGNORECASE), "once every 3 months"),
    (filtered_pattern(r"\bevery (?:other|second) week\b|\bfortnightly\b", re.IGNORECASE),
     "every 2 weeks"),
)  # fmt: skip
_CHILD_PUGH = filtered_pattern(
    r"\b(?P<head>Child[ -]Pugh (?:class(?:es)? )?"
    r"|Child[ -]Pugh[ -](?:class(?:es)? )?)(?P<first>[AB])"
    r"(?P<between> ?(?:/|,|and|or|to|-)(?: or | and | )?)(?P<second>[BC])\b",
    re.IGNORECASE,
)
"""A class joined to another, which the head of the first is on, too."""
_ON_AND_OFF = filtered_pattern(
    r"(?P<length>\b(?:\d{1,2}|one|two|three|four|five|six)[ -](?:weeks?|days?)) (?P<side>on|off)\b",
    re.IGNORECASE,
)
_SIDES = {"on": "onperiod", "off": "offperiod"}
_EVERY = filtered_pattern(r"\bq(?P<count>\d{1,2})(?P<unit>[wd])k?\b", re.IGNORECASE)
"""As in "q3w"."""
_WEEKLY = filtered_pattern(
    r"\b(?P<count>two|three|four|six|eight|[23468])[- ]weekly\b(?! (?:for|times|doses|cycles)\b)",
    re.IGNORECASE,
)
_SUSPENDED = filtered_pattern(r"(?<![\d.])(?P<count>\d{1,2})-(?=(?:, | and | or |, and )\d{1,2}-)")
_YEARS = filtered_pattern(r"(?<=\d)-(?:year|yr)\b", re.IGNORECASE)
"""As in "1-, 3- and 5-yr": each is a number of years."""
_SHORT_MONTHS = filtered_pattern(r"(?<=\d) ?m(?= (?:vs\.?|versus|and|against) \d|\)| \(|,)")
"""As in "survival (54 m vs 33 m)"."""
_UNITS_OF_TIME = {"w": "weeks", "d": "days"}
_HOURS = {"8": "three times daily", "12": "twice daily", "24": "once daily"}
_EVERY_HOURS = filtered_pattern(
    r"\b(?:every|each) (?P<hours>8|12|24|eight|twelve) ?(?:hours|h)\b|\bq(?P<short>8|12|24)h\b"
    r"|\b(?P<hourly>8|12|24)[ -]hourly\b",
    re.IGNORECASE,
)
_IN_LETTERS = (
    (filtered_pattern(r"(?<=\d) ?(?:percent|per cent)\b(?! points?)"), "%"),
    (filtered_pattern(r"\bmilligrams? per kilogram\b"), "mg/kg"),
    (filtered_pattern(r"\bmilligrams? per (?:square|sq\.?) met(?:re|er)\b"), "mg/m2"),
    (filtered_pattern(r"(?<=\d )milligrams?\b"), "mg"),
    (filtered_pattern(r"\b(?:at least|minimum(?: of)?) grade (?P<n>[1-5])\b"),
     r"grade \g<n> or higher"),
    (filtered_pattern(r"\b[Gg]rade ?≥ ?(?P<n>[1-5])\b|≥ ?[Gg]rade (?P<m>[1-5])\b"),
     r"grade \g<n>\g<m> or higher"),
    (filtered_pattern(r"\b(?:bid|BID|b\.i\.d\.?)(?![a-zA-Z])"), "twice daily"),
    (filtered_pattern(r"\b(?:tid|TID|t\.i\.d\.?)(?![a-zA-Z])"), "three times daily"),
    (filtered_pattern(r"\b(?:qd|QD|q\.d\.?)(?![a-zA-Z])"), "once daily"),
    (filtered_pattern(r"(?<=\d) ?mos\b"), " months"),
    (filtered_pattern(r"(?:(?<=\bon )|(?<=\band )|(?<=, )|(?<=& )|(?<=\())d(?P<n>\d{1,2})"
                      r"(?=[ ,;.)]|$)"),
     r"day \g<n>"),
    (filtered_pattern(r"(?<![\d/])(?P<m>0[1-9]|1[0-2])/(?P<y>20\d\d)(?!\d)"), r"\g<y>-\g<m>"),
    (filtered_pattern(r"\b[Gg]rade ?(?P<n>[1-5])\+"), r"grade \g<n> or higher"),
    (filtered_pattern(r"\b(?P<s>[Ss]tages?) (?P<one>I{1,3}[A-C]?) ?[-\u2013/]"
                r" ?(?P<two>I{1,3}V?[A-C]?|IV[A-C]?)\b"),
     r"\g<s> \g<one> to \g<two>"),
    (filtered_pattern(r"\bCA ?-?(?P<n>19|15|12)[-. ]?(?P<m>[359])(?!\d)"), r"CA\g<n>-\g<m>"),
)  # fmt: skip
_COUNTED = "two|three|four|five|six|seven|eight|nine|ten|twelve"
_LEAST_COUNT = filtered_pattern(
    rf"\b(?P<count>{_COUNTED})(?= or (?:more|fewer|less)\b)"
    rf"|(?<=\bat most )(?P<most>{_COUNTED})\b(?! (?:in|of|out)\b)"
    rf"|(?<=\bat least )(?P<least>{_COUNTED})\b(?! (?:in|of|out)\b)",
    re.IGNORECASE,
)
_PARTS = {"third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_SHARE = filtered_pattern(
    r"(?P<bound>(?:more|less|fewer) than |(?:just|slightly|a little) (?:over|under|more than"
    r"|less than) "
    r")?(?:(?:about|almost|nearly|around|some|slightly (?:over"
    r"|more than|under|less than)|just (?:over|under)|close to|a little (?:over|under|more than"
    r"|less than)|roughly) )?(?:\b(?P<some>"
    + "|".join(IN_WORDS)
    + r")(?: patients?| women| woman| men| man| people| persons?)? (?:in|out of)(?: every)? (?P<of>"
    + "|".join(IN_WORDS)
    + r"|eleven|twelve|fifteen|twenty|hundred)\b"
    r"|\b(?:an? |(?P<times>two[ -]|three[ -]|four[ -]))(?P<part>third|quarter|fifth|tenth)s?"
    r"(?= (?:of|had|were|have|are|responded|relapsed|progressed|died|lived|lower|higher|less"
    r"|fewer|more"
    r"|smaller|greater|longer|shorter)\b)"
    r"|\b(?P<many>two|three|four)[ -](?P<parts>third|quarter|fifth|tenth)s\b"
    r"|(?<=by )(?:(?:about|almost|nearly|around|some|roughly|more than|over|close to) )?(?:an? "
    r"|one[ -])(?P<cut>third"
    r"|quarter|fifth|tenth|half)\b"
    r"|\b(?P<half>half)(?= (?:of )?(?:all |the |them|those|these )?(?:\d+ )?"
    r"(?:[a-z-]{4,} ){0,2}?(?:patients|women"
    r"|men|tumou?rs"
    r"|cases|people|participants)\b))",
    re.IGNORECASE,
)
_NUMBERED_GROUP = re.compile(
    r"\b(?P<kind>cohort|arm|group|part|stratum|substudy) (?P<number>[1-4])\b(?![.,]?\d|%| ?[x/])",
    re.IGNORECASE,
)
"""The number of a group is a name: no count, and of no unit that follows."""


@lru_cache(maxsize=128)
def canonical(text: str) -> str:
    """The text in canonical words. Remembered, since names and words are read from it apart."""
    text = _with_long_forms(expand(_with_plain_numbers(text)).text)
    text = _HAZARD.sub("hazard ratio", text)
    parts: list[str] = []
    at = 0
    for mention in recognise_passage(text).of("drug", "trial"):
        if mention.start < at or len(mention.names) != 1:
            continue
        name = mention.name if mention.kind == "drug" else mention.text.replace(" ", "-")
        if mention.kind == "trial" and _DECIMALS.match(text, mention.end):
            name = mention.text  # "FOLFIRINOX 21.6 months"
        parts += [text[at : mention.start], name]
        at = mention.end
    return "".join([*parts, text[at:]])


def _with_plain_numbers(text: str) -> str:
    """The text with one wording of dates, times, shares and limits."""
    for pattern, sign in _IN_LETTERS:
        text = pattern.sub(sign, text)
    text = _EVERY.sub(_of_weeks, text)
    text = _WEEKLY.sub(r"every \g<count> weeks", text)
    if _YEARS.search(text):
        text = _YEARS.sub(" year", _SUSPENDED.sub(r"\g<count> year", text))
    text = _SHORT_MONTHS.sub(" months", text) if "surviv" in text.lower() else text
    text = _EVERY_HOURS.sub(_of_hours, text)
    text = _TWO_WORDS.sub(_of_two_words, text)
    text = _GRAMS.sub(lambda found: f"{1000 * float(found['grams']):g} mg", text)
    text = _LEAST_COUNT.sub(lambda found: NUMBER_WORDS[found.group().lower()], text)
    text = _NUMBERED_GROUP.sub(lambda m: f"{m['kind']} {_ROMAN[m['number']]}", text)
    text = _LEUKAEMIA.sub("acute lymphoblastic leukaemia", text)
    text = _SHARED_STEM.sub(r"\g<stem>\g<first>/\g<stem>\g<second>", text)
    text = _HER_TWO.sub(r"\g<pronoun> two ", text)
    for pattern, sign in _AT_LEAST:
        text = pattern.sub(sign, text)
    text = _DURING.sub("during ", text)
    text = _DATE.sub(_iso, text)
    text = with_parts_in_figures(text)
    for pattern, figures in _TIMES_A_YEAR:
        text = pattern.sub(figures, text)
    text = _FACTOR.sub(r"\g<number> times", _OPEN_RANGE.sub(" ", text))
    text = _with_times(text)
    text = _MORE.sub(r"\g<number> \g<unit> more", text)
    text = _PHASE.sub(lambda found: f"phase {_ROMAN[found['number']]}", text)
    text = _NUMBERED.sub(lambda m: f"{_ORDINALS[m['number']]} {m['what']}", text)
    return _with_plain_shares(text)


def _with_plain_shares(text: str) -> str:
    for pattern, words in _phrases():
        text = pattern.sub(words, text)
    text = _CONTRASTED.sub(r"\g<one> versus ", text)
    text = _CHILD_PUGH.sub(r"\g<head>\g<first>\g<between>\g<head>\g<second>", text)
    text = _ON_AND_OFF.sub(lambda found: f"{found['length']} {_SIDES[found['side'].lower()]}", text)
    text = _SHARE.sub(_percent, text)
    text = _AGAINST.sub(" versus ", text)
    text = _INELIGIBLE.sub(r"\g<who> who cannot take \g<what>", text)
    text = _IHC.sub(r"IHC \g<score>", text)
    text = _POINTS.sub(r"\g<number> percentage points", text)
    text = _A_UNIT.sub(r"\g<before> 1 \g<unit>", text)
    return _IN_HUNDRED.sub(r"\g<count>%\g<whom>", text)


def _with_long_forms(text: str) -> str:
    forms, pattern = _short_forms()
    return pattern.sub(lambda found: forms[found["form"].lower()], text)


@lru_cache(maxsize=1)
def _phrases() -> tuple[tuple[FilteredPattern, str], ...]:
    rows = read_rows("phrases.tsv", TABLES)
    return tuple((filtered_pattern(rf"(?i)\b(?:{words})\b"), word) for word, words in rows)


@lru_cache(maxsize=1)
def _short_forms() -> tuple[dict[str, str], FilteredPattern]:
    forms = read_pairs("short_forms.tsv", TABLES)
    return forms, filtered_pattern(rf"\b(?P<form>{'|'.join(forms)})s?\b", re.IGNORECASE)


def _of_weeks(found: re.Match[str]) -> str:
    return f"every {found['count']} {_UNITS_OF_TIME[found['unit'].lower()]}"


def _of_hours(found: re.Match[str]) -> str:
    hours = found["hours"] or found["short"] or found["hourly"]
    return _HOURS[NUMBER_WORDS.get(hours.lower(), hours)]


def _iso(found: re.Match[str]) -> str:
    """The date in figures: 15 December 2025 is 2025-12-15."""
    day = found["day"] or found["late"]
    month = _MONTHS.index(found["month"][:3].lower()) + 1
    return f"{found['year']}-{month:02}" + (f"-{int(day):02}" if day else "")


def _with_times(text: str) -> str:
    """The text with "times" for "-fold" and "x"."""
    text = _FOLD_IN_WORDS.sub(lambda found: f"{found['count']} times", _FOLD.sub(" times", text))
    return _TIMES_LIMIT.sub(" times ", text)


def _of_two_words(found: re.Match[str]) -> str:
    """Two words of a number as figures: "twenty-three"."""
    return str(_TENS[found["tens"].lower()] + int(NUMBER_WORDS[found["ones"].lower()]))


def _percent(found: re.Match[str]) -> str:
    """The share in percent: four in ten are about 40%, a quarter is about 25%."""
    if found["half"] or found["cut"] == "half":
        share = 50.0
    elif found["cut"] or found["many"]:
        part = (found["cut"] or found["parts"]).lower()
        share = 100 * float(NUMBER_WORDS.get((found["many"] or "one").lower(), "1")) / _PARTS[part]
    elif found["part"]:
        times = NUMBER_WORDS[found["times"].strip(" -").lower()] if found["times"] else "1"
        share = 100 * float(times) / _PARTS[found["part"].lower()]
    else:
        share = (
            100
            * float(NUMBER_WORDS[found["some"].lower()])
            / float(NUMBER_WORDS[found["of"].lower()])
        )
    bound = (found["bound"] or "").lower()
    of_whom = " of women" if "wom" in found.group().lower() else ""
    if not bound:
        return f"about {round(share, 1):g}%{of_whom}"
    than = "more" if re.search("over|more", bound) else "less"
    return f"{than} than {round(share, 1):g}%{of_whom}"
