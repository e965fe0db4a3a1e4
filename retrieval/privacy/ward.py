"""Names as a ward writes them: beside an age with a sex ("Smith 67M"), before a record number or a
date of birth, behind a word such as "bed 4" or "update on", and a given name before a family name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from names.recognise import recognise_passage
from retrieval.privacy.labels import label_pattern, words
from retrieval.privacy.lexicon import can_be_name, is_given_name, is_known_name, is_listed
from retrieval.privacy.numbers import DATE
from retrieval.privacy.people import can_be_in_name, is_of_a_disease
from retrieval.privacy.span import Personal

_YEARS = (
    r"(?:years?[ -]olds?|years?|y/?o\.?|y\.o\.?|yrs?|-?jährig\w{0,2}|Jahre|J|ans|años|anni|lat|jaar"
    r"|(?:de )?ani|anos|år|a)"
)
_SEX = r"(?:[MFW♂♀]|male|female|man|woman|gentleman|lady)"
_AGE_AND_SEX = (
    rf"\d{{1,3}}[ -]?(?:(?:{_YEARS}|y)[ ,/-]{{0,2}})?[/-]?{_SEX}(?![\w/+-])"
    rf"|{_SEX}[,/ ]{{1,2}}\d{{2,3}}(?![\w.,%]\w|[\w%])"
)
_AGE_IN_WORDS = (
    rf"\d{{1,3}}[ -]?(?!years?(?! old)){_YEARS}(?![\w/])|(?:aged?|lat|y/o)[ ]\d{{2,3}}(?!\w)"
    rf"|a[ ]\d{{2,3}}[ -]years?"
)
_BARE_AGE = r"[1-9]\d(?=[,;)]|[ ][–-]|$)"
_APART = r"[ ]?[,;:(/|–—-]{0,2}[ ]?"
_PATIENT = re.compile(rf"(?<![\w.])(?:{_AGE_AND_SEX}|{_AGE_IN_WORDS})")
_AGE_ALONE = re.compile(rf"(?:(?<=[,;(–-])|(?<=[,;(–-] )){_BARE_AGE}")
_DATE = re.compile(rf"(?<![\w.-])(?:{DATE})")
_LEADING = re.compile(rf"(?<![\w.])(?:{_AGE_AND_SEX})[ ]")
_TOKEN = re.compile(r"[^\W\d_](?:\.(?:[^\W\d_]\.){0,2}|[^\W\d_]*(?:[-'’](?!s(?!\w))[^\W\d_]+)*)")
_BETWEEN = re.compile(r"[ ]{1,2}|,[ ]|(?<=\.)")
_SEPARATORS = re.compile(rf"(?:{_APART})$")
_LONGEST = 72
"""Characters before a mark in which its name is looked for. Chosen by hand."""
_BEHIND = 24
"""Characters behind a name that may tell that a value follows. Chosen by hand: a mark and its value
have fewer."""
_MOST_WORDS = 5
_FOLLOWED = re.compile(r"[ ]?[,;:(–—-]|[ ]?$", re.M)
_BESIDE_NUMBER = re.compile(r"[ ](?:\d|[IVX]{1,4}(?!\w))")
_MEASURED = re.compile(r"(?:['’]s?)?[ ]?[:–-]?[ ]?([^\W\d_][\w-]{0,15})")
_CUE_AFTER = r"(?:[ ]?[:,–-])?[ ]{1,2}"
_PLACE = re.compile(
    r"(?i)(?<!\w)(?:bed|case|room|ward|pt|patient|no|number)[ ]?#?\d{1,3}[a-z]?[ ]?[:,.–-]{0,2}[ ]"
)
_OF_PATIENT = re.compile(r"(?i)(?<!\w)(?:pt|patient|pat)\.?[:]? $")
_OF_PATIENT_AT = re.compile(r"(?i)(?<!\w)(?:pt|patient|pat)\.?[:]? ")
_AGE_IN_BRACKETS = re.compile(r" ?\(\d{2}\)")
_SMALL_WORD = re.compile(r"(?:(?![A-Z])[^\W\d_]){2,24}")
_SMALL_WORDS = re.compile(
    rf"(?<![\w.@'’-])(?P<words>{_SMALL_WORD.pattern}(?:(?:, ?| ){_SMALL_WORD.pattern}){{1,3}})"
    r"[ ,;:(–—-]{0,3}$"
)
"""Two to four words in small letters, up to a mark behind them."""
_FEWEST_LETTERS = 5
"""Of a single word behind an age that nobody knows for a name. Chosen by hand."""
_BEGIN = re.compile(r"(?:^|(?<=[\n:]))[ ]{0,2}(?=[^\W\d_])")
Test = Callable[[Sequence[str]], bool]


def ward_names(text: str, found: Iterable[Personal]) -> Iterator[Personal]:
    """The names in a text of which the other things that are personal are known."""
    yield from _beside_marks(text, found)
    yield from _behind_words(text)
    yield from _full_names(text)


def _beside_marks(text: str, found: Iterable[Personal]) -> Iterator[Personal]:
    """Names before and behind what only a patient has."""
    for at in _marks(text, found):
        yield from _name_before(text, at, _is_beside_patient)
    for at in _identity_marks(text, found):
        yield from _small_name_before(text, at)
    for date in _DATE.finditer(text):
        yield from _name_before(text, date.start(), _is_of_two)
    for mark in _AGE_ALONE.finditer(text):
        yield from _name_before(text, mark.start(), _is_of_two)
    for mark in _LEADING.finditer(text):
        yield from _name_after(text, mark.end(), _is_set_apart)
    for each in found:
        if each.kind in {"RECORD", "BIRTH_DATE"} and text[each.end : each.end + 1] in " ,;:–-":
            yield from _name_after(text, _skip_signs(text, each.end), _is_of_two_or_initial)


def _behind_words(text: str) -> Iterator[Personal]:
    """Names behind a word of the ward, and at the begin of a line."""
    for pattern in (label_pattern("cue", _CUE_AFTER), _PLACE):
        for cue in pattern.finditer(text):
            yield from _name_after(text, cue.end(), _is_behind_cue)
    for cue in _OF_PATIENT_AT.finditer(text):
        yield from _name_after(text, cue.end(), _is_before_age)
    for begin in _BEGIN.finditer(text):
        yield from _measured_patient(text, begin.end())


def _marks(text: str, found: Iterable[Personal]) -> Iterator[int]:
    """Where an age with a sex, a record number or a date of birth begins, with its label."""
    yield from (mark.start() for mark in _PATIENT.finditer(text))
    yield from _identity_marks(text, found)


def _identity_marks(text: str, found: Iterable[Personal]) -> Iterator[int]:
    """Where a record number, a date of birth or another thing of one person only begins."""
    starts = {each.start for each in found}
    for section in ("record", "birth", "phone"):
        for label in label_pattern(section).finditer(text):
            if label.end() in starts:
                yield label.start()
    for each in found:
        if each.kind in {"RECORD", "BIRTH_DATE", "PHONE", "EMAIL"}:
            yield each.start


def _name_before(text: str, at: int, is_name: Test) -> Iterator[Personal]:
    """The name that ends where a mark begins."""
    line = text[max(0, at - _LONGEST, text.rfind("\n", 0, at) + 1) : at]
    offset = at - len(line)
    separators = _SEPARATORS.search(line)
    end = offset + (separators.start() if separators else len(line))
    taken: list[re.Match[str]] = []
    for token in reversed(list(_TOKEN.finditer(text, offset, end))):
        limit = taken[-1].start() if taken else end
        gap = text[token.end() : limit]
        is_joined = bool(_BETWEEN.fullmatch(gap)) if taken else not gap.strip("'’")
        if not is_joined or len(taken) >= _MOST_WORDS:
            break
        # "Hodgkin, Dorothy 66F": with a given name behind it, it is one of families.
        is_told = "," in gap or _is_behind_patient(text, token)
        is_family = is_told and token.group().lower() in words("eponym", "alone")
        if not (is_family or _is_part(text, token)):
            break
        taken.append(token)
    yield from _check_tokens(text, taken[::-1], is_name)


def _small_name_before(text: str, at: int) -> Iterator[Personal]:
    """``huber maria dob 12.3.1966``: names without capitals, one of them no word, and nothing
    clinical."""
    named = _SMALL_WORDS.search(text[max(0, at - _LONGEST) : at])
    start, end, pair = 0, 0, list[str]()
    for word in reversed(list(_SMALL_WORD.finditer(named["words"])) if named else ()):
        if not is_listed(word.group()) or recognise_passage(word.group()).mentions:
            break
        start, end = word.start(), end or word.end()
        pair.append(word.group())
    if named is not None and len(pair) > 1 and any(map(is_known_name, pair)):
        offset = max(0, at - _LONGEST) + named.start("words")
        yield Personal(offset + start, offset + end, "NAME")


def _name_after(
    text: str, at: int, is_name: Test, *, with_comma: bool = True
) -> Iterator[Personal]:
    """The name that begins at a place."""
    taken: list[re.Match[str]] = []
    while len(taken) < _MOST_WORDS:
        token = _TOKEN.match(text, at)
        if token is None or not _is_part(text, token):
            break
        taken.append(token)
        gap = _BETWEEN.match(text, token.end())
        if gap is None or ("," in gap[0] and (len(taken) != 1 or not with_comma)):
            break
        at = gap.end()
    if len(taken) > 1 and not is_listed(taken[1].group()) and "," in text[taken[0].end() : at]:
        taken = taken[:1]
    yield from _check_tokens(text, taken, is_name)


def _check_tokens(text: str, taken: Sequence[re.Match[str]], is_name: Test) -> Iterator[Personal]:
    """The tokens as a name, without particles at its begin that belong to no name."""
    while taken and taken[-1].group().islower():
        taken = taken[:-1]
    if not taken or _is_eponym(text, taken) or _leads_in(text, taken):
        return
    behind = text[taken[-1].end() : taken[-1].end() + _BEHIND]
    if is_name([*(each.group() for each in taken), behind]):
        yield Personal(taken[0].start(), taken[-1].end(), "NAME")


def _leads_in(text: str, taken: Sequence[re.Match[str]]) -> bool:
    """Whether the words are the one that begins the line of a case ("Case: 60 y woman")."""
    before = text[text.rfind("\n", 0, taken[0].start()) + 1 : taken[0].start()]
    is_first = len(taken) == 1 and not before.strip("*_#> \t")
    return is_first and taken[0].group().lower() in words("lead_in", "alone")


def _is_part(text: str, token: re.Match[str]) -> bool:
    """Whether a token can stand in a name: an initial, a particle, or a word that is none."""
    word = token.group().rstrip(".")
    if word in words("short_name", "particles") or _is_initials(token.group()):
        return True
    return can_be_in_name(text, token) and _can_be(word)


def _can_be(word: str) -> bool:
    """Whether a word with a capital can be one of a name; in capitals throughout, as diseases and
    genes are written, it has to be a known one."""
    parts = [part for part in re.split(r"[-'’]", word) if len(part) > 1]
    if len(word) == 2:
        return word.lower() in words("short_name", "names")
    if word.isupper():
        return bool(parts) and all(map(is_listed, parts))
    return any(map(can_be_name, parts))


def _is_initials(word: str) -> bool:
    return "." in word or (len(word) <= 2 and word.isupper()) or len(word) == 1


def _is_eponym(text: str, taken: Sequence[re.Match[str]]) -> bool:
    """Whether the words are those of a disease or a score ("Ann Arbor"), or a single one is."""
    full = [each.group() for each in taken if not _is_initials(each.group())]
    told = " ".join(full).lower().replace("-", " ").replace("’", "'")
    if any(told.endswith(each) for each in words("eponym", "whole")):
        return True
    last = taken[-1]
    if _is_behind_patient(text, taken[0]):
        return False
    is_one = len(full) == 1 and full[0].lower().removesuffix("'s") in words("eponym", "alone")
    return is_one or is_of_a_disease(text, last.start(), last.end())


def _is_behind_patient(text: str, token: re.Match[str]) -> bool:
    """``pt Paget``: what follows is who it is."""
    return bool(_OF_PATIENT.search(text[max(0, token.start() - 10) : token.start()]))


def _is_beside_patient(parts: Sequence[str]) -> bool:
    """A whole word at least, whatever stands behind it."""
    return bool(_full(parts[:-1]))


def _is_of_two(parts: Sequence[str]) -> bool:
    """Two words, of which one is known, or the other is no word at all."""
    return len(_full(parts[:-1])) > 1


def _is_of_two_or_initial(parts: Sequence[str]) -> bool:
    full = _full(parts[:-1])
    return len(full) > 1 or (bool(full) and (len(parts) > 2 or is_known_name(full[0])))


def _is_set_apart(parts: Sequence[str]) -> bool:
    """Two words, or a known name, before a sign or the end: not before a number or a word."""
    full, after = _full(parts[:-1]), parts[-1]
    if _BESIDE_NUMBER.match(after):
        return False
    is_long = any(len(each) >= _FEWEST_LETTERS or is_listed(each) for each in full)
    return bool(_FOLLOWED.match(after)) and (is_long or len(full) > 1)


def _is_behind_cue(parts: Sequence[str]) -> bool:
    """A known name that is no word, or two words of which one is."""
    full, after = _full(parts[:-1]), parts[-1]
    known = list(map(is_known_name, full))
    return any(known) and not _BESIDE_NUMBER.match(after)


def _is_before_age(parts: Sequence[str]) -> bool:
    """``patient Long (81)``: whatever the word means elsewhere."""
    return bool(_full(parts[:-1])) and bool(_AGE_IN_BRACKETS.match(parts[-1]))


def _full(parts: Sequence[str]) -> list[str]:
    return [
        each
        for each in parts
        if not _is_initials(each) and each not in words("short_name", "particles")
    ]


def _measured_patient(text: str, at: int) -> Iterator[Personal]:
    """``Jones QTc 510``: a known name at the begin of a line or behind a colon, and a value of the
    patient behind it."""

    def is_name(parts: Sequence[str]) -> bool:
        measured = _MEASURED.match(parts[-1])
        is_value = bool(measured and measured[1].lower() in words("mark", "measures"))
        full = _full(parts[:-1])
        return is_value and bool(full) and all(map(is_known_name, full))

    yield from _name_after(text, at, is_name)


def _full_names(text: str) -> Iterator[Personal]:
    """A given name with a family name behind it."""
    at = 0
    for token in _TOKEN.finditer(text):
        if token.start() < at or not is_given_name(token.group()) or not _is_part(text, token):
            continue
        for each in _name_after(text, token.start(), _is_full_name, with_comma=False):
            at = each.end
            yield each


def _is_full_name(parts: Sequence[str]) -> bool:
    full = _full(parts[:-1])
    is_shouted = any(each.isupper() for each in full)
    return len(full) > 1 and is_known_name(full[-1]) and not is_shouted


def _skip_signs(text: str, at: int) -> int:
    behind = re.compile(_APART).match(text, at)
    return behind.end() if behind else at
