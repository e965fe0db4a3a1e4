"""Postal addresses: behind a word for one, or by the form of a street with its number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.privacy.labels import label_pattern
from retrieval.privacy.span import Personal

_BETWEEN = r"\.?[ \t]{0,3}:?\s{0,3}(?:(?:in|en|à|a|em|at|te)\s)?"
_CAP = r"[^\W\d_a-zß-öø-ÿ][\w'’.-]{1,24}"
_NUMBER = r"(?:\d{1,5}[a-zA-Z]?(?:[/-]\d{1,4}[a-zA-Z]?)?|S/N)(?![\w%]|\.\d|,\d)"
_SUFFIXES = (
    r"straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm|steig|chaussee|promenade|straat|laan|plein"
    r"|gracht|kade|dijk|baan|singel|dreef|steeg|gatan|gata|gade|vej|vägen|veien|allé|alléen|torget"
    r"|stræde|ring|hof|markt|katu|tie"
)
_ENGLISH = (
    r"Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|Court|Ct|Place|Square|Way|Terrace"
    r"|Close|Crescent|Gardens|Grove|Parkway|Pkwy|Highway|Mews|Hill|Circle|Trail|Row|Walk|Park"
)
_FRENCH = (
    r"[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Cc]hemin|[Aa]llée|[Ii]mpasse|[Qq]uai|[Rr]oute|[Cc]ours"
)
_ROMANCE = (
    rf"{_FRENCH}|[Cc]alle|C/|Avenida|Avda\.?|Av\.|Plaza|Paseo|Camino|Ronda|Rambla|Via|Viale|Piazza"
    r"|Corso|Vicolo|Strada|Canale|Rua|Travessa|Largo|Praça|Alameda|[Uu]lica|ul\.|[Aa]leja|al\.|os\."
    r"|pl\."
)
_GERMAN = r"Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Ring|Ufer|Damm"
_OF = r"d[eiao]s? |del(?:la)? |do |da |l[ao]s? "
_STREETS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<![\w-]){_CAP}(?:{_SUFFIXES})\s{_NUMBER}",
        rf"(?<![\w-]){_CAP}[- ](?:{_GERMAN})\s{_NUMBER}",
        r"(?<![\w.,/-])\d{1,5}[A-Z]?(?:/\d{1,4})?,? "
        rf"(?:{_CAP} ){{1,3}}(?:{_ENGLISH})(?!\w)",
        rf"(?<![\w.,/-])\d{{1,5}}(?: bis| ter)?,? (?:{_FRENCH}|[Pp]lace) (?:[\w'’.-]{{1,24}} ?)"
        r"{1,5}",
        rf"(?<![\w-])(?:{_ROMANCE}) (?:{_OF})?(?:{_CAP},? ){{1,5}}{_NUMBER}",
        r"(?<!\w)(?:P\.? ?O\.? Box|Postfach|Boîte postale|Apartado|Casella postale) \d{1,6}",
    )
)
_BRITISH = r"[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}"
_CANADIAN = r"[A-Z]\d[A-Z] ?\d[A-Z]\d"
_HYPHENATED = r"\d{2}-\d{3}|\d{4}-\d{3}"
_DUTCH = r"\d{4} ?[A-Z]{2}"
_POSTCODE = re.compile(
    rf"(?<!\w)(?:{_BRITISH}|{_CANADIAN}|{_HYPHENATED}|{_DUTCH}"
    r"|(?:[A-Z]{1,2}-)?\d{3} \d{2}|(?:[A-Z]{1,2}-)?\d{4,6})(?![\w-])"
)
_LONE_POSTCODE = re.compile(rf"(?<!\w){_BRITISH}(?!\w)")
_PIECE = re.compile(r"[^,;:\n]{1,48}")
_PLACE_NAME = re.compile(
    rf"(?:{_CAP}|d[eu]|la|le|sur|an|am|der|den|in|of)(?: (?:{_CAP}|[a-z]{{1,4}})){{0,4}}"
    r" ?(?:\([A-Z]{2}\))?"
)
_FLAT = re.compile(
    r"(?:[^\W\d_]{1,12}\.? )?\d{1,5}[A-Za-z]?(?: [^\W\d_]{1,12}\.?(?: \d{1,4}[A-Za-z]?)?)?"
)
_TOWN = re.compile(rf" {_CAP}(?:[ -](?:{_CAP}|[a-z]{{1,4}})){{0,5}}(?: \([A-Z]{{2}}\))?")
_REGION = re.compile(r",? ?(?:\([A-Z]{2}\)|[A-Z]{2,3})(?![\w-])(?:,? \d{4,6})?")
_HOUSE = rf"\d{{1,5}}[A-Za-z]?(?:/\d{{1,4}})?,? [^\n,;:%]{{3,40}}|{_CAP}[^\n,;:%]{{0,36}} {_NUMBER}"
_CODE = (
    rf"(?:[A-Z]{{2,3}},? )?\d{{5,6}}|[A-Z]{{2,3}},? \d{{4,5}}|\d{{4}}(?= {_CAP})|{_HYPHENATED}"
    rf"|{_DUTCH}|{_BRITISH}|{_CANADIAN}"
)
_TWO_LINES = re.compile(
    rf"(?<![\w.,])(?:{_HOUSE})(?:,|\s?\n)[ \t]?(?:{_CAP}[ ,-]{{1,2}}){{0,3}}(?:{_CODE})(?![\w%-])"
)
_SENTENCE_END = re.compile(
    r"(?:(?<=\d)|(?<=\))|(?<=[^\W\d_]{4})(?<!Avda)(?<!Blvd)(?<!Pkwy))\.(?=\s|$)"
)
_TOWN_LINE = re.compile(
    rf"(?:,\s|\n){_CAP}(?:[ -](?:{_CAP}|[a-z]{{1,4}})){{0,4}}(?: \([A-Z]{{2}}\))?(?=\n|$|[,.;])"
)
_MOST_PIECES = 6
"""Lines or parts of an address. Chosen by hand: house, street, suburb, town, code, country."""
_LONGEST_LINE = 48
"""Characters of one. Chosen by hand: a longer line is a sentence."""


def addresses(text: str) -> Iterator[Personal]:
    """Where postal addresses stand: behind a word for one, from a street with its number on, or up
    to a postal code alone in its line. They may overlap."""
    for label in label_pattern("address", _BETWEEN).finditer(text):
        end = _end(text, label.end(), announced=True)
        if any(sign.isdigit() for sign in text[label.end() : end]):
            yield Personal(label.end(), end, "ADDRESS")
    for pattern in (*_STREETS, _TWO_LINES):
        for match in pattern.finditer(text):
            yield Personal(match.start(), _end(text, match.end(), announced=False), "ADDRESS")
    for match in _LONE_POSTCODE.finditer(text):
        yield Personal(_first_line(text, match.start()), match.end(), "ADDRESS")


def _first_line(text: str, start: int) -> int:
    """Where an address begins whose last line has its postal code at ``start``: at the first of the
    short lines before it that have the form of a house, a street or a town."""
    begin = start
    for _ in range(_MOST_PIECES if text[start - 1 : start] == "\n" else 0):
        line = text[: begin - 1].rsplit("\n", 1)[-1] if begin else ""
        if not line or len(line) > _LONGEST_LINE or not _is_part(line):
            break
        begin -= len(line) + 1
    return begin


def _end(text: str, start: int, *, announced: bool) -> int:
    """Where an address ends that is read from ``start``: with its postal code and town, if one of
    the next pieces has them; else with the piece that is there, if a label announced it."""
    end = start
    for number, (at, stop) in enumerate(_pieces(text, start)):
        piece = text[at:stop]
        code = _last_postcode(piece)
        if code is not None:
            return _behind_code(text, at + code, stop)
        if number == 0 and announced:
            end = stop
        elif piece and not _is_part(piece):
            break
    return end


def _pieces(text: str, start: int) -> Iterator[tuple[int, int]]:
    """The pieces between commas and line ends, to the end of the sentence."""
    at = start
    for _ in range(_MOST_PIECES):
        piece = _PIECE.match(text, at)
        if piece is None:
            if text[at : at + 1] not in {",", "\n"}:
                return
            at += 1
            continue
        sentence = _SENTENCE_END.search(piece.group())
        stop = at + sentence.start() if sentence else piece.end()
        indent = len(piece.group()) - len(piece.group().lstrip())
        yield at + indent, stop
        if sentence or text[stop : stop + 1] not in {",", "\n"}:
            return
        at = stop + 1


def _is_part(piece: str) -> bool:
    """Whether a piece can stand between a street and its town: a place, a flat, a house number."""
    return bool(_PLACE_NAME.fullmatch(piece.strip()) or _FLAT.fullmatch(piece.strip()))


def _last_postcode(piece: str) -> int | None:
    """Where the last postal code of a piece ends."""
    ends = [match.end() for match in _POSTCODE.finditer(piece)]
    return ends[-1] if ends else None


def _behind_code(text: str, end: int, stop: int) -> int:
    """With the town or the region that stands behind a postal code."""
    behind = text[end:stop]
    if _TOWN.fullmatch(behind):
        end = stop
    elif town := _TOWN.match(behind):
        end += town.end()
    region = _REGION.match(text, end) or (None if behind.strip() else _TOWN_LINE.match(text, end))
    return region.end() if region else end
