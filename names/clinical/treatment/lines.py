"""Reads lines of treatment for advanced disease."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import expand
from names.clinical.values import FoundValue, Line
from names.patterns.filtered import filtered_pattern

ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "fifth": 5, "5th": 5, "sixth": 6, "6th": 6, "seventh": 7, "7th": 7,
}  # fmt: skip
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "a": 1}
ORDINAL = "|".join(ORDINALS)
COUNT = "|".join(word for word in NUMBERS if word != "a") + r"|[1-9]"
ITS_TREATMENT = (
    r"(?: (?:systemic )?(?:therapy|treatment|chemotherapy|chemo|regimen|tx|rx))?"
    r"(?: (?:was|with|of))?"
)
"""Between a line and the treatment that was given in it: "first-line chemotherapy was"."""
BEFORE_TREATMENT = 50
"""Characters before a treatment in which its line is looked for. Chosen by hand: a long form of a
line with :data:`ITS_TREATMENT` has 45."""
NTH_LINE = filtered_pattern(
    rf"(?i)\b(?P<first>{ORDINAL})(?:(?:-?[\s-](?:or|and|to|through)[\s-](?:as )?|/"
    rf"|-to-)(?P<last>{ORDINAL}))?"
    r"(?P<open_before>-?[\s-](?:or|and|&) (?:later|subsequent|further))?[\s-]{1,2}lines?\b"
    r"(?P<open>(?:[\s-](?:setting|treatment|therapy))? (?:or|and|&) (?:later|beyond|greater"
    r"|more|above|subsequent)|\+)?"
    r"|\bline (?P<number>[1-9])\b(?P<open_number>\+| (?:or|and) (?:later|beyond))?"
    r"|\b(?P<short>[1-7])(?:/(?P<short_last>[1-7]))?L\b(?P<open_short>\+)?"
)
_ANY_TREATMENT = (
    r"(?:(?:any |prior |previous |earlier |active |systemic |medical |anti-?cancer |oncolog\w{1,4} "
    r"|cancer |lines? of ){0,4}(?:treatments?|therapy|therapies|tx|rx|lines?))"
)
_ALL_TOLD = (
    r"(?=\s?(?:[.,;:?!)\n]|$|->|→|[-–—]\s)|\s(?:yet|so far|to date|until now|at all|whatsoever"
    r"|and|but|what|which|for (?:(?:her|his|the|this|it)(?: (?:cancer|disease|tumou?r"
    r"|metasta\w{2,4}))?\b|advanced|metastatic)|in the metastatic)\b)"
)
UNTREATED = (
    r"(?:(?:systemic[\s-])?(?:treatment|therapy|tx|rx|drug|completely)[\s-]na[iï]ve"
    r"|untreated(?! (?:(?:stable|symptomatic|asymptomatic|active|small|new|multiple) ){0,2}(?:brain"
    r"|CNS|cerebral|leptomeningeal|liver|bone|visceral)\b)"
    r"|(?:not|never) (?:yet |been |previously ){0,3}treated(?: before)?(?! with| by)"
    r"|(?:has|have|had|is|was)n['’]?t (?:yet |been |previously ){0,3}treated(?! with| by)"
    r"|(?:no|zero|0|nil) (?:prior|previous|earlier) (?:systemic |anti-?cancer |lines? of ){0,2}"
    rf"(?:treatments?|therapy|therapies|tx|rx|lines?){_ALL_TOLD}"
    r"|no (?:prior|previous) systemic(?=\s?(?:[,.;)\n]|$))"
    r"|no (?:systemic |anti-?cancer |cancer )?(?:treatment|therapy|tx|rx)"
    r" (?:was |has been |had been )?(?:yet|so far|to date|until now|given|received|had|at all"
    r"|whatsoever)(?! (?:since|for|after)\b)"
    rf"|(?:has|have|had|having|received) (?:had |received |got )?no {_ANY_TREATMENT}{_ALL_TOLD}"
    r"|(?:not|(?:has|have|had)n['’]?t) (?:yet |ever |previously ){0,2}(?:had|received|started|begun"
    rf"|got|been given|been on) {_ANY_TREATMENT}{_ALL_TOLD}"
    rf"|not yet (?:on|under) {_ANY_TREATMENT}{_ALL_TOLD}"
    r"|(?:(?:prior|previous|earlier|systemic) (?:systemic )?(?:treatments?|therapy|therapies|tx|rx"
    r"|lines?)|treatment history)\s?[:=]\s?(?:none|nil|0|no)(?=\s?(?:[.,;)\n]|$)))"
)
"""Says that no treatment of the tumour was had. "No treatment since FOLFOX" does not."""
_NOT_OF_DOSE = "".join(
    f"(?<!{word} )"
    for word in ("reduce", "reduced", "reduction", "reducing", "dose", "doses", "lower")
)
"""Before "upfront" that is the first dose and no line: "reduce upfront"."""
FIRST = filtered_pattern(
    rf"(?i)\b(?:front[\s-]?line|{_NOT_OF_DOSE}upfront|{UNTREATED}"
    r"|newly (?:diagnos(?:ed|is)|dx(?:['’]?d)?)|new (?:dx|diagnosis)|just diagnosed"
    r"|initial (?:systemic )?(?:therapy|treatment)|zero prior lines|0 prior lines|no prior lines)"
    r"(?=\W|$)"
)
LATER = filtered_pattern(
    r"(?i)\b(?:(?<!or )(?<!and )later[\s-]lines?|late[\s-]line|heavily[\s-]pre-?treated"
    r"|last[\s-]line|salvage|multiple (?:prior )?lines"
    r"|several (?:prior |previous )?lines|many lines)\b"
)
NEXT = filtered_pattern(
    r"(?i)\b(?:post-?first[\s-]line|beyond first[\s-]line|after failure of first[\s-]line"
    r"|relapsed(?: or |/| and |, )refractory|R/R(?= [A-Z]{2}))\b"
)
TREATED = filtered_pattern(
    r"(?i)(?<!not )(?<!never )(?<!heavily )(?<!-)\b(?:(?:previously|already)[\s-]treated"
    r"|pre-?treated)\b"
    r"(?! (?:with|by|on|at|in|using|[\w-]+(?:ly)? with)\b)"
    r"(?! (?:(?:stable|symptomatic|asymptomatic|active|for) ){0,2}(?:brain|CNS|cerebral"
    r"|leptomeningeal|bones?|early|localis|localiz))"
)
"""Disease that has had a treatment. "Pretreated with" names it, and "previously treated brain
metastases" says what was done to the brain alone."""
_SYSTEMIC = (
    r"(?:leuk(?:a?emia|\.)|lymphoma|myeloma|macroglobulina?emia|AML|CLL|CML|SLL|DLBCL|ovar(?:ian|y)"
    r"|fallopian|peritoneal (?:cancer|carcinoma|serous)|HGSOC)"
)
"""Tumours whose first treatment is systemic, so that what came back has had a line of it."""
_OF_TUMOUR = (
    r"(?:(?!(?:on|in|with|after|under|during|and|or|for|to|infections?|UTIs?|risk)\b)"
    r"[\w+-]{1,25} ){0,6}"
)
RELAPSED = filtered_pattern(
    r"(?i)(?<!or )(?<!and )(?<!, )(?<!/)(?<!-)"
    r"\b(?:relapsed|relapsing|recurrent|recurred|refractory)"
    rf" {_OF_TUMOUR}{_SYSTEMIC}\b"
    rf"|\b{_SYSTEMIC}(?: (?:that|which|has|have|is|now|just|again|cancer)){{0,4}}"
    r" (?:relapsed|recurred|refractory|in (?:first |second |third )?relapse)\b"
    rf"|\b{_SYSTEMIC}(?:,? (?-i:[A-Z][A-Z0-9]{{1,6}})[\w*+-]{{0,8}}(?: mut\w{{0,6}})?){{1,3}},?"
    r" (?:now )?"
    r"(?:relapsed|refractory)\b(?! (?:or|and)\b)"
    rf"|\b{_SYSTEMIC}(?: (?:cancer|ca|carcinoma))?(?:,|:| -)? (?:now )?"
    r"(?:relapsed|relapsing|recurred|recurrent)\b(?! (?:or|and)\b)"
    rf"|\b(?:relapse|recurrence)(?: (?:of|in)(?: the)?|:)? {_OF_TUMOUR}{_SYSTEMIC}\b"
    rf"|\b{_SYSTEMIC}(?:,|:| with| in| cancer| ca){{0,2}}"
    r" (?:(?:first|second|third|1st|2nd|3rd|late|early|platinum[ -](?:sensitive|resistant)) ){0,2}"
    r"(?:relapse|recurrence)\b(?! risk| rate|-free)"
    r"|\bplatin(?:um)?[\s-]{1,2}(?:sensitive|resistant|refractory)\b"
)
"""Disease that came back or did not respond. Beside another extent ("advanced or recurrent") it is
one of several and asks for nothing."""
BEFORE_OR_AFTER = filtered_pattern(
    r"(?i)\b(?:untreated|newly[\s-]diagnosed|treatment[\s-]na[iï]ve)(?: disease)?,?"
    r" (?:or|and|and/or|as well as) (?:previously |earlier |already )?"
    r"(?:treated|pre-?treated|relapsed|refractory|recurrent)\b"
)
"""Both lines in one claim: what holds for untreated and treated disease."""
AFTER_LINES = filtered_pattern(
    rf"(?i)\b(?:(?P<least>at least|a minimum of|≥|>=|no more than|not more than"
    rf"|more than|at most|up to|≤|<=|>)\s?)?(?P<count>{COUNT})(?P<more>\+| or more)?"
    r"(?:(?:-|–| to | or )(?P<upper>[1-9]|one|two|three|four|five))?"
    r" (?:(?:prior|previous|earlier|different|preceding|systemic|chemotherapy|therapeutic|other"
    r"|further|past) ){0,3}"
    r"(?:lines?|regimens?|(?:systemic|prior|previous) therapy|therapies|(?P<open>TKIs?))\b"
    r"(?!\s+of defen[cs]e)"
    r"(?: of (?:\w+ ){0,2}(?:therapy|treatment|chemotherapy))?(?P<later> (?:in|for)"
    r" (?:the )?(?:adjuvant|early))?"
)
COMPLETED = re.compile(
    r"(?i)\b(?:after|following|received|had|s/p|progress\w*(?: on| after)?|with|failed"
    r"|pre-?treated with|completed"
    r"|prior|previous|treated with|has|have)\b"
)
GONE_BY = re.compile(r"(?i)\b(?:prior|previous|earlier|preceding)\b")
DENIED = re.compile(
    r"(?i)\b(?:not|no|non|never|isn't|other than|instead of)[\s-]*(?:in |as |for |the |a )?$"
)
NOT_FIRST = re.compile(
    r"(?i)\b(?:not|no longer|never|hardly|non|(?:is|was|are|were)n['’]?t|anything but"
    r"|far from)[\s-](?:(?:really|exactly|quite|fully|entirely|completely|strictly|previously"
    r"|considered|an?|in|the|as|for)\s){0,2}$"
)
"""Before "treatment naive" or "untreated": the patient has had a treatment."""
NAIVE = re.compile(r"(?i)na[iï]ve|^untreated")
AHEAD = re.compile(
    r"(?i)\b(?:risk of|prevent\w{0,3}|without(?: a)?|until|time to|rate of|reduc\w{1,4}"
    r"|delay\w{0,3}|before|in case of|avoid\w{0,3}) (?:a |the |any |first )?$"
)
"""Before a relapse that has not come."""
CHOSEN_FROM = re.compile(
    r"(?i)\b(?:of|the|these|both|which|between|choose|compare) (?:the |these )?$"
)
"""Before a number of inhibitors that are to be chosen from, not had."""
AT_MOST = {"no more than", "not more than", "at most", "up to", "≤", "<="}
BEFORE = 48
"""Characters before a count of lines that are looked at for "after"; chosen by hand."""


