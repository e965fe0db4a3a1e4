"""Short messages on the last answer, in words that nobody listed."""

from __future__ import annotations

import pytest

from agents.replies.on_answer import asked_of_answer
from agents.replies.requests.loose_requests import is_said_to_us, request_loosely, speaks_of_answer
from agents.replies.requests.request_words import Request, RequestKind, request_of
from tests.unit.agents.replies import asides

REQUESTS = {
    "faulty": (
        "the second reference does not say that", "I don't trust source 54, it is outdated",
        "citation 54 is beside the point", "please check [54] again, that quote looks wrong to me",
        "reference 3 is dead", "I doubt [54]", "source 12 was withdrawn last year",
    ),
    "sources": (
        "what made you look into the ASCO guidelines?", "why drug information of all things?",
        "which of the sources went unused?", "did you leave any sources out?",
        "how come you searched PharmGKB?", "for what reason did you consult NCCN?",
        "what did you skip?", "were there sources you ignored?", "list the databases you queried",
    ),
    "again": (
        "do it again but stick to ESMO", "once more, leaving out NCCN", "NCCN only, please",
        "run it again including clinical trials", "try again with the labels alone",
        "answer from the ESMO guidelines alone", "please repeat the search without PubMed",
        "can you also check clinical trials?", "don't use CIViC",
    ),
    "once more": ("rerun", "could you run that once more?"),
    "sure": (
        "how certain is this?", "how confident can I be in that?", "is that solid?",
        "how much faith should we put in this?", "how sure can we be here?",
    ),
    "shorter": (
        "can you put it more briefly?", "two sentences please", "give me the short version",
        "too long, cut it down", "boil it down to one line", "just the essentials please",
        "summarise",
    ),
    "table": (
        "put that into a table", "could I have this as a table please", "side by side as a table",
        "can we get a tabular overview?",
    ),
    "more": ("show me the rest", "anything else you found?", "tell me more", "what else is there?"),
    "step": (
        "open step 2 of the first question", "what happened in step 1?", "go back to step 1",
        "let me see the first step again", "show the 2nd step of question 1",
    ),
    "style": (
        "auf Deutsch bitte", "can you say that in German?", "translate into Spanish please",
        "please reply in Italian", "explain it so that the patient understands",
        "say it in lay terms", "explain it like to a patient",
        "how would you explain it to a patient?",
    ),
    "export": ("export this thread", "save as PDF", "print this"),
    "dates": (
        "where does it say that?", "how old is the guideline you cite?",
        "anything newer than that?", "has anything more recent been published?",
        "anything newer than 2021?", "is there anything more recent than 2023?",
        "has anything been published since 2022?",
    ),
    "facts": (
        "which facts do you know of the patient?", "what have you understood about her?",
        "list all you know about the case so far",
    ),
    "voices": (
        "where do they differ?", "do the guidelines agree?", "who says what there?",
        "is there any disagreement among the societies?",
    ),
}  # fmt: skip
"""Written before the words were: 8 of the first 30 were done, 19 of the 35 after those read."""
QUESTIONS = (
    "tell the patient about olaparib", "explain the patient's ascites",
    "what does the label say?", "which guideline recommends olaparib?", "more on toxicity please",
    "is it safe?", "how reliable is HER2 testing?", "why not fulvestrant?", "only HER2+",
    "without liver metastases", "which trial was short?", "table 2 of the label",
    "what did ESMO say?", "is trastuzumab emtansine still current?", "summarise this thread",
    "add trastuzumab", "who says she is HER2-negative?", "again in three weeks?",
    "the second line does not work", "do you know her?", "which facts speak against olaparib?",
    "what do you know about her husband?", "do they differ in toxicity?", "do the arms differ?",
    "does her daughter agree?", "is it not ESMO that says so?", "any updates?",
    "anything newer on olaparib?", "anything newer on olaparib since 2021?", "any newer scan?",
    "progression since 2021?", "was she treated after 2021?",
    "anything new on her scan since 2021?", "ESMO yes", "no, ESMO no", "no NCCN no ESMO",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind"), [(text, kind) for kind, texts in REQUESTS.items() for text in texts]
)
def test_a_request_is_read_by_all_of_its_words(text: str, kind: str) -> None:
    request = request_of(text)
    assert request is not None
    assert request.kind == kind


