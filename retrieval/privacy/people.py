"""Names of people: behind titles and labels, in letters, and before what only people have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.recognise import recognise_passage
from retrieval.privacy.labels import label_pattern, table, words
from retrieval.privacy.numbers import DATE
from retrieval.privacy.span import Personal

_WORD = re.compile(r"(?:[^\W\d_]['’])?[^\W\d_]{1,30}(?:[-'’](?!s(?!\w))[^\W\d_]{1,30}){0,3}")
_PARTICLE = re.compile(
    r"(?:von|van|vom|zum|zur|zu|der|den|de|del|della|di|da|dos|das|do|du|la|le|los|el|al|bin|ibn|ben"
    r"|ten|ter|te|in 't|'t|op|af|av|y|e|i|och|O)\s{1,2}(?=[^\W\d_])"
)
_INITIAL = re.compile(r"(?:[^\W\d_]\.[ -]?){1,3}|[^\W\d_](?=\s)")
_LAST_INITIAL = re.compile(r" [^\W\d_]\.(?![^\W\d_])")
_SPACE = re.compile(r"[ \t]{1,3}")
_ROMAN = re.compile(r"[IVX]{1,4}")
_NAME_ENDS = re.compile(
    r"\s{0,2}(?:[,;:()*\n–—-]|$|geb\b|born\b|dob\b|né|nat[oa]\b|nacid|ur\.)", re.I
)
_DISEASE_AFTER = re.compile(r"(?:['’]s?)?[ -]([^\W\d_]{2,20})")
_TITLE_AFTER = r"\.?[ \t]{1,3}"
_COLON = r"(?:[ \t]?\([^)\n]{1,20}\))?\.?[ \t]{0,2}[:=][ \t]{0,3}\s?"
_LINE = r"[,.!]{0,2}\s{1,6}"
_COMMON = r"\s{1,2}"
_AT = re.compile(r"(?<![\w.])@")
_LABEL = r"DOB|D\.O\.B|MRN|dob|born|NHS|geb|né|née|nacid[oa]|nat[oa]|ur|f"
_YEARS = r"years?|y/?o|yr|J\.|Jahre|jährig|ans|años|anni|jaar|lat|anos|år"
_BEFORE_IDENTITY = re.compile(
    rf"[ \t]{{0,2}}[,(–-]{{0,2}}[ \t]?(?:\*\s?|(?:{_LABEL})\b\.?[^\n]{{0,24}}?\d|{DATE}"
    rf"|(?:is an? )?(?:aged )?\d{{2}}[ -]?(?:{_YEARS})\b)"
)
_TWO_WORDS = re.compile(
    r"(?<![\w.@-])(?:[^\W\d_]\.\s){0,2}[^\W\d_][\w'’-]{1,24},?"
    r"(?: (?:[^\W\d_]\.|v[ao]n|der|den|de|di|la)){0,3} [^\W\d_][\w'’-]{1,24}"
    r"(?: [^\W\d_][\w'’-]{1,24})?"
)
_M = re.compile(r"(?:^|(?<=[\n,;:(])|(?<=[a-zéèà] )|(?<=[,;:] ))M\. (?=[^\W\d_])")
_GAUGE = re.compile(r"(?<![\w.,-])\d{1,2}(?:[.,]\d)?[ -]?$")
"""Before "Fr", the French unit of how wide a catheter is; a number of a record is longer."""
_LONGEST_GAUGE = 8
"""Characters before "Fr" that hold that number. Chosen by hand: "12,5 ", and a sign before."""
_WORD_BEFORE = 24
"""Characters before a letter in which the word before it begins. Chosen by hand: a long family
name."""
_MORBUS = re.compile(r"(?:[Mm]orbus|[Mm]aladie de|[Mm]b\.?)\s$")
_SEX_BEHIND = re.compile(r"/[MFW]/")
_QUALIFIED = re.compile(
    r"(?i)(?:drug|brand|trade|generic|gene|trial|study|file|user|product|chemical|variant|regimen"
    r"|proprietary|substance|host|domain|display|protein|compound|common|code|non"
    r"|international)[ -]$"
)
_OF_NAMES = re.compile(r"(?i)n[ao]m|nazwisk|imi|surn|apellid|apelid|adı|jméno|firma|sign|gez|fdo")
MOST_WORDS = 5
"""Of one name, initials not counted. Chosen by hand: two given names and a name of three words."""


def people(text: str) -> Iterator[Personal]:
    """Every name that something in the text announces, or that a birth date or an age follows."""
    for title in label_pattern("title", _TITLE_AFTER, exact=True).finditer(text):
        if _is_title(text, title):
            yield from _names_at(text, title.end(), sure=True, after_comma=True)
    yield from _monsieur(text)
    for label in label_pattern("name", _COLON).finditer(text):
        if not _QUALIFIED.search(text[max(0, label.start() - 16) : label.start()]):
            sure = _is_sure(text, label)
            yield from _names_at(text, label.end(), sure=sure, after_comma=True, alone=True)
    for cue, after in (("closing", _LINE), ("salutation", _TITLE_AFTER), ("person", _COMMON)):
        for label in label_pattern(cue, after).finditer(text):
            if _is_heading(text, label):
                continue
            least = 2 if cue == "person" and _is_general(label.group()) else 1
            sure = cue == "closing" and _is_sure(text, label)
            yield from _names_at(text, label.end(), sure=sure, least=least)
    for at in _AT.finditer(text):
        yield from _names_at(text, at.end())
    yield from _before_identity(text)


def take_name(
    text: str, at: int, *, sure: bool = False, after_comma: bool = False
) -> tuple[int, int]:
    """Where the name ends that begins at ``at``, and how many words it has beside initials.
    ``sure``: its first word is a name whatever it looks like."""
    end, count, comma = at, 0, not after_comma
    while count < MOST_WORDS:
        place = _skip(text, end, count)
        word = _WORD.match(text, place)
        if word is None or not _is_name(text, word, sure=sure and count == 0):
            break
        end, count = word.end(), count + 1
        if not comma and text[end : end + 2] == ", ":
            second = _WORD.match(text, _skip(text, end + 1, 1))
            if second and _is_name(text, second) and _NAME_ENDS.match(text, second.end()):
                end, count, comma = second.end(), count + 1, True
    return _with_initials(text, end, count), count


def _skip(text: str, at: int, count: int) -> int:
    """Behind the space, initials and particles before the next word of a name."""
    space = _SPACE.match(text, at) if count else None
    if count and space is None:
        return len(text)
    at = space.end() if space else at
    for pattern in (_INITIAL, _SPACE, _PARTICLE, _PARTICLE):
        match = pattern.match(text, at)
        if match:
            at = match.end()
    return at


def _with_initials(text: str, end: int, count: int) -> int:
    """``Meier A.``: an initial behind a family name belongs to it."""
    behind = _LAST_INITIAL.match(text, end) if count else None
    return behind.end() if behind and behind.group()[1].isupper() else end


def _is_name(text: str, word: re.Match[str], *, sure: bool = False, halved: bool = False) -> bool:
    """Whether a word can be one of a name: capital letters at each part, and nothing clinical."""
    told, after = word.group(), text[word.end() : word.end() + 1]
    parts = [part for part in re.split(r"[-'’]", told) if part]
    if not (halved or parts[-1][0].isupper()) or after.isdigit() or after in tuple("_@/+-"):
        return False
    refused = words("not_a_name", "never")
    if told.lower() in refused or is_of_a_disease(text, word.start(), word.end()):
        return False
    if sure:
        return True
    plain = told.lower() in words("not_a_name", "words")
    return len(told) > 1 and not plain and not _is_clinical(told)


def can_be_in_name(text: str, word: re.Match[str]) -> bool:
    """Whether a word can stand in a name that nothing announces: "Smith", "Min-ho"."""
    halves = word.group().split("-")
    is_half_small = len(halves) == 2 and halves[0].istitle() and halves[1].islower()
    if _SEX_BEHIND.match(text, word.end()):
        return _is_name(text[: word.end()], word, halved=is_half_small)
    return _is_name(text, word, halved=is_half_small)


def _is_clinical(word: str) -> bool:
    if _ROMAN.fullmatch(word) or word.lower().endswith(tuple(table()["eponym"]["endings"])):
        return True
    return any(each.text == word for each in recognise_passage(word).mentions)


def is_of_a_disease(text: str, start: int, end: int) -> bool:
    """Whether a name there stands in that of a disease, a score or a method: "Lynch syndrome"."""
    after = _DISEASE_AFTER.match(text, end)
    if after and after[1].lower() in words("eponym", "before"):
        return True
    return bool(_MORBUS.search(text[max(0, start - 12) : start]))


def _names_at(
    text: str,
    at: int,
    *,
    sure: bool = False,
    least: int = 1,
    after_comma: bool = False,
    alone: bool = False,
) -> Iterator[Personal]:
    """The name at ``at``, if one stands there. ``alone``: a single word must end its line or be
    set apart, or it begins a sentence."""
    titles = label_pattern("title", _TITLE_AFTER, exact=True)
    while title := titles.match(text, at):
        at, sure = title.end(), True
    end, count = take_name(text, at, sure=sure, after_comma=after_comma)
    if count < least or (count == 1 and _is_something_else(text, at, end, alone=alone)):
        return
    yield Personal(at, end, "NAME")


def _is_something_else(text: str, at: int, end: int, *, alone: bool) -> bool:
    """Whether a single word is no name: that of a gene or a trial, or the begin of a sentence."""
    word = text[at:end]
    if alone:
        return not _NAME_ENDS.match(text, end) or (word.isupper() and _is_clinical(word))
    return word.isupper() and text[end : end + 2] in (" (", ", ")


def _is_sure(text: str, label: re.Match[str]) -> bool:
    """Whether a name stands behind a label, also where its first word means something else: the
    label is one of names ("Name: Ward, Sarah"), or the second word can only be one ("Line Engen").
    """
    if _OF_NAMES.search(label.group()):
        return True
    first = _WORD.match(text, label.end())
    second = first and _WORD.match(text, _skip(text, first.end(), 1))
    return bool(first and first.group()[0].isupper() and second and _is_name(text, second))


def _monsieur(text: str) -> Iterator[Personal]:
    """``M. Dupont``. In German the same letter stands for Morbus, in a list of authors for a first
    name."""
    for match in _M.finditer(text):
        before = text[max(0, match.start() - _WORD_BEFORE) : match.start()].split()
        if before and before[-1][0].isupper():
            continue
        word = _WORD.match(text, match.end())
        if word and word.group().lower() not in words("eponym", "morbus"):
            yield from _names_at(text, match.end())


def _before_identity(text: str) -> Iterator[Personal]:
    """Two capitalised words before a birth date, a record number or an age."""
    for match in _TWO_WORDS.finditer(text):
        if not _BEFORE_IDENTITY.match(text, match.end()):
            continue
        start = _start_of_name(text, match)
        if start is not None:
            yield Personal(start, match.end(), "NAME")


def _start_of_name(text: str, match: re.Match[str]) -> int | None:
    """Where the name begins that the words end with; None when fewer than two of them are one."""
    start, count = None, 0
    for word in reversed(list(_WORD.finditer(text, match.start(), match.end()))):
        if _is_name(text, word) or _is_initial(text, word):
            start, count = word.start(), count + 1
        elif start is None or not _PARTICLE.match(text, word.start()):
            break
    return start if count > 1 else None


def _is_initial(text: str, word: re.Match[str]) -> bool:
    return len(word.group()) == 1 and text[word.end() : word.end() + 1] == "."


def _is_general(cue: str) -> bool:
    """Whether a cue also stands before capitalised words that are no name."""
    return "patient" in cue.lower() or cue.split()[-1].lower() in words("person", "general")


def _is_title(text: str, title: re.Match[str]) -> bool:
    """``12 Fr Foley`` is a width; ``MR`` and ``DR`` are titles before capitals only. In "PD.
    Osimertinib dose?" ``PD`` is a progression, no Privatdozent."""
    is_unit = title.group().rstrip(" .\t") == "Fr"
    if is_unit and _GAUGE.search(text[max(0, title.start() - _LONGEST_GAUGE) : title.start()]):
        return False
    word = _WORD.match(text, title.end())
    if title.group().strip(" .") == "PD":
        return not (word and _is_clinical(word.group()))
    shouted = title.group().strip(" .").isupper()
    return not shouted or bool(word and word.group().isupper() and not _is_clinical(word.group()))


def _is_heading(text: str, cue: re.Match[str]) -> bool:
    """``the Patient Informed Consent Form``: a cue with a capital letter within a sentence."""
    before = text[max(0, cue.start() - 3) : cue.start()].rstrip(" ")
    capital = cue.group().startswith("Patient ")
    return capital and before[-1:].isalnum()
