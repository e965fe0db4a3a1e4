"""The words of a question that nothing has read: they are no name, no value and no word of asking.

The answer cannot weigh such words, so it has to name them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from agents.extractive.question.kinds import kinds
from agents.extractive.question.requests.aspects import aspects
from agents.extractive.question.requests.calculations import WORDS
from agents.extractive.question.topics import is_plain, is_plain_word, stem, stems, word_list
from agents.facts.values.unsure_variants import UNSURE
from agents.facts.values.variant_significance import BENIGN
from agents.matching.premises import ASKS_ENDED
from names.clinical.disease.staged_tumours import BCLC
from names.clinical.events.resolved import resolved_places
from names.clinical.fever import DENIED
from names.clinical.grammar.denial import contradicted_by_negation
from names.clinical.measurements import read_implausible, read_one_sided
from names.clinical.normalisation.normal_organs import normal_organs
from names.clinical.organs.named_alone import organ_or_count
from names.clinical.readers import read_clinical
from names.clinical.routes import read_routes
from names.clinical.treatment.cycle_days import cycle_day_places
from names.clinical.treatment.no_progression import read_no_progression
from names.clinical.treatment.time_phrases import FAILED_AND_TIME
from names.clinical.values import Population
from names.patterns.filtered import FilteredPattern
from names.recognise import recognise
from names.tables.treatment.regimens import regimen_pattern

TOKEN = re.compile(r"[^\W\d_](?:[^\W_]|['’-]){1,40}")
SHORTEST = 4
"""Fewest letters of a word that is checked, unless it is in capitals. Chosen by hand: shorter words
are mostly abbreviations of plain words."""
SHORTEST_ENDING = 6
"""Fewest letters of a stem that is searched at the end of longer stems. Chosen by hand: shorter
ones are mostly endings of other words."""
LONGEST = 2_000
"""Most characters of a question that are checked: as many as are split into questions."""
MOST = 4
"""Most phrases that an answer names. Chosen by hand: a longer list is hardly read."""
MOST_WORDS = 4
"""Most words of one phrase. Chosen by hand."""
TITLE = re.compile(r"(?i)\b(?:mrs?|ms|miss|dr|prof|name|named|called|mrn|dob)\b[.:]?\s{0,2}\Z")
"""Words before the name of a person."""
_ASKING = re.compile(
    r"(?i)(?:what|who|which|how|when|where|why)(?:['’]s| (?:is|are|was|does|do))?\s"
)
"""Words that only ask; the word behind them would else count as asked for a definition."""
_DENIAL = re.compile(r"(?i)\b(?:no|not|without|w/o|never|non|[a-z]{2,6}n['’]t)[ -]\Z")
_LONGEST_DENIAL = 11
"""Characters in which a denial stands before a word: "shouldn't "."""
_CONTRACTED = re.compile(
    r"(?i)[a-z]{2,6}n['’]t|(?:i|you|we|they|s?he|it|that|there|here|wh[oy]|what|where|when|how|let)"
    r"['’](?:s|re|ve|d|ll|m)"
)
"""Two words of grammar in one: "isn't", "that's"."""
_CHROMOSOMES = re.compile(
    r"(?i)\b(?:t|inv|del|dup|gain|amp)\s?\(\d{1,2}[pq]?(?:;\d{1,2})?\)"
    r"|\b\d{1,2}[pq]\d{0,2}\+?[\s-]?(?:gain|amp(?:lif\w{2,7})?)\b"
)
"""Changes of chromosomes, which have no letters enough to be words: "t(11;14)", "1q amp"."""
_CAPITALS = re.compile(r"[A-Z][A-Z0-9-]{1,7}")
_DISEASES = frozenset(("WM", "MM", "HL", "PV", "ET", "MF"))
"""Tumours of two letters, which would else count as words of grammar."""
_SHORT_FORM = re.compile(r"[A-Z]{2,5}-\d")
"""An abbreviation that stands for a word ("DM-1"), though its parts mean nothing."""
_BEFORE_SIDE = re.compile(r"(?i)(?:(?<!\w)(?:or|vs\.?|versus|instead of)\s|[a-z]\s?\+\s?)\Z")
_BEHIND_SIDE = re.compile(r"(?i)\s(?:or|vs\.?|versus|instead of)\s|\s?\+\s?[a-z]{2}")
_HAZARD_RATIO = re.compile(r"\b(?:HRs?|HR's|[Hh]azard ratios?)\b(?! ?[+–-]| ?(?:pos|neg|low|\+))")
"""The figure of a trial. With a sign or a state behind it, HR is the hormone receptor."""
_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ](?:[^\W\d_A-Z]|['’-])+")


def unread_phrases(text: str, shown: str = "") -> tuple[str, ...]:
    """The phrases of a question that nothing has read, in order, each once. A phrase also counts if
    it was read against a denial beside it, or if no patient can have its number. Left out are
    phrases that the answer repeats (``shown``: its words and the titles of its sources) and names
    of persons, which a capital or a title shows. A name in small letters without a title is taken
    for a word."""
    text = text[:LONGEST]
    if organ_or_count(text) is not None:
        return ()  # "and the liver?" is read as a whole.
    covered = _covered_places(text)
    heard = stems(shown) | {word.lower().rstrip("s") for word in TOKEN.findall(shown)}
    denied = {
        (each.start, each.end) for each in contradicted_by_negation(read_clinical(text), text)
    }
    wrong = {(each.start, each.end) for each in read_implausible(text)}
    covered_whole = (match.span() for match in _CHROMOSOMES.finditer(text))
    unnamed = {span for span in covered_whole if covered.isdisjoint(range(*span))}
    told = covered | {place for span in unnamed for place in range(*span)}
    unread = [match for match in TOKEN.finditer(text) if _is_unread(match, text, told, heard)]
    spans = sorted({*denied, *wrong, *unnamed, *_join_words(unread, text)})
    phrases = (text[start:end] for start, end in spans)
    return tuple({each.lower(): each for each in phrases}.values())[:MOST]


def is_on_other_matter(question: str) -> bool:
    """Whether a question names nothing that is known here, and none of its words are understood:
    "what is the capital of France?". Age and sex are named of anybody."""
    values = (each.value for each in read_clinical(question))
    is_known = recognise(question).mentions or not all(isinstance(v, Population) for v in values)
    return not is_known and _is_wholly_unread(_ASKING.sub("", question, count=1).lower())


def _is_wholly_unread(text: str) -> bool:
    """Whether a text has words that mean something, and nothing reads any of them."""
    covered = _covered_places(text)
    words = [
        match
        for match in TOKEN.finditer(text)
        if len(match.group()) >= SHORTEST and not _is_known(match.group().strip("'’-"))
    ]
    return bool(words) and all(_is_unread(each, text, covered, frozenset()) for each in words)


def _covered_places(text: str) -> frozenset[int]:
    """The places of a text that were read as names, values or words of asking."""
    spans = [(each.start, each.end) for each in recognise(text).mentions]
    spans += [(each.start, each.end) for each in read_clinical(text)]
    spans += [(each.start, each.end) for each in read_implausible(text)]
    spans += [(each.start, each.end) for each in read_one_sided(text)]
    spans += [(each.start, each.end) for each in read_no_progression(text)]
    spans += [(start, end) for _, start, end in (*read_routes(text), *resolved_places(text))]
    spans += [match.span() for match in regimen_pattern().finditer(text)]
    spans += [match.span() for each in (BCLC, DENIED) for match in each.finditer(text)]
    spans += [*cycle_day_places(text), *((start, end) for start, end, _ in normal_organs(text))]
    spans += [match.span() for pattern in _asking_patterns() for match in pattern.finditer(text)]
    spans += [match.span() for match in FAILED_AND_TIME.finditer(text)]
    spans += hazard_ratios(text)
    if recognise(text).of("gene"):
        spans += [match.span() for pattern in (UNSURE, BENIGN) for match in pattern.finditer(text)]
    return frozenset(place for start, end in spans for place in range(start, end))


def hazard_ratios(text: str) -> list[tuple[int, int]]:
    """The places of "HR" in a question on the results of a trial."""
    if not recognise(text).of("trial", "registration", "outcome"):
        return []
    return [match.span() for match in _HAZARD_RATIO.finditer(text)]


def _asking_patterns() -> Iterator[FilteredPattern | re.Pattern[str]]:
    for kind in kinds().values():
        yield from (kind.asked_by, kind.asked_in_case_by)
    yield from (aspect.asked_by for aspect in aspects().values())
    yield from (ASKS_ENDED, *WORDS)


def _is_unread(
    match: re.Match[str], text: str, covered: frozenset[int], heard: frozenset[str]
) -> bool:
    word = match.group().strip("'’-")
    is_half = len(word) < SHORTEST and word.isalpha() and _is_put_beside(match, text)
    if len(word) < SHORTEST and not is_half and not _CAPITALS.fullmatch(word):
        return False
    known = word not in _DISEASES and (is_plain_word(word) if is_half else _is_known(word))
    if known or not covered.isdisjoint(range(*match.span())):
        return False
    if _NAME.fullmatch(word) or TITLE.search(text, max(0, match.start() - 12), match.start()):
        return False
    return not all(_is_heard(each, heard) for each in _stems_of(word))


def _is_put_beside(match: re.Match[str], text: str) -> bool:
    """Whether a word is one side of a choice, or is given with something: "olaparib or xy?"."""
    before = _BEFORE_SIDE.search(text, max(0, match.start() - 12), match.start())
    return bool(before or _BEHIND_SIDE.match(text, match.end()))


_STEROIDS = frozenset(map(stem, ("prednisone", "prednisolone", "methylprednisolone")))
"""What an answer may say for "steroids"."""


def _is_heard(said: str, heard: frozenset[str]) -> bool:
    """Whether the answer says a stem, by itself or as the end of a longer word
    ("corticosteroids")."""
    long = len(said) >= SHORTEST_ENDING
    if said == "steroid" and not heard.isdisjoint(_STEROIDS):
        return True
    return said in heard or (long and any(each.endswith(said) for each in heard))


def _is_known(word: str) -> bool:
    """Whether a word means nothing that an answer would have to weigh."""
    fillers = word_list("filler_words.tsv")
    if _CONTRACTED.fullmatch(word):
        return True
    if _SHORT_FORM.fullmatch(word):
        return False
    return is_plain(word) or all(
        is_plain(part) or part in fillers for part in word.lower().split("-")
    )


def _stems_of(word: str) -> frozenset[str]:
    return frozenset(stem(part) for part in word.split("-") if part)


def _join_words(found: Iterable[re.Match[str]], text: str) -> Iterator[tuple[int, int]]:
    """The spans of neighbouring words, each with a "no" before it."""
    start = end = words = 0
    for match in found:
        if words and words < MOST_WORDS and text[end : match.start()] == " ":
            end, words = match.end(), words + 1
            continue
        if words:
            yield start, end
        denial = _DENIAL.search(text, max(0, match.start() - _LONGEST_DENIAL), match.start())
        start, end, words = denial.start() if denial else match.start(), match.end(), 1
    if words:
        yield start, end