LATER = {
    "faulty": (
        "the 12 in brackets is not what the paper reports", "reference 2 concerns a different drug",
        "I opened reference 7 and could not find that number", "number 5 in your list is wrong",
        "hmm, 60 says something else entirely",
    ),
    "citation": (
        "read me the passage behind [4]", "is source 8 a guideline?", "did anybody mark [3]?",
        "which year is [9] from?", "can I see the original of [2]?",
    ),
    "sources": (
        "walk me through how you got there", "what was your line of thought?",
        "list the silos that came back empty", "were the trials searched, too?",
        "what did the labels return?", "why on earth did you go to CIViC for that?",
        "how many places did you look in?", "you never looked at ASCO, did you?",
    ),
    "sure": (
        "on a scale of 1 to 10, how reliable is that?", "could you be mistaken here?",
        "is any of this unverified?", "did you make this up?",
    ),
    "table": ("a table with one row for each drug, please", "I need that as a chart"),
    "shorter": ("get to the point", "only the main message please"),
    "dates": (
        "who says so, ASCO or NCCN?", "whose recommendation is the second bullet?",
        "what are the sources?", "which guideline is the first point from?",
    ),
    "support": (
        "which of the citations is the weakest?", "how well supported is this?",
        "are those all phase 3?",
    ),
    "changes": (
        "has anything changed since the first answer?", "is that the same as before?",
        "show me the differences",
    ),
    "more": (
        "keep going please", "is that all you have?", "what did you not tell me?",
        "show me all sources, not just those", "expand on the second point",
    ),
    "marks": ("did anybody object to this answer?", "has anyone reviewed this?"),
    "undo": ("undo that", "forget what I said", "ignore my last message", "take it back"),
    "stop": ("stop searching", "cancel the search", "that is enough, stop"),
}  # fmt: skip
"""Of forty in new words 18 were done, and seven were searched as clinical questions."""


@pytest.mark.parametrize(
    ("text", "kind"), [(text, kind) for kind, texts in LATER.items() for text in texts]
)
def test_what_is_wanted_of_an_answer_may_be_put_in_other_words(text: str, kind: str) -> None:
    request = request_loosely(text)
    assert request is not None
    assert request.kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "what do the guidelines recommend?", "how many patients were in that trial?",
        "remove the drain", "translation service is on its way", "is the diagnosis certain?",
        "can we stop it after two years?", "should she be tested again?", "she feels better now",
        "delete me from the list", "who should get it?", "does that apply to her?",
        "which of them is best for her?", "the family wants to stop", "what is the evidence?",
        "I read the same in the label.", "how old is the scan?", "and what comes after that?",
    ],
)  # fmt: skip
def test_a_question_or_talk_of_people_wants_nothing_of_an_answer(text: str) -> None:
    assert request_loosely(text) is None
    assert not speaks_of_answer(text)


@pytest.mark.parametrize(
    "text", ["which colour has your answer?", "sing me your last answer", "is that quote handsome?"]
)
def test_what_is_on_the_answer_is_told_from_questions_though_nobody_can_say_what_it_wants(
    text: str,
) -> None:
    assert speaks_of_answer(text)


def test_who_names_a_citation_of_ours_talks_to_us_whoever_else_writes() -> None:
    assert is_said_to_us("who marked citation 60?")
    assert is_said_to_us("which of your sources is the weakest?")
    assert not is_said_to_us("keep going please")


LOOSELY = {
    "faulty": (
        "quote 26 is taken out of context", "[26] doesn't support your statement",
        "the last source is not about her2", "that citation is wrong",
        "the quote in [26] is incomplete",
    ),
    "sources": ("why so few sources?", "what's behind your choice of sources?"),
    "sure": ("are you one hundred percent sure?",),
    "again": ("again, this time with PubMed", "now without the FDA labels"),
    "dates": ("from which year is that label?",),
}  # fmt: skip
"""With a word or two that no table has: 72 of 96 unseen ones were read by the words alone."""


@pytest.mark.parametrize(
    ("text", "kind"), [(text, kind) for kind, texts in LOOSELY.items() for text in texts]
)
def test_what_is_meant_for_us_may_have_a_word_that_nobody_listed(text: str, kind: str) -> None:
    request = request_loosely(text)
    assert request is not None
    assert request.kind == kind


@pytest.mark.parametrize("text", ["the table is booked for eight", "print the consent, shorter"])
def test_an_errand_is_none(text: str) -> None:
    assert request_loosely(text) is None


@pytest.mark.parametrize("text", [*QUESTIONS, "[2] does not fit, she is HER2-low"])
def test_a_word_of_medicine_makes_it_a_question(text: str) -> None:
    assert request_loosely(text) is None


@pytest.mark.parametrize("text", QUESTIONS)
def test_one_word_of_something_else_makes_it_a_question(text: str) -> None:
    assert request_of(text) is None


def test_nothing_that_people_say_to_each_other_is_a_request() -> None:
    lists = [texts for name, texts in vars(asides).items() if name.endswith("ASIDES")]
    assert len(lists) > 5
    assert [text for texts in lists for text in texts if request_of(text)] == []


