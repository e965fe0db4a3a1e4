"""What is wrong with a sentence of an answer, given the quotes it cites. Pure.

A sentence in the very words of its quote is right. Any other must bring no number, name or denial
that its quotes do not have; what the quotes are about stands in their titles, too, and the
patient's own facts stand in the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from agents.checking.name_index import NameIndex
from agents.checking.quantities import Quantity, names_with_digits, negations, quantities
from agents.checking.wording import bare, plain
from agents.turns import OPEN_STEP, Citation, View
from names.entities import EntityKind
from names.recognise import recognise_passage

_OPPOSITES = (
    ("longer", "shorter"),
    ("higher", "lower"),
    ("increase", "decrease"),
    ("improve", "worsen"),
    ("superior", "inferior"),
    ("sensitiv", "resistan"),
    ("positive", "negative"),
    ("responsive", "refractory"),
    ("more", "fewer"),
    ("gain", "loss"),
    ("benefit", "harm"),
    ("before", "after"),
    ("recommended", "unrecommended"),
    ("effective", "ineffective"),
    ("significantly", "insignificantly"),
)


def problem_with_sentence(
    text: str, citations: Sequence[Citation], view: View, *, may_deny: bool = False
) -> str:
    """A plain sentence that says why it is not verified; empty when it is. ``may_deny``: what it
    denies was found by comparing a statement with the patient, and stands in no quote."""
    if not citations:
        return "" if _repeats_the_program(text, view) else "It cites no source."
    if is_quote(text, citations):
        return ""
    quotes = [citation.quote for citation in citations]
    evidence = Evidence(citations, view)
    return (
        evidence.problem_with_numbers(text)
        or evidence.problem_with_names(text)
        or ("" if may_deny else _problem_with_denial(text, quotes))
        or ("" if may_deny else _problem_with_direction(text, " ".join(quotes)))
    )


def is_quote(text: str, citations: Sequence[Citation]) -> bool:
    """Whether a sentence is in the very words of one of the quotes."""
    return any(_same_words(text, citation.quote) for citation in citations)


def holds_quotes(text: str, citations: Sequence[Citation]) -> bool:
    """Whether a sentence is made of its quotes, whole, with at most a few words before them."""
    words = _bare(text)
    return all(_bare(citation.quote) in words for citation in citations)


class Evidence:
    """What a sentence may rest on: its quotes, what they are about, and the question."""

    def __init__(self, citations: Sequence[Citation], view: View) -> None:
        self._quotes = "\n".join(citation.quote for citation in citations)
        self._about = "\n".join(f"{c.title} {c.date} {c.url} {c.ref.id}" for c in citations)
        self._question_texts = "\n".join(_question_texts(view))
        self._numbers = set(quantities(f"{self._quotes}\n{self._about}\n{self._question_texts}"))

    def problem_with_numbers(self, text: str) -> str:
        """The first number of the text that the evidence does not have."""
        for quantity in quantities(text):
            if not self._has(quantity):
                return f"{quantity} does not stand in the cited quotes."
        return ""

    def problem_with_names(self, text: str) -> str:
        """The first identifier, gene, drug or variant that the evidence does not name."""
        for name in names_with_digits(text):
            if not self._index.holds(name) and not self._is_other_name(name):
                return f"“{name}” does not stand in the cited quotes."
        cited = recognise_passage(f"{self._quotes}\n{self._about}")
        asked = recognise_passage(self._question_texts)
        kinds: tuple[EntityKind, ...] = ("gene", "drug", "variant", "trial")
        known = {kind: cited.names(kind) for kind in kinds}
        # A drug must come from the sources; a gene or variant may be the patient's.
        known["gene"] |= asked.names("gene")
        known["variant"] |= asked.names("variant")
        for mention in recognise_passage(text).of(*kinds):
            if not known[mention.kind] & set(mention.names):
                return f"“{mention.text}” does not stand in the cited quotes."
        return ""

    @cached_property
    def _whole(self) -> str:
        return f"{self._quotes}\n{self._about}\n{self._question_texts}"

    @cached_property
    def _index(self) -> NameIndex:
        return NameIndex(plain(self._whole).text)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The canonical names of all that the evidence names."""
        mentions = recognise_passage(self._whole).mentions
        return frozenset(name for mention in mentions for name in mention.names)

    def _is_other_name(self, name: str) -> bool:
        """Whether it is another name of a gene, drug or variant that the evidence names."""
        mentions = recognise_passage(name.upper()).mentions
        return bool(mentions) and all(self._names & set(mention.names) for mention in mentions)

    def _has(self, quantity: Quantity) -> bool:
        if quantity in self._numbers:
            return True
        without_unit = Quantity(quantity.value, "", quantity.sign)
        words = plain(self._quotes).text
        # In tables the unit stands in the head, not beside the number.
        return bool(quantity.unit) and without_unit in self._numbers and quantity.unit in words


def _question_texts(view: View) -> Iterable[str]:
    yield view.question.text
    yield from (attachment.text for attachment in view.question.attachments)
    yield from view.all_additions


def _same_words(text: str, quote: str) -> bool:
    return _bare(text) == _bare(quote)


def _bare(text: str) -> str:
    return bare(text.strip().strip("“”\"'"), hyphen="").text


def _problem_with_denial(text: str, quotes: Sequence[str]) -> str:
    said, told = negations(text), [negations(quote) for quote in quotes]
    if said > sum(told):
        return "It denies something that the cited quotes do not deny."
    if said < min(told):
        return "The cited quotes deny something that it leaves out."
    return ""


def _problem_with_direction(text: str, quotes: str) -> str:
    words, cited = plain(text).text, plain(quotes).text
    for one, other in _OPPOSITES:
        for said, told in ((one, other), (other, one)):
            if _has_word(said, words) and not _has_word(said, cited) and _has_word(told, cited):
                return f"It says “{said}” where the cited quotes say “{told}”."
    return ""


def _has_word(stem: str, words: str) -> bool:
    return bool(re.search(rf"\b{stem}", words))


def _repeats_the_program(text: str, view: View) -> bool:
    """Whether it repeats, whole, what the program itself said about an earlier step."""
    lines = (
        line
        for step in view.all_steps
        for observation in step.observations
        if observation.tool == OPEN_STEP
        for line in observation.detail.splitlines()
    )
    return any(_same_words(text, line) for line in lines)