def read_lines_of_treatment(text: str) -> tuple[FoundValue, ...]:
    """The lines that the text names. "After two lines" is the third; "after at least two" the third
    or later; "untreated" the first."""
    expanded = expand(text)
    return expanded.place_back(dict.fromkeys(_find_lines(expanded.text)))


def _find_lines(text: str) -> Iterator[FoundValue]:
    yield from _nth(text)
    for match in FIRST.finditer(text):
        denied = NOT_FIRST.search(text, max(0, match.start() - 30), match.start())
        if denied is None:
            yield FoundValue(Line(first=1, last=1), *match.span())
        elif NAIVE.search(match.group()):
            yield FoundValue(Line(first=2, last=None), denied.start(), match.end())
    for match in LATER.finditer(text):
        yield FoundValue(Line(first=3, last=None), *match.span())
    for pattern in (NEXT, TREATED):
        for match in pattern.finditer(text):
            yield FoundValue(Line(first=2, last=None), *match.span())
    for match in BEFORE_OR_AFTER.finditer(text):
        yield FoundValue(Line(first=2, last=None), *match.span())
    counted = list(_after_lines(text))
    yield from counted
    if not any(isinstance(each.value, Line) and each.value.first > 1 for each in counted):
        yield from _relapses(text)


def _relapses(text: str) -> Iterator[FoundValue]:
    """Disease that came back after a systemic treatment is in its second line or a later one."""
    for match in RELAPSED.finditer(text):
        before = max(0, match.start() - 24)
        denied = DENIED.search(text, before, match.start())
        if not denied and not AHEAD.search(text, before, match.start()):
            yield FoundValue(Line(first=2, last=None), *match.span())