@pytest.mark.parametrize(
    ("text", "how", "silos"),
    [
        ("just run it again including clinical trials", "also", ("clinical trials",)),
        ("only ESMO and NCCN", "only", ("esmo", "nccn")),
        ("once more, leaving out the NCCN guidelines", "without", ("nccn guidelines",)),
    ],
)
def test_silos_are_wanted_alone_as_well_or_not(text: str, how: str, silos: tuple[str, ...]) -> None:
    request = request_of(text)
    assert request is not None
    assert (request.kind, request.how, request.silos) == ("again", how, silos)


@pytest.mark.parametrize(
    ("text", "how", "silos", "also"),
    [
        ("just guidelines, no trials", "only", ("guidelines",), ()),
        ("no trials please, only guidelines", "only", ("guidelines",), ()),
        ("again without CIViC but with PubMed", "without", ("civic",), ("pubmed",)),
        ("leave out trials, add PubMed", "without", ("trials",), ("pubmed",)),
        ("trials too but without CIViC", "without", ("civic",), ("trials",)),
        ("ESMO only, without NCCN", "only", ("esmo",), ()),
        ("just ESMO including PubMed", "also", ("esmo", "pubmed"), ()),
        ("use only NCCN, not ESMO", "only", ("nccn",), ()),
        ("use ESMO and nothing else", "only", ("esmo",), ()),
        ("just NCCN, no other sources", "only", ("nccn",), ()),
        ("redo it w/o CIViC", "without", ("civic",), ()),
        ("do it over, no CIViC this time", "without", ("civic",), ()),
        ("repeat it w/ ESMO and ASCO only", "only", ("esmo", "asco"), ()),
        ("ask NCCN again, not ESMO", "without", ("esmo",), ("nccn",)),
        ("now with PubMed on top", "also", ("pubmed",), ()),
        ("NCCN yes, ESMO no", "without", ("esmo",), ("nccn",)),
        ("no PubMed, yes ASCO", "without", ("pubmed",), ("asco",)),
        ("CIViC and trials out, labels in please", "without", ("trials", "civic"), ("labels",)),
    ],
)
def test_each_silo_is_wanted_as_the_word_beside_it_says(
    text: str, how: str, silos: tuple[str, ...], also: tuple[str, ...]
) -> None:
    request = request_loosely(text)
    assert request is not None
    assert (request.how, request.silos, request.also) == (how, silos, also)


@pytest.mark.parametrize(
    "text",
    ["only the European view please", "European guidelines only", "just the EU perspective",
     "without the American guidelines", "only the USA recommendations please"],
)  # fmt: skip
def test_a_region_is_its_publishers(text: str) -> None:
    request = request_of(text)
    assert request is not None
    assert (request.kind, len(request.silos)) == ("again", 1)


@pytest.mark.parametrize(
    "text", ["European patients only?", "he is European", "give us guidelines only", "only Europe"]
)
def test_patients_and_pronouns_are_no_region(text: str) -> None:
    request = request_loosely(text)
    assert request is None or request.silos == ("guidelines",)


def test_a_citation_is_meant_by_its_number_or_its_place() -> None:
    assert request_of("[54] is wrong") == Request("faulty", cited=54)
    assert request_of("the second source is outdated") == Request("faulty", place=2)


def test_what_is_told_of_an_answer_is_asked_in_many_words() -> None:
    told = {
        text: asked_of_answer(text)
        for kind in ("faulty", "shorter", "table", "export", "dates")
        for text in REQUESTS[kind]
    }
    assert [text for text, asked in told.items() if asked is None] == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("you sure about that?", "sure"),
        ("did any search come back empty?", "sources"),
        ("any update since 2024?", "dates"),
        ("give me the long version", "more"),
        ("shorten the long version", "shorter"),
        ("that's a bit long", "shorter"),
        ("which databases haven't you touched?", "sources"),
        ("on a scale of 1 to 10?", "sure"),
        ("scrap that, go back to the previous version", "undo"),
        ("who disagrees with whom here?", "voices"),
        ("your second source has nothing to do with her tumour", "faulty"),
    ],
)
def test_other_words_for_what_is_wanted_are_known(text: str, kind: RequestKind) -> None:
    request = request_loosely(text)
    assert request is not None
    assert request.kind == kind


@pytest.mark.parametrize(
    "text",
    ["pain on a scale of 1 to 10?", "w/o brain mets?", "is there nothing else from ESMO on it?"],
)
def test_questions_with_such_words_are_none(text: str) -> None:
    assert request_of(text) is None
