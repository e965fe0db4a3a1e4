"""Harms of the past that stay in a history: "old pneumonitis from everolimus 2 yrs ago, resolved"
is written out as "history of pneumonitis from everolimus", so that it is weighed, but never as an
event under the drug that is asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.conditions import is_lasting
from names.clinical.events.resolved import AGAIN, WAITED_FOR
from names.clinical.expansion import Change
from names.clinical.grammar.polarity import polarity_at
from names.clinical.toxicities import TABLE
from names.patterns.filtered import filtered_pattern
from names.patterns.relatives import KIN
from names.recognise import recognise
from names.tables.other_drugs import cancer_drugs
from names.tables.phrases import Phrase, find_phrases

STAYING = frozenset(("pancreatitis",))
"""Events that labels name as a history, beside those that go by the name of a disease."""
_PAST = filtered_pattern(
    r"(?i)\b(?:old|past|remote|former|earlier|previous|prior|resolved|recovered|healed|cleared"
    r"|ago|back|history|hx|h/o|20\d\d|last year|previously|years?|settled)\b"
)
_BEFORE = re.compile(
    r"(?i)\b(?P<when>old|past|remote|former|earlier|previous|prior|resolved|healed|history of|h/o"
    r"|hx of|hx)\s(?:(?:an?|mild|severe|known|resolved|drug-induced"
    r"|(?:grade|gr|G)\s?[1-4])\s){0,3}$"
)
_GRADE_BEFORE = re.compile(r"(?i)(?:grade|gr|G)\s?[1-4]\s$")
_NEW = frozenset(("old", "past", "remote", "former", "earlier", "resolved", "healed"))
"""Words that no reader of diseases takes for a history."""
_BY = (
    r"(?:\s(?:on|from|with|under|during|after|due to|caused by|secondary to|2/2)"
    r"\s(?:(?:the|prior|previous|her|his|their)\s)?(?P<{0}>[A-Za-z][\w/+-]{{2,25}}))"
)
_LONG_AGO = (
    r"(?:,?\s\(?(?:in the past|previously|(?:many |some )?years ago|long ago|in (?:19|20)\d\d"
    r"|(?:19|20)\d\d|(?:about |some |~\s?)?(?:\d{1,2}|an?|one|two|three|four|five|several|few|many)"
    r"\s?(?:y|yrs?|years?|mos?|months?)\s(?:ago|back)|last year)\b\)?)"
)
_OVER = (
    r"(?:\s?[,;(–-]?\s?(?:(?:which|that|has|have|had|was|is|now|since|fully|completely|long"
    r"|and|then|all)\s){0,4}(?:resolved|recovered|settled|cleared|healed|gone)\b\)?)"
)
_BEHIND = re.compile(
    rf"(?i)(?P<grade>,?\s\(?(?:grade|gr\.?|G)\s?[1-4]\)?)?{_BY.format('drug1')}?(?P<ago>{_LONG_AGO})?"
    rf"{_BY.format('drug2')}?(?P<over>{_OVER})?"
)
"""Behind an event: its grade, the drug it came from, when it was, and that it is over."""
_SUPPOSED = re.compile(
    rf"(?i)\b(?:if|whether|risk of|rate of|no|not|never|without|denies|{KIN})\b[^.;,?!\n]{{0,30}}$"
)
_REACH = 45
"""Characters before an event in which words of the past are looked for. By hand: a few words."""


def past_harms(text: str) -> Iterator[Change]:
    """The words around a harm of the past as those on a history and on the drug it came from. One
    under a drug that is named again, or beside no other, may be what is asked about."""
    if not _PAST.search(text):
        return
    for event in find_phrases(text, TABLE):
        if not (is_lasting(event.name) or event.name in STAYING):
            continue
        behind = _BEHIND.match(text, event.end)
        if behind is None or polarity_at(text, event.start, event.end) != "present":
            continue
        yield from _written_out(text, event, behind)


def _written_out(text: str, event: Phrase, behind: re.Match[str]) -> Iterator[Change]:
    low = max(0, event.start - _REACH)
    before = _BEFORE.search(text, low, event.start)
    start = before.start() if before else event.start
    if _SUPPOSED.search(text, max(0, start - _REACH), start):
        return
    if WAITED_FOR.search(text[start : behind.end()]):
        return
    when = before["when"].lower() if before else ""
    over = bool(behind["over"]) or when == "resolved"
    graded = behind["grade"] or (before and _GRADE_BEFORE.search(text, low, event.start))
    if not (over or behind["ago"] or when):
        return
    if by := _drug_of(text, behind):
        is_history = _asks_about_another(text, by, start, behind.end(), over=over)
    else:
        is_new = over or bool(behind["ago"]) or when in _NEW
        is_sure = is_new and not AGAIN.search(text) and (over or not graded)
        is_history = is_sure and bool(_named_beside(text, start, behind.end()))
    if is_history:
        yield start, event.start, "history of "
        cause = by or behind["drug1"] or behind["drug2"]
        yield event.end, behind.end(), f" from {cause}" if cause else ""


def _drug_of(text: str, behind: re.Match[str]) -> str:
    for group in ("drug1", "drug2"):
        if behind[group] and recognise(behind[group]).of("drug"):
            return text[slice(*behind.span(group))]
    return ""


def _named_beside(text: str, start: int, end: int) -> frozenset[str]:
    """The treatments of the tumour that the rest of the message names."""
    rest = f"{text[:start]} . {text[end:]}"
    return frozenset(e.name for e in recognise(rest).of("drug")) & cancer_drugs()


def _asks_about_another(text: str, by: str, start: int, end: int, *, over: bool) -> bool:
    """Whether the drug that did it is not asked about: another is named, or the harm is over and
    nothing is asked that it decides on."""
    harmful = {each.name for each in recognise(by).of("drug")}
    beside = _named_beside(text, start, end)
    asked = bool(beside) or (over and not AGAIN.search(text))
    return asked and harmful.isdisjoint(beside)