RELAPSE = "relapsed or refractory disease"
"""How an option for such disease is told to somebody who has not said that it came back."""


def is_on_relapse(text: str) -> bool:
    """Whether words speak of disease that came back or did not respond, and of no other."""
    return bool(NEXT.search(text) or RELAPSED.search(text))


PAST = re.compile(r"(?i)\)?,?\s{1,2}(?:and )?(?:then|followed by|now|currently)\b")
"""After a line: it is over ("letrozole first-line, then fulvestrant")."""
MAINTENANCE = re.compile(r"(?i)\bmaint(?:[ae]n[ae]nce)?\b")
AFTER = re.compile(
    r"(?i)\b(?:after|following|completed|progress\w* (?:on|after|to)|failed|prior|previous|post"
    r"|beyond|since|failure of"
    r"|refractory to|s/p|from)(?: (?:a|the|her|his|their|failed|prior"
    r"|progression on)){0,2}[\s-]*$"
)


LITRES_AFTER = re.compile(
    r"(?i)\s{0,2}(?:/\s?min|per min|O2\b|oxygen|NC\b|nasal|via\b|by mask|of (?:O2|oxygen|fluid"
    r"|saline|NS|ascites|effusion)|fluids?\b|saline|drained|tapped|removed|(?:crystalloid|bolus)\b)"
)
LITRES_BEFORE = re.compile(
    r"(?i)\b(?:O2|oxygen|nasal cannula|NC|FiO2|SpO2 \d{2,3} ?%|drained|tapped|bolus|fluids?|saline)"
    r"(?: (?:requirement|need|of|at|via|by|support|therapy|now|up to|is|NC)){0,3}[\s:,]{0,2}$"
)
"""Around "2L" where it is an amount: oxygen, fluid."""


