"""Record numbers, telephone numbers, birth dates and e-mail addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.recognise import recognise_passage
from retrieval.privacy.labels import label_pattern
from retrieval.privacy.span import Personal

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")

_MONTH = r"[^\W\d_]{3,10}\.?"
DATE = (
    r"(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:\d{4}|\d{2})(?!\d)"
    r"|\d{1,2} \d{1,2} (?:19|20)\d{2}"
    r"|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}(?!\d)"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|º|\.)?[ -](?:de |of )?{_MONTH}(?: de| del|,)?[ -]\d{{2,4}}(?!\d)"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? (?:19|20)\d{{2}})"
)
_BETWEEN_BIRTH = r"[.:]?[ \t]{0,3}[:=()]?\s{0,3}(?:(?:on|am|le|el|il|op|den|em|a|dnia|dia|the)\s)?"
_DATE_AT = re.compile(DATE)
_STARRED = re.compile(rf"(?<![\w*/])\*\s?{DATE}")
_GENE_WITHIN = 24
"""Characters before an asterisk in which a gene is looked for: then it is an allele's."""

_PHONE_VALUE = re.compile(
    r"[+(]{0,2}\d(?:[ .()/-]{0,3}\d){5,16}(?:\s?(?:x|ext\.?|Durchwahl|DW)\s?\d{1,6})?"
)
_EXTENSION = r"(?:\s?(?:x|ext\.?)\s?\d{1,6})?"
_NORTH_AMERICAN = re.compile(
    r"(?<![\w.,:=/+-])(?:\+?1[ .-]?)?(?:\(\d{3}\)[ -]{0,2}|\d{3}[ .-])\d{3}[ .-]\d{4}"
    rf"{_EXTENSION}(?![\w-])"
)
_INTERNATIONAL = re.compile(
    r"(?<![\w+):=])(?:\+|00 ?)[1-9]\d{0,2}[ .-]?(?:\(0\d{0,4}\)[ .-]{0,2})?\(?\d{1,5}\)?"
    rf"(?:[ ./-]{{0,2}}\d{{2,8}}){{1,5}}{_EXTENSION}"
)
_WITH_TRUNK_ZERO = re.compile(
    r"(?<![\w.,:=/+-])(?:\(0\d{1,5}\)|0\d{1,5})(?:[ ./-]{1,3}\d{2,8}){1,5}(?![\w%])"
    r"|(?<![\w.,:=/+-])0\d{9,10}(?![\w%-]|[.,]\d)"
)
_DATED = re.compile(r"\(?\d{1,2}[./-](?:\d{1,2}[./-])?(?:19|20)\d\d")
_CODE_BEFORE = re.compile(r"(?i)\b(?:NDC|ISBN|ISSN|PMID|DOI|NCT|ISRCTN|EudraCT|UPC|lot)\W{0,3}$")
_SHORTEST_PHONE, _LONGEST_PHONE = 9, 15
"""Digits of a telephone number that no label announces; after a label six are enough."""

_RECORD_VALUE = re.compile(
    r"(?!NCT|PMID|PMC|ISRCTN|N[CGMPR]_|rs\d|ENS[EGPT]\d|HGNC)(?:[A-Z]{1,4}[ ./-]?)?"
    r"(?:\d{2,5}(?: \d{2,5}){1,4}(?: \d{1,2})?(?: [A-Z])?(?![\w-]| ?%| ?m[gl])"
    r"|[0-9A-Z](?:[./-]?[0-9A-Z]){2,23})(?![\w-])"
)
_UNLABELLED_RECORDS = re.compile(
    r"(?<![\w-])(?:\d{3}-\d{2}-\d{4}"  # social security, United States
    r"|756\.\d{4}\.\d{4}\.\d{2}"  # AHV, Switzerland
    r"|[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]"  # codice fiscale, Italy
    r"|[12]\d{2}(?:0[1-9]|1[0-2])\d{10}"  # sécurité sociale, France
    r"|(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])[-+]\d{4}"  # CPR, personnummer
    r"|\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}"  # rijksregister, Belgium
    r"|[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-DT])(?![\w-])"  # national insurance, Britain
)
_FEWEST_DIGITS = 3
"""Of a record number behind its label. Chosen by hand: a shorter number may count something."""


def record_label() -> re.Pattern[str]:
    """A word for a record or an insurance, up to its number."""
    return label_pattern("record")


def birth_label() -> re.Pattern[str]:
    """A word for birth, up to its date."""
    return label_pattern("birth", _BETWEEN_BIRTH)


def phone_label() -> re.Pattern[str]:
    """A word for a telephone, up to its number."""
    return label_pattern("phone")


def emails(text: str) -> Iterator[Personal]:
    for match in _EMAIL.finditer(text):
        yield Personal(match.start(), match.end(), "EMAIL")


def birth_dates(text: str) -> Iterator[Personal]:
    """Dates behind a word for birth, or behind an asterisk. No other date is one of birth."""
    for label in birth_label().finditer(text):
        if date := _DATE_AT.match(text, label.end()):
            yield Personal(date.start(), date.end(), "BIRTH_DATE")
    for match in _STARRED.finditer(text):
        if not _is_allele(text, match):
            yield Personal(match.start() + 1, match.end(), "BIRTH_DATE")


def _is_allele(text: str, match: re.Match[str]) -> bool:
    """Whether the asterisk is that of an allele: "UGT1A1 *28 nilotinib 300"."""
    before = text[max(0, match.start() - _GENE_WITHIN) : match.start()]
    return bool(recognise_passage(before).of("gene") or recognise_passage(match[0]).of("drug"))


def phones(text: str) -> Iterator[Personal]:
    """Numbers behind a word for a telephone, and such as have the form of one."""
    for label in phone_label().finditer(text):
        if number := _PHONE_VALUE.match(text, label.end()):
            yield Personal(number.start(), number.end(), "PHONE")
    for pattern in (_NORTH_AMERICAN, _INTERNATIONAL, _WITH_TRUNK_ZERO):
        for match in pattern.finditer(text):
            if _is_phone(text, match):
                yield Personal(match.start(), match.end(), "PHONE")


def _is_phone(text: str, match: re.Match[str]) -> bool:
    digits = sum(sign.isdigit() for sign in re.split("x|ext", match.group())[0])
    before = text[max(0, match.start() - 12) : match.start()]
    is_known = _DATED.match(match.group()) or _CODE_BEFORE.search(before)
    return _SHORTEST_PHONE <= digits <= _LONGEST_PHONE and not is_known


def records(text: str) -> Iterator[Personal]:
    """Numbers behind a word for a record or an insurance, and national numbers by their form."""
    for label in record_label().finditer(text):
        value = _RECORD_VALUE.match(text, label.end())
        if value and sum(sign.isdigit() for sign in value.group()) >= _FEWEST_DIGITS:
            yield Personal(value.start(), value.end(), "RECORD")
    for match in _UNLABELLED_RECORDS.finditer(text):
        yield Personal(match.start(), match.end(), "RECORD")
