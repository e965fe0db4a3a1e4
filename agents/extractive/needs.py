"""What a question needs: its kind, the things it names, and the other words that matter."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from agents.extractive.kinds import (
    KindOfQuestion,
    QuestionKind,
    kind_of_question,
    kinds,
    speaks_of_metabolism,
)
from agents.extractive.wordlists import word_list
from names.entities import Entities, EntityKind, Mention
from names.recognise import recognise

WORD = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")
SUBJECTS: tuple[EntityKind, ...] = (
    "drug",
    "drug_class",
    "unknown_drug",
    "gene",
    "variant",
    "status",
    "tumour",
    "trial",
    "registration",
    "pmid",
)
"""Kinds that say what a question is about; the others say under which circumstances."""
DRUGS: frozenset[EntityKind] = frozenset({"drug", "drug_class", "unknown_drug"})
BEFORE = re.compile(
    r"\b(?:after|progress(?:ed|ion|ing) (?:on|after|during)|prior|previous(?:ly)?(?: treated with)?"
    r"|following|refractory to|resistan(?:t|ce) to|failed|failure of|despite|pretreated with"
    r"|post|had)"
    r"(?:\s+(?:an?|the|her|his|prior|first-line|adjuvant"
    r"|\d+ (?:months?|years?|cycles?|lines?) (?:of|on)))*[\s-]++"
    r"(?:[\w/-]+ (?:and|plus|\+) )?$",
    re.IGNORECASE,
)
"""What stands before a drug that the patient has already had."""
CROWD = 6
CASE_SENTENCES = 3
SENTENCE = re.compile(r"[^.?!\n]+(?:[.?!](?!\s|$)[^.?!\n]*)*[.?!]*")
ADDED = re.compile(r"\([^()]*\)$")
"""Names and words of kind that a follow-up took over."""
DENIED = re.compile(
    r"(?i)\b(?:without|lack\w*|absence of|no|not|negative for)\s+"
    r"(?:(?:an?|any|the|germline|somatic|known|detectable|deleterious|pathogenic|genomic)\s+)*"
    r"(?:[\w-]+ (?:or|and|nor) )?$"
)
"""What stands before a gene that is not altered."""
LOOKED_BACK = 160
"""Characters before a name that are searched for :data:`BEFORE` and :data:`DENIED`: more than the
longest wording of either takes."""
ORIGIN = frozenset({"germline", "somatic"})
ORDINARY_STATES = ORIGIN | {"HR-positive", "HR-negative", "HER2-negative", "PD-L1-negative"}
"""States that a sentence need not repeat; all others are what the choice hangs on."""


def stem(word: str) -> str:
    """A crude stem, so that "fasting" meets "fast" and "recurrence" meets "recurrent"."""
    word = word.lower().replace("’", "'").removesuffix("'s")
    for ending in ("ies", "es", "s", "ing", "ed", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word.removesuffix(ending)
            break
    return word[:7]


@lru_cache(maxsize=30_000)
def stems(text: str) -> frozenset[str]:
    return frozenset(stem(part) for word in WORD.findall(text) for part in (word, *word.split("-")))


@dataclass(frozen=True)
class Need:
    """A question understood: what a source has to speak of to answer it."""

    text: str
    found: Entities
    kind_name: QuestionKind
    topics: tuple[str, ...]
    """Words that carry a topic and are no names, as they stand in the question."""

    @property
    def kind(self) -> KindOfQuestion:
        return kinds()[self.kind_name]

    @cached_property
    def topic_stems(self) -> frozenset[str]:
        return frozenset(map(stem, self.topics))

    @cached_property
    def genes(self) -> tuple[Mention, ...]:
        """Genes asked about; those that only stand inside a state ("HER2-negative") are not."""
        states = [s for s in self.found.of("status") if s.names[0] not in ORIGIN]
        inside = frozenset(place for s in states for place in range(s.start, s.end))
        return tuple(
            gene
            for gene in self.found.of("gene")
            if gene.start not in inside and not is_after(DENIED, self.text, gene.start)
        )

    @cached_property
    def drugs(self) -> tuple[Mention, ...]:
        """Drugs asked about; those the patient has had ("after letrozole") only tell a setting."""
        return self.current("drug", "unknown_drug")

    @cached_property
    def classes(self) -> tuple[Mention, ...]:
        """Drug classes asked about, as for drugs."""
        return self.current("drug_class")

    @cached_property
    def had(self) -> frozenset[str]:
        """The drugs that the patient has had, where the question asks about other things."""
        named = self.found.names("drug")
        return named - frozenset(name for drug in self.drugs for name in drug.names)

    def current(self, *kinds: EntityKind) -> tuple[Mention, ...]:
        found = self.found.of(*kinds)
        new = tuple(m for m in found if not is_after(BEFORE, self.text, m.start))
        others = [m for m in self.subjects if m.kind not in DRUGS]
        return new if new or others else found

    @property
    def subjects(self) -> tuple[Mention, ...]:
        return self.found.of(*SUBJECTS)

    @property
    def crowded(self) -> bool:
        """A case with many findings: no sentence of a source speaks to all of them."""
        many = len({mention.names for mention in self.subjects}) > CROWD
        return many or len(sentences_of(self.text)) >= CASE_SENTENCES

    @property
    def together(self) -> bool:
        """Whether it asks about drugs with each other, so that a sentence has to name them."""
        return self.kind_name == "interaction" and len(self.drugs) > 1

    @property
    def variants(self) -> frozenset[str]:
        return self.found.names("variant")


def is_after(wording: re.Pattern[str], text: str, start: int) -> bool:
    """Whether what begins at ``start`` stands directly after a wording, a pattern that ends in
    ``$``."""
    return wording.search(text, max(0, start - LOOKED_BACK), start) is not None


@lru_cache(maxsize=500)
def understand(text: str) -> Need:
    """Read a question (or a query made from one)."""
    found = recognise(text)
    need = Need(text, found, kind_asked(text, found), topics_of(text, found))
    if need.kind_name == "dose" and need.had and not need.drugs:
        # Asking for the drug and its dose: without the drug there is no dose to look up.
        return replace(need, kind_name="therapy")
    if need.kind_name in {"dose", "therapy", "general"} and speaks_of_metabolism(found):
        return replace(need, kind_name="pharmacogenomics")
    return need


def sentences_of(text: str) -> list[str]:
    """The sentences; names added in brackets are none."""
    parts = [part.strip() for part in SENTENCE.findall(text)]
    return [part for part in parts if re.search(r"\w{2}", part) and not part.startswith("(")]


def kind_asked(text: str, found: Entities) -> QuestionKind:
    """The kind of what is asked; a case is told in other sentences than its question."""
    asked = asked_part(text)
    if asked != text:
        kind = kind_of_question(asked, recognise(asked))
        if kind not in {"general", "definition"}:
            return kind
    return kind_of_question(text, found)


def asked_part(text: str) -> str:
    """The questions among several sentences, and the names added in brackets; else the text."""
    told = sentences_of(text)
    asked = [part for part in told if part.endswith("?")]
    if len(told) < CASE_SENTENCES or not asked:
        return text
    return " ".join([*asked, *ADDED.findall(text)])


def topics_of(text: str, found: Entities) -> tuple[str, ...]:
    """The words outside all names that are not plain words."""
    named = frozenset(place for m in found.mentions for place in range(m.start, m.end))
    topics: dict[str, str] = {}
    for match in WORD.finditer(text):
        inside = not named.isdisjoint(range(*match.span()))
        word = match.group().strip("-'’")
        if not inside and not plain(word):
            topics.setdefault(stem(word), word)
    return tuple(topics.values())


def plain(word: str) -> bool:
    """Whether a word, or each part of a compound, carries no topic of its own."""
    known = word_list("plain_words.tsv") | word_list("silo_words.tsv")
    lower = word.lower()
    return lower in known or all(part in known or len(part) < 3 for part in lower.split("-"))