def _nth(text: str) -> Iterator[FoundValue]:
    for match in NTH_LINE.finditer(text):
        before = max(0, match.start() - 40)
        if DENIED.search(text, max(0, match.start() - 24), match.start()):
            continue
        if LITRES_AFTER.match(text, match.end()) or LITRES_BEFORE.search(
            text, before, match.start()
        ):
            continue
        if PAST.match(text, match.end()):
            continue
        first, last, is_open = _ordinals(match)
        if AFTER.search(text, max(0, match.start() - 40), match.start()) and not is_open:
            # "after first-line platinum" is the second line, or maintenance of the first.
            first = last = first if MAINTENANCE.search(text) else last + 1
        yield FoundValue(Line(first=first, last=None if is_open else last), *match.span())


def _ordinals(match: re.Match[str]) -> tuple[int, int, bool]:
    if match["number"]:
        return int(match["number"]), int(match["number"]), bool(match["open_number"])
    if match["short"]:
        first = int(match["short"])
        return first, int(match["short_last"] or first), bool(match["open_short"])
    first = ORDINALS[match["first"].lower()]
    last = ORDINALS[match["last"].lower()] if match["last"] else first
    return first, last, bool(match["open"] or match["open_before"])


def _after_lines(text: str) -> Iterator[FoundValue]:
    for match in AFTER_LINES.finditer(text):
        before = text[max(0, match.start() - BEFORE) : match.start()]
        if match["open"] and CHOSEN_FROM.search(before):
            continue
        if match["later"] or not (COMPLETED.search(before) or GONE_BY.search(match.group())):
            continue
        count = _number(match["count"])
        more = (match["least"] or "").strip().lower()
        if more in (">", "more than"):
            count += 1
        if more in AT_MOST:
            yield FoundValue(Line(first=1, last=count + 1), *match.span())
        elif match["upper"]:
            yield FoundValue(Line(first=count + 1, last=_number(match["upper"]) + 1), *match.span())
        else:
            # Inhibitors are counted, and other treatments may have been had beside them.
            last = None if more or match["more"] or match["open"] else count + 1
            yield FoundValue(Line(first=count + 1, last=last), *match.span())


def _number(word: str) -> int:
    return NUMBERS.get(word.lower()) or int(word)


_ADJUVANT = re.compile(r"(?i)\b(?P<neo>neo)?-?adj(?:uvant)?\.?(?: \w{1,12})?\s$")
_ADJUVANT_BEHIND = re.compile(r"(?i)[\s(-]{1,2}(?:as |in the )?(?P<neo>neo)?-?adj(?:uvant)?\b")
"""Right before, or right behind, a treatment: it was given around surgery."""
_BESIDE_SETTING = 24
"""Characters on either side of a treatment in which its setting stands. Chosen by hand."""


def setting_beside(text: str, start: int, end: int) -> str:
    """``adjuvant`` or ``neoadjuvant`` as it stands right beside a treatment; else empty."""
    before = text[max(0, start - _BESIDE_SETTING) : start]
    match = _ADJUVANT.search(before) or _ADJUVANT_BEHIND.match(text, end)
    return f"{(match['neo'] or '').lower()}adjuvant" if match else ""
