"""The trials: acronyms, series with their short forms, and registration numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from names.tables.rows import read_rows, split_cell

_NEITHER_LETTER_NOR_DIGIT = re.compile(r"[^a-z0-9]")
_REGISTRATION = re.compile(r"nct\d{8}")
_ROMAN = {"ii": "2", "iii": "3", "iv": "4"}
_NUMBER = r"(?P<number>[a-z]?\d{1,4})(?P<letters>[a-z]{0,2})|(?P<roman>ii|iii|iv)"
"""A trial's number behind the name of its series: 04, 8HW, II."""


@dataclass(frozen=True, slots=True)
class TrialSeries:
    """Trials that have a name in common and a number of their own."""

    name: str
    """With what stands between it and a number: ``KEYNOTE-``."""
    short_forms: tuple[str, ...]
    """Abbreviations that stand for the name before a number: DB-04."""
    digits: int
    """Digits that a number has at least: 04."""


@cache
def trial_numbers() -> dict[str, str]:
    """Trial acronym → registration number."""
    return {row[0]: row[1] for row in read_rows("trials.tsv")}


@cache
def trial_series() -> tuple[TrialSeries, ...]:
    """The rows of ``trial_series.tsv``."""
    return tuple(
        TrialSeries(name, split_cell(short), int(digits))
        for name, short, digits, _ in read_rows("treatment/trial_series.tsv")
    )


@cache
def not_trial_codes() -> frozenset[str]:
    """Capitals that stand before a number and are no trial: ``CA`` 125, ``CD`` 20."""
    rows = read_rows("treatment/not_trial_codes.tsv")
    return frozenset(word for (line,) in rows for word in line.split())


@lru_cache(maxsize=20_000)
def acronym_key(acronym: str) -> str:
    """What is equal for all spellings of a trial's name: case, hyphens and blanks, Roman numbers,
    zeros before a number and short forms of a series. A registration number stays as it is.

    ``DB-4``, ``DB04``, ``Destiny Breast 04`` → ``destinybreast04``; ``FLAURA II`` → ``flaura2``."""
    key = plain_key(acronym)
    if _REGISTRATION.fullmatch(key):
        return key.upper()
    match = _keys_of_series().fullmatch(key)
    if match is None:
        return key
    series = _series_by_key()[match["series"]]
    number = match["number"] or _ROMAN[match["roman"]]
    if match["letters"] or not number.isdigit():
        # What has letters is numbered otherwise: CheckMate 8HW, KEYNOTE-A39.
        return f"{plain_key(series.name)}{number}{match['letters']}"
    return f"{plain_key(series.name)}{number.lstrip('0').zfill(series.digits)}"


def plain_key(name: str) -> str:
    """A name without case, hyphens and blanks."""
    return _NEITHER_LETTER_NOR_DIGIT.sub("", name.lower())


@cache
def _series_by_key() -> dict[str, TrialSeries]:
    """The name of every series and its short forms, as they are compared → the series."""
    return {
        plain_key(form): each for each in trial_series() for form in (each.name, *each.short_forms)
    }


@cache
def _keys_of_series() -> re.Pattern[str]:
    return re.compile(f"(?P<series>{'|'.join(_series_by_key())})(?:{_NUMBER})")


@cache
def acronyms_by_key() -> dict[str, str]:
    """Key → acronym as the tables spell it."""
    named = (name for name, _ in read_rows("treatment/trial_names.tsv"))
    return {acronym_key(acronym): acronym for acronym in (*named, *trial_numbers())}


def trial_words(key: str) -> str:
    """A trial's key as a reader knows it: ``destinybreast04`` → ``DESTINY-Breast04``."""
    if known := acronyms_by_key().get(key):
        return known
    match = _keys_of_series().fullmatch(key)
    if match is None or match["roman"]:
        return key.upper()
    name = _series_by_key()[match["series"]].name
    return f"{name}{match['number'].upper()}{match['letters'].upper()}"


@cache
def acronyms_that_are_words() -> frozenset[str]:
    """Keys of acronyms that in lower case are words or first names, too."""
    words = {name for name, kind in read_rows("treatment/trial_names.tsv") if kind}
    return frozenset(map(acronym_key, words | (trial_numbers().keys() - _known_in_any_case())))


def _known_in_any_case() -> frozenset[str]:
    return frozenset(name for name, kind in read_rows("treatment/trial_names.tsv") if not kind)


@cache
def _describing_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words that only describe a trial, and beginnings of such words."""
    words = [word for (line,) in read_rows("not_trials.tsv") for word in line.split()]
    whole = frozenset(word for word in words if not word.endswith("*"))
    return whole, tuple(word.removesuffix("*") for word in words if word.endswith("*"))


def only_describes_a_trial(word: str) -> bool:
    """Whether a word before "trial" is no acronym: "pivotal", "phase 3", "ongoing"."""
    whole, beginnings = _describing_words()
    lower = word.lower()
    return lower in whole or lower.startswith(beginnings)


@cache
def emphasised_words() -> frozenset[str]:
    """Words that people write in capitals to stress them ("MUTANT", "WITHOUT"), and that are the
    acronym of no trial."""
    words = {word for (line,) in read_rows("ward/emphasised.tsv") for word in line.split()}
    return frozenset(word for word in words if acronym_key(word) not in acronyms_by_key())


_NUMBER_AT_END = re.compile(r"(?<!\d)\d+$")


@cache
def _groups_of_confused() -> tuple[frozenset[str], ...]:
    rows = read_rows("treatment/confused_trials.tsv")
    return tuple(frozenset(map(acronym_key, split_cell(names))) for names, _ in rows)


def difference_of_trials(acronym: str, other: str) -> str:
    """What tells two trials of ``confused_trials.tsv`` apart; empty for others."""
    keys = {acronym_key(acronym), acronym_key(other)}
    rows = read_rows("treatment/confused_trials.tsv")
    return next(
        (words for names, words in rows if keys <= set(map(acronym_key, split_cell(names)))), ""
    )


def is_confusable(acronym: str, other: str) -> bool:
    """Whether two names of trials are different and easily taken for each other: numbers of one
    series (KEYNOTE-522 and KEYNOTE-355), a name that begins with the other (OlympiA and OlympiAD),
    or a pair of ``confused_trials.tsv``. What one of them found says nothing of the other."""
    first, second = acronym_key(acronym), acronym_key(other)
    if first == second:
        return False
    if first.startswith(second) or second.startswith(first):
        return True
    if any({first, second} <= group for group in _groups_of_confused()):
        return True
    stems = {_NUMBER_AT_END.sub("", first), _NUMBER_AT_END.sub("", second)}
    return len(stems) == 1
