"""Nothing that reads a message, a quote or a document takes time out of proportion to its length.

Each entry point gets every hostile shape; where it keeps what it has found, it forgets first."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import pytest

from agents.analyses.analysing import analyse
from agents.checking import quotes
from agents.checking.quotes import check_quote
from agents.checking.sentences import problem_with_sentence
from agents.checking.support.bindings.words_beside import problem_with_words_beside
from agents.checking.support.reading.cited_sentence import (
    CanonicalText,
    CitedQuote,
    CitedSentence,
)
from agents.checking.text.name_index import NameIndex
from agents.checking.text.normalised import bare, plain
from agents.checking.text.quantities import names_with_digits, negations, quantities
from agents.extractive.own_rules.rules_of_document import rules_of
from agents.extractive.own_rules.vocabulary.words import bag_of
from agents.extractive.question import parsing, topics
from agents.extractive.question.parsing import parse_text
from agents.extractive.question.small_talk import asks_about_steps, small_talk
from agents.extractive.question.splitting.segments import LONGEST, split_question
from agents.extractive.question.unread.language import foreign_language
from agents.facts import read_sheet
from agents.replies.fact_replies import corrects, gives_fact, states_facts
from agents.turns import Citation, View
from bot.incoming.routing import messages
from names.clinical.conditions import read_conditions
from names.clinical.disease import read_settings, read_tumours
from names.clinical.expansion import expand
from names.clinical.exposures import read_comedication, read_exposures
from names.clinical.markers import read_markers
from names.clinical.measurements import read_measurements
from names.clinical.organs import read_organs
from names.clinical.phenotypes import read_phenotypes
from names.clinical.population import read_population
from names.clinical.readers import read_clinical
from names.clinical.toxicities import read_toxicities
from names.clinical.treatment import read_lines_of_treatment, read_therapies
from names.patterns.trigrams import letters_of
from names.recognise import recognise, recognise_passage
from names.recognition import genes
from names.synonyms import synonyms_of
from names.tables.wordings import words_of
from retrieval.derivation.derive import derive_statements
from retrieval.documents import Document, DocumentRef
from retrieval.search.query_terms import query_terms
from retrieval.tables.tables_in_text import tables_of
from retrieval.text.passages import passages
from retrieval.text.sentences import split
from retrieval.text.words import words
from tests.cpu_growth import LINEAR, growth
from tests.sample_documents import QUESTION
from tests.unit.linear_time.growth import (
    MIDDLE,
    SHORT,
    Work,
    problem_at_every_length,
    seconds,
)
from tests.unit.linear_time.shapes import SHAPES, Shape

REMEMBERED = (
    letters_of,
    words_of,
    recognise,
    recognise_passage,
    genes._is_known,
    expand,
    read_clinical,
    read_sheet._read,
    parsing._parse_cached,
    topics.stem,
    topics.stems,
    plain,
    bare,
    quotes._spans_of,
    rules_of,
    bag_of,
)


SLOWEST = 1
"""How many shapes an entry point gets with 40,000 characters: those that took longest with 500.
Chosen by hand: one takes up to two seconds of the processor. The patterns behind the entry points
get all shapes with 40,000 (``test_patterns_of_….py``)."""
MANY = 30
"""Times what holds two numbers: as many as are held against one (``MOST_RIVALS``)."""
EVERY = 10
"""Every tenth shape tells what 100 characters take usually. Chosen by hand."""


def document(text: str) -> Document:
    return Document(silo="pubmed", id="d", version="1", title="", text=text)


def answer_sentence(text: str) -> str:
    """A sentence against a quote of the same names in other words."""
    quote = Citation(
        key="c1",
        ref=DocumentRef("pubmed", "d", "1"),
        title="",
        organisation="",
        url="",
        date="",
        quote=f"Shown was that {text}",
        start=0,
        end=1,
        match="exact",
        status="confirmed",
    )
    return problem_with_sentence(text, [quote], View(run_id="r", question=QUESTION))


TABLE = tables_of("| id | arm | OS days | event |\n| 1 | A | 5 | 1 |\n| 2 | B | 6 | 0 |")
ENTRY_POINTS: dict[str, Work] = {
    "a question is parsed, its names recognised": parse_text,
    "what a table is asked for is read": lambda text: analyse(
        f"ORR by arm in {text}, KM of OS at 6 months and {text}", TABLE
    ),
    "small talk is told apart": lambda text: (asks_about_steps(text), small_talk(text)),
    "the language is told": foreign_language,
    "a message is routed": lambda text: (
        messages._STOP.fullmatch(text),
        messages._THANKS.fullmatch(text),
        messages._is_fact(text, True),
        gives_fact(text, "fact"),
        corrects(text),
        states_facts(text),
    ),
    "markers are read": read_markers,
    "tumours and settings are read": lambda text: (read_tumours(text), read_settings(text)),
    "treatments are read": lambda text: (read_therapies(text), read_lines_of_treatment(text)),
    "organ function is read": read_organs,
    "interactions and co-medication are read": lambda text: (
        read_exposures(text),
        read_comedication(text),
    ),
    "metabolism is read": read_phenotypes,
    "adverse events and conditions are read": lambda text: (
        read_toxicities(text),
        read_conditions(text),
    ),
    "people and measurements are read": lambda text: (
        read_population(text),
        read_measurements(text),
    ),
    "synonyms are added": synonyms_of,
    "the terms of a query": query_terms,
    "the words of a text": words,
    "the sentences of a text": split,
    "the statements of a document": lambda text: derive_statements(document(text)),
    "the rules of a hospital's document": lambda text: rules_of(text, ""),
    "the passages of a document": lambda text: passages(document(text), "olaparib dose V600E"),
    "a text is normalised": lambda text: (plain(text), bare(text, hyphen="")),
    "numbers, names and denials": lambda text: (
        quantities(text),
        names_with_digits(text),
        negations(text),
        NameIndex(text),
    ),
    "a quote is looked for": lambda text: check_quote(text, text[:120].strip() or "a"),
    "a sentence is checked against its quote": answer_sentence,
}


def forgetting(work: Work) -> Work:
    def from_scratch(text: str) -> None:
        for remembered in REMEMBERED:
            remembered.cache_clear()
        work(text)

    return from_scratch


@pytest.mark.parametrize("name", ENTRY_POINTS)
def test_the_work_grows_in_proportion_to_the_text(name: str) -> None:
    work = forgetting(ENTRY_POINTS[name])
    work("olaparib in BRCA1 V600E?")
    # No text is read twice here, so that nothing need be forgotten between them.
    took = {shape: seconds(ENTRY_POINTS[name], shape.text(SHORT.many)) for shape in SHAPES}
    usual = median(seconds(work, shape.text(SHORT.few)) for shape in SHAPES[::EVERY])
    steep = [shape for shape in SHAPES if SHORT.problem(work, shape, took[shape], of_few=usual)]
    slowest = sorted(SHAPES, key=took.__getitem__)[-SLOWEST:]
    problems = [MIDDLE.problem(work, shape) for shape in steep]
    problems += [problem_at_every_length(work, shape) for shape in slowest]
    assert [problem for problem in problems if problem] == []


@pytest.mark.parametrize("unit", ["A-", "MTEYKLVVVGAGGVGKSALTIQLIQ", "combine with ", "HER2-low "])
def test_a_message_of_forty_thousand_characters_takes_no_more_than_its_share(unit: str) -> None:
    # 1,500 characters of the first took 9.6 s once.
    assert problem_at_every_length(forgetting(parse_text), Shape(unit)) == ""


def test_every_number_of_a_sentence_takes_the_same_work() -> None:
    def sentence(units: int) -> Callable[[], object]:
        own, quoted, nothing = (CanonicalText("c.68_69del" * n) for n in (units, MANY, 0))
        assert own.figures
        claim = CitedSentence(own, [CitedQuote(quoted, nothing)], nothing)
        return lambda: problem_with_words_beside(claim)

    # 46 numbers took 17 s once.
    assert growth(sentence, 3) < LINEAR


def test_a_long_message_is_split_in_a_bounded_length() -> None:
    (segment,) = split_question("A-" * 20_000)
    assert len(segment.text) <= LONGEST
