"""Lies about how a drug is given: each function changes one thing. Pure."""

from __future__ import annotations

import re

from evals.claims.restated.operators.made import (
    MadeSentence,
    Source,
    drugs_of,
    first_drug,
    sentence,
    with_exchanged,
)

_DAYS = re.compile(r"\b(?P<d>[Dd]ays?) (?P<days>\d+(?:(?:, | and |, and | to |-)\d+){0,5})")
_CYCLE = re.compile(r" of (?:each|a|every) (?P<n>21|28)-day cycle")
_EVERY = re.compile(
    r"\b(?P<dose>\d[\d.]*) (?P<u>mg(?:/m2|/kg)?)\b[^.;\d]{0,40}every (?P<n>[234]) weeks"
)
_TWICE = re.compile(r"\b(?P<dose>\d[\d.]*) mg (?:twice daily|twice a day)")
_REDUCED = re.compile(r"\bis (?:reduced|lowered) to (?P<n>\d[\d.]*) mg\b")
_FROM_TO = re.compile(r"\bfrom (?P<a>\d[\d.]*) mg(?: [a-z ]{1,20})? to (?P<b>\d[\d.]*) mg")
_GIVEN = re.compile(r"\b(?:is|are|was) (?:given|taken)\b(?= (?:at|with|once|twice|every|as))")
_ROUTE = re.compile(r"intraven|oral|subcutan|intramusc|infus|inject|tablet|capsul|swallow|mouth")
_MONTHS = re.compile(r"\bfor (?P<n>\d+) (?P<u>months|weeks|days) after")
_RENAL = re.compile(r"\b(?P<lo>\d{2})(?:-| to )(?P<hi>\d{2}) mL/min")
_BELOW = re.compile(r"\b(?P<w>below|less than|under) (?P<n>\d{2}) mL/min")
_CPS = re.compile(r"\b(?P<k>CPS|TPS|score) (?:\(CPS\) )?of (?:at least )?(?P<n>10|50|5|26|1)\b")
_OTHER_CUT = {"10": "1", "50": "1", "5": "10", "26": "16", "1": "50"}
_LOADING = re.compile(
    r"\b(?P<a>\d[\d.]*) mg/kg[^.;\d]{1,40}(?:then|followed by|after) (?P<b>\d[\d.]*) mg/kg"
)


def other_days(source: Source) -> MadeSentence | None:
    """Other days of the cycle."""
    found = _DAYS.search(source.text)
    if not found:
        return None
    days = [int(day) for day in re.findall(r"\d+", found["days"])]
    last = days[-1]
    other = last + 7 if last < 22 else last - 7
    if other in days or str(other) in re.findall(r"\d+", source.text):
        return None
    changed = f"{found['days'][: -len(str(last))]}{other}"
    return sentence(f"{source.text[: found.start('days')]}{changed}{source.text[found.end() :]}")


def whole_cycle(source: Source) -> MadeSentence | None:
    """Days 1 to 14 of a cycle as all of its days."""
    found, cycle = _DAYS.search(source.text), _CYCLE.search(source.text)
    if not found or not cycle or cycle["n"] in found["days"]:
        return None
    return sentence(f"{source.text[: found.start('days')]}1 to {cycle['n']}"
                    f"{source.text[found.end() :]}")  # fmt: skip


def dose_as_total(source: Source) -> MadeSentence | None:
    """A dose every three weeks, three times of it as the whole amount."""
    found, drug = _EVERY.search(source.text), first_drug(source.text)
    if not found or not drug or re.search(r"\b(?:courses|cycles|doses|times)\b", source.text):
        return None
    total = float(found["dose"]) * int(found["n"])
    if f"{total:g}" in source.text:
        return None
    return sentence(f"{drug} is given as {total:g} {found['u']} in total")


def single_as_daily_total(source: Source) -> MadeSentence | None:
    """A dose twice daily as the amount of a day."""
    found, drug = _TWICE.search(source.text), first_drug(source.text)
    if not found or len(drugs_of(source.text)) != 1:
        return None
    return sentence(f"The total daily amount of {drug} is {found['dose']} mg")


def doubled_usual_dose(source: Source) -> MadeSentence | None:
    """A dose that is reduced, told as twice the usual one."""
    found = _REDUCED.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start()]}is given at twice the usual dose")


def change_turned(source: Source) -> MadeSentence | None:
    """From 180 to 90 as from 90 to 180."""
    found = _FROM_TO.search(source.text)
    if not found:
        return None
    text = source.text
    return sentence(
        f"{text[: found.start('a')]}{found['b']}{text[found.end('a') : found.start('b')]}"
        f"{found['a']}{text[found.end('b') :]}"
    )


def from_the_end(source: Source) -> MadeSentence | None:
    """What a dose is changed to, told as what it is changed from."""
    found = _FROM_TO.search(source.text)
    if not found or len(_FROM_TO.findall(source.text)) > 1 or source.text.count(found["b"]) > 1:
        return None
    return sentence(
        f"{source.text[: found.start()]}from {found['b']} mg{source.text[found.end() :]}"
    )


def route_invented(source: Source) -> MadeSentence | None:
    """A route that nobody told."""
    found = _GIVEN.search(source.text)
    if not found or _ROUTE.search(source.whole) or not first_drug(source.text):
        return None
    return sentence(f"{source.text[: found.end()]} intravenously{source.text[found.end() :]}")


def shorter_afterwards(source: Source) -> MadeSentence | None:
    """Another time after the last dose."""
    found = _MONTHS.search(source.text)
    if not found:
        return None
    other = 2 if int(found["n"]) > 2 else 9
    return sentence(f"{source.text[: found.start('n')]}{other}{source.text[found.end('n') :]}")


def other_clearance(source: Source) -> MadeSentence | None:
    """The next range of kidney function."""
    if found := _RENAL.search(source.text):
        if int(found["lo"]) >= 60 or found["hi"] == "90":
            return None
        low, high = int(found["hi"]) + 1, int(found["hi"]) + 31
        if str(high) in source.text:
            return None
        return sentence(f"{source.text[: found.start()]}{low} to {high} mL/min"
                        f"{source.text[found.end() :]}")  # fmt: skip
    if found := _BELOW.search(source.text):
        return sentence(f"{source.text[: found.start()]}below {int(found['n']) + 30} mL/min"
                        f"{source.text[found.end() :]}")  # fmt: skip
    return None


def other_cut(source: Source) -> MadeSentence | None:
    """Another cut of a score."""
    found = _CPS.search(source.text)
    if not found or re.search(rf"\b{_OTHER_CUT[found['n']]}\b", source.text):
        return None
    other = _OTHER_CUT[found["n"]]
    return sentence(f"{source.text[: found.start('n')]}{other}{source.text[found.end('n') :]}")


def first_dose_as_later(source: Source) -> MadeSentence | None:
    """The first dose as the later one and the other way round."""
    return with_exchanged(source, _LOADING)


OPERATORS = {
    "days of cycle": other_days,
    "whole cycle": whole_cycle,
    "dose as total": dose_as_total,
    "single dose as daily": single_as_daily_total,
    "twice the usual dose": doubled_usual_dose,
    "change turned": change_turned,
    "from the end": from_the_end,
    "route invented": route_invented,
    "time after last dose": shorter_afterwards,
    "kidney function": other_clearance,
    "cut of a score": other_cut,
    "first dose as later": first_dose_as_later,
}
