"""What a short message wants of the last answer, or of how it came about. Pure.

A message is read as such when all of its words are known for it (``words.toml``), however they are
put: "two sentences please", "could I have this a bit shorter?". One word that is not, a drug or a
disease, and it is a question of its own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, cast

from agents.replies.steering import silos_named
from names.clinical.grammar.numerals import FEW
from names.clinical.spelling import slashes_in_full
from retrieval.declaration.cards import read_cards

RequestKind = Literal[
    "step", "faulty", "again", "once more", "sources", "sure", "table", "export", "style",
    "shorter", "dates", "more", "citation", "support", "changes", "undo", "stop", "marks", "facts",
    "voices",
]  # fmt: skip
SilosWanted = Literal["", "only", "without", "also"]
LONGEST = 90
"""Characters of such a message. Chosen by hand: one line; what is longer asks something else."""
_LONGEST_PHRASE = 4
"""Words of the longest phrase and of the longest name of a silo."""
_WORD = re.compile(r"\[\d{1,3}\]|tl;?dr|[^\W_]+(?:['-][^\W_]+)*", re.I)
_BY_NUMBER = re.compile(
    r"(?<![\w\[])(?:(?:citation|source|reference|quote|ref|footnote) )?"
    r"(?:(?:(?<!step )(?<!question )(?:number|no\.|nr\.|#) ?(\d{1,3})(?![\w.,]\d|\w))"
    r"|(\d{1,3}) in (?:square )?brackets)"
    r"|^\W{0,3}(?:(?:hm+|but|no|well|and)\W{1,3})?(\d{1,3})"
    r"(?= (?:says|states|reports|cites|contradicts|describes|mentions)\b)",
    re.I,
)
"""A citation that is named by its number otherwise: "number 5", "the 5 in brackets", "5 says"."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_NUMBER = re.compile(r"(?<![a-z\d])\d{1,3}\b")
_CITED = frozenset(("citation", "source", "reference", "quote", "ref", "footnote"))
_ORDINALS = {
    word: number
    for number, words in enumerate(("first 1st", "second 2nd", "third 3rd", "fourth 4th"), start=1)
    for word in words.split()
}
_PLACES = _ORDINALS | {"last": -1}
_POINTS = frozenset(
    ("bullet", "point", "statement", "sentence", "claim", "line", "recommendation", "option")
)
_HOWS: tuple[SilosWanted, ...] = ("without", "also", "only")
_NONE_OF = frozenset(("no", "not"))
"""Before a silo: it is not wanted."""
_BUT_WITH = frozenset(("with", "use", "using", "try", "search"))
"""After silos that are not wanted: what is wanted in their place."""
_VERDICTS: Mapping[str, str] = {
    **dict.fromkeys(("yes", "yep", "yeah", "in"), "including"),
    **dict.fromkeys(("no", "nope", "out"), "<without>"),
}
"""Words that tell of each silo whether it is wanted, as they stand in the table."""
_SHAPES = {"<silo>": "s", "including": "y", "<without>": "n"}
_BOTH_VERDICTS = re.compile(r"(?=[ys]*n)(?=[ns]*y)(?:(?:[yn]s{1,4}){2,4}|(?:s{1,4}[yn]){2,4})")
"""All of such a message: each silo, or several, behind or before a verdict."""
ASKED = "<asked>"
"""What stands in the table for a question mark."""
_LENGTHS = frozenset(("sentence", "sentences", "line", "lines", "words"))


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted."""

    kind: RequestKind
    cited: int = 0
    """The number of the citation that is meant."""
    place: int = 0
    """Where it stands among the sources, if that is told in place of its number ("the second");
    -1 for the last."""
    how: SilosWanted = ""
    silos: tuple[str, ...] = ()
    """Silos as people name them."""
    also: tuple[str, ...] = ()
    """Those that are to be asked as well, where others are wanted otherwise."""
    year: int = 0
    """The year that is named, as in "anything since 2021?"."""


Said = tuple[str, str]
"""A word or phrase as it stands in the table, and as it was said."""


@dataclass(frozen=True, slots=True)
class RequestWords:
    """One kind of request, by its words."""

    name: RequestKind
    needs: tuple[frozenset[str], ...]
    known: frozenset[str]
    never: frozenset[str]

    def covers(self, said: Sequence[Said]) -> bool:
        """Whether this is what a message of these words wants, and all of them are known for it."""
        return self.fits(said) and not self.unknown(said)

    def fits(self, said: Sequence[Said]) -> bool:
        """Whether the words that it needs are there, and none that makes it something else."""
        parts = self._parts(said)
        is_whole = all(not group.isdisjoint(parts) for group in self.needs)
        return is_whole and self.never.isdisjoint(parts)

    def unknown(self, said: Sequence[Said]) -> list[str]:
        """The words that are not known for it."""
        return [words for part, words in said if not self._knows(part, words)]

    def _knows(self, part: str, words: str) -> bool:
        is_whole = part in self.known or words in self.known
        return is_whole or (_is_phrase(part, words) and self.known.issuperset(words.split()))

    def _parts(self, said: Sequence[Said]) -> list[str]:
        # "Guideline" names silos, or is a word of the table itself. A phrase of another kind is
        # its words here.
        parts = [words if words in self.known else part for part, words in said]
        apart = (
            words for part, words in said if _is_phrase(part, words) and part not in self.known
        )
        return [*parts, *(each for words in apart for each in words.split())]


def request_of(text: str) -> Request | None:
    """What a message wants of the answer before it, and nothing else; None for any other."""
    return _read(text) if len(text) <= LONGEST else None


@lru_cache(maxsize=500)
def _read(text: str) -> Request | None:
    said = parts_of(text)
    kind = next((each for each in kinds() if each.covers(said)), None)
    return request_for(kind.name, said) if kind else None


def request_for(kind: RequestKind, said: Sequence[Said]) -> Request:
    """A request of this kind with what its words name."""
    if kind == "again":
        return _with_silos(said)
    cited = [words for part, words in said if part == "<cited>"]
    number = _NUMBER.search(" ".join(cited))
    place = next((_PLACES[each] for each in " ".join(cited).split() if each in _PLACES), 0)
    if number:
        return Request(kind, cited=int(number[0]))
    year = next((int(words) for part, words in said if part == "<year>"), 0)
    return Request(kind, place=place, year=year)


def _with_silos(said: Sequence[Said]) -> Request:
    """The last question once more, with each silo as it is wanted. "Just" beside "including" is no
    limit; what is wanted alone leaves out the rest by itself."""
    wanted = _silos_by_how(said)
    if wanted["only"] and wanted["also"]:
        wanted = {**wanted, "only": (), "also": (*wanted["only"], *wanted["also"])}
    how = next((how for how in ("only", "without") if wanted[how]), "also")
    also = wanted["also"] if how != "also" else ()
    return Request("again", how=cast(SilosWanted, how), silos=wanted[how], also=also)


def _silos_by_how(said: Sequence[Said]) -> dict[str, tuple[str, ...]]:
    """Each silo by the word that tells how it is wanted: the last before it, or, of one before all
    of them ("ESMO only"), the first behind it that may stand so."""
    wanted: dict[str, list[str]] = {how: [] for how in _HOWS}
    current, early = "", list[str]()
    for part, words in said:
        how = _how_by(part, current)
        if part == "<silo>":
            (wanted[current] if current else early).append(words)
        elif how and early and how != "without":
            wanted[how] += early
            current, early = how, []
        elif how:
            current = how
    wanted["also" if any(wanted.values()) else current or "also"] += early
    return {how: tuple(silos) for how, silos in wanted.items()}


def _how_by(part: str, before: str) -> str:
    """How a word wants the silos behind it; empty for other words."""
    if part in _NONE_OF:
        return "without"
    if part in _BUT_WITH and before == "without":
        return "also"
    return next((how for how in _HOWS if part in _words_of_how()[how]), "")


def parts_of(text: str) -> list[Said]:
    """The words as they stand in the table, the longest phrase first, each with what was said."""
    plain = " ".join(slashes_in_full(text).split()).lower().replace("’", "'")
    plain = _BY_NUMBER.sub(lambda found: f"[{found[1] or found[2] or found[3]}]", plain)
    words = [each[0] for each in _WORD.finditer(plain)]
    said, at = [], 0
    while at < len(words):
        part, taken = _part_at(words, at)
        said.append((part, " ".join(words[at : at + taken])))
        at += taken
    return [*said, (ASKED, "?")] if "?" in plain else _with_unwanted(_with_verdicts(said))


def _with_verdicts(said: Sequence[Said]) -> Sequence[Said]:
    """The words of "NCCN yes, ESMO no", each verdict put before its silos as what is wanted of
    them. Both have to be there: "ESMO yes" alone answers somebody."""
    told = [each for each in said if each[0] in _VERDICTS or each[0] not in carriers()]
    shape = "".join(_SHAPES.get(_VERDICTS.get(part, part), "?") for part, _ in told)
    if not _BOTH_VERDICTS.fullmatch(shape):
        return said
    if shape[0] == "s":
        told.reverse()
    return [(_VERDICTS[part],) * 2 if part in _VERDICTS else (part, words) for part, words in told]


def gives_verdicts(text: str) -> bool:
    """Whether a message tells of silos by yes and no which are wanted, and nothing else."""
    said = [(part, words) for part, words in parts_of(text) if part not in carriers()]
    verdicts = frozenset(_VERDICTS.values())
    return {part for part, _ in said} == verdicts | {"<silo>"}


def _with_unwanted(said: Sequence[Said]) -> list[Said]:
    """The words of what asks nothing, where "not ESMO" says that a silo is not wanted."""
    return [
        ("<without>" if part == "not" and after == "<silo>" else part, words)
        for (part, words), (after, _) in zip(said, [*said, ("", "")][1:], strict=True)
    ]


def _part_at(words: Sequence[str], at: int) -> tuple[str, int]:
    if pair := _pair(words[at], words[at + 1] if at + 1 < len(words) else ""):
        return pair, 2
    for length in range(min(_LONGEST_PHRASE, len(words) - at), 0, -1):
        phrase = words[at : at + length]
        if length > 1 and "-".join(phrase) in _phrases():
            return "-".join(phrase), length
        if _is_silo(" ".join(phrase)):
            return "<silo>", length
    return _single(words[at]) or words[at], 1


def _is_phrase(part: str, words: str) -> bool:
    return " " in words and part == words.replace(" ", "-")


def _pair(word: str, after: str) -> str:
    """What a number and the word that it goes with are in the table; empty for other words."""
    if after.isdigit() or after in FEW:
        numbered = {"step": "<step>", "steps": "<step>", "question": "question"}.get(word, "")
        if numbered:
            return numbered
    if word in _CITED and (after.isdigit() or after.startswith("[")):
        return "<cited>"
    if word in _ORDINALS or word in ("last", "previous"):
        if after == "step" or after in _POINTS:
            return "<step>" if after == "step" else "<point>"
        return "<cited>" * (after in _CITED)
    return "<sentences>" * (after in _LENGTHS and (word in FEW or word.isdigit()))


def _single(word: str) -> str:
    if _YEAR.fullmatch(word):
        return "<year>"
    return "<cited>" if word.startswith("[") or word in _CITED else ""


@cache
def _phrases() -> frozenset[str]:
    return frozenset(word for kind in kinds() for word in kind.known | kind.never if "-" in word)


@lru_cache(maxsize=2_000)
def _is_silo(words: str) -> bool:
    if words in _GENERAL or words.startswith("the "):
        return False
    return bool(silos_named(words, read_cards()))


_GENERAL = frozenset(("background", "variants", "source", "sources"))
"""What names silos, too, and is rather said of something else."""


@cache
def _table() -> Mapping[str, object]:
    file = files("agents.replies.requests") / "words.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _words_of_how() -> Mapping[SilosWanted, frozenset[str]]:
    return {how: frozenset(str(_table()[how]).split()) for how in _HOWS}


@cache
def kinds() -> tuple[RequestWords, ...]:
    """All kinds, in the order in which they are tried."""
    rows = cast("list[Mapping[str, object]]", _table()["kinds"])
    return tuple(_kind(row, carriers()) for row in rows)


@cache
def carriers() -> frozenset[str]:
    """Words that stand in any request."""
    return frozenset(str(_table()["carriers"]).split())


def _kind(row: Mapping[str, object], carriers: frozenset[str]) -> RequestWords:
    needs = tuple(frozenset(str(group).split()) for group in cast("list[str]", row["needs"]))
    if row.get("says_how"):
        needs = (*needs, frozenset().union(*_words_of_how().values()))
    never = frozenset(str(row.get("never", "")).split())
    may = frozenset(str(row.get("may", "")).split())
    return RequestWords(cast(RequestKind, row["name"]), needs, carriers.union(may, *needs), never)


@cache
def of_answer() -> frozenset[str]:
    """Words that speak of an answer, and of nothing else that people talk of."""
    return frozenset(str(_table()["of_answer"]).split())


@cache
def elsewhere() -> frozenset[str]:
    """Words that speak of something else than the answer."""
    return frozenset(str(_table()["elsewhere"]).split())
