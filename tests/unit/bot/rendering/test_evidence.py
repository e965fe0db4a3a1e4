"""The form that shows the evidence of an answer."""

from __future__ import annotations

from dataclasses import replace

from agents.endings.exclusions import exclusions_of, exclusions_on
from agents.matching.verdicts import Judgement, Verdict
from agents.turns import Abstention, ExcludedOption, Finding, Gap, Observation, Review, View
from bot.rendering.answer.evidence import documents_on, evidence_form, has_evidence, page_count
from bot.rendering.blocks import Block, plain_text
from bot.rendering.links import PassageLinks
from bot.rendering.on_answer.answer_details import voice_blocks_of
from retrieval.documents import Document
from retrieval.statements.model import Statement
from tests.unit.bot.rendering.test_narration import ANSWER, CITATION, FOUND, STEP
from tests.unit.bot.rendering.test_review import ENDED, IDS, marked
from workspace.block_kit.views import check_view

LINKS = PassageLinks("", b"k")
TITLES = {"search_esmo": "ESMO guidelines", "search_pubmed": "PubMed"}
TEXT = "Alpha works. <!channel> & it is *bold*."
DOCUMENT = Document(
    silo="pubmed", id="p1", version="2", title="About alpha", text=TEXT,
    url="https://example.org/p1", organisation="Example", date="2024-05-01",
)  # fmt: skip


def form(view: View, page: int = 0, *documents: Document) -> list[Block]:
    opened = {each.ref: each for each in documents}
    found = evidence_form(view, page, opened, LINKS, IDS, TITLES)
    assert check_view(found, "modal") is None
    return list(found["blocks"])


def judged(reason: str, dimension: str = "marker") -> View:
    statement = Statement(id="s1", kind="indication", spans=((0, 12),), drugs=("alpha", "beta"))
    verdicts = (
        Verdict("subject", "ok"),
        Verdict(dimension, "contradicts", reason),  # type: ignore[arg-type]
        Verdict("line", "silent", missing="the line"),
    )
    finding = replace(FOUND.findings[0], judgements=(Judgement(statement, 0, verdicts),))
    return replace(
        ENDED, steps=(replace(STEP, observations=(replace(FOUND, findings=(finding,)),)),)
    )


def test_a_page_shows_claim_context_record_and_who_judged() -> None:
    wrong = Review(verdict="wrong", by="U1", citation="c3", comment="Other arm.")
    words = plain_text(form(marked(wrong, view=judged("needs HER2")), 0, DOCUMENT))
    assert "*Claim 1 of 2*\nAlpha works." in words
    assert ">*Alpha works.*\n>&lt;!channel&gt; &amp; it is" in words
    assert "Stored as pubmed/p1, version 2, characters 0 to 12." in words
    assert "the words stood exactly in the stored document" in words
    assert "fits: subject; against: marker (needs HER2); not known: line (the line)" in words
    assert "📌 *Marked wrong* by <@U1>: “Other arm.”" in words


def test_what_was_found_twice_of_a_statement_is_told_once() -> None:
    view = judged("needs HER2")
    (step,) = view.steps
    words = plain_text(form(replace(view, steps=(step, replace(step, number=2))), 0, DOCUMENT))
    assert words.count("Program, compared with the patient:") == 1


def test_headings_around_a_quote_are_words_and_the_quote_stays_as_it_is() -> None:
    quote = "Alpha works. # 2"
    text = f"# About alpha\n\n## Results\n{quote}\n\n### Dose of #2\n300 mg.\n"
    start = text.index(quote)
    cited = replace(CITATION, quote=quote, start=start, end=start + len(quote))
    finding = replace(FOUND.findings[0], citations=(cited,))
    step = replace(STEP, observations=(replace(FOUND, findings=(finding,)),))
    view = replace(ENDED, steps=(step,), ending=replace(ANSWER, citations=(cited,)))
    words = plain_text(form(view, 0, replace(DOCUMENT, text=text)))
    assert ">About alpha: Results:\n>*Alpha works. # 2*\n>Dose of #2: 300 mg." in words


def test_a_document_that_changed_or_is_not_there_is_told() -> None:
    changed = replace(DOCUMENT, text="Beta works. " + TEXT)
    assert "no longer has these words" in plain_text(form(ENDED, 0, changed))
    assert "cannot be opened now" in plain_text(form(ENDED, 0))
    assert documents_on(ENDED, 0) == (CITATION.ref,)
    assert documents_on(ENDED, 1) == ()


def test_who_says_what_and_who_is_silent_stands_behind_the_claims() -> None:
    silent = Observation(
        call_id="s1a2", tool="search_esmo", outcome="empty", documents=(CITATION.ref,)
    )
    away = Observation(call_id="s1a3", tool="search_asco", outcome="unavailable")
    newer = replace(CITATION, key="c4", as_of="2026-01", quote="Beta *is* better.")
    other = replace(
        FOUND, call_id="s1a4", tool="search_labels",
        findings=(Finding(text="Beta is better.", citations=(newer,)),),
    )  # fmt: skip
    step = replace(STEP, observations=(FOUND, silent, away, other))
    view = replace(ENDED, steps=(step,))
    assert page_count(view) == 2 + 1
    lines = plain_text(form(view, 2)).splitlines()
    assert lines[0] == "*Who says what, and who is silent*"
    assert [line for line in lines if line.startswith("•")] == [
        "• *PubMed*",
        "• *labels*: _found something that the answer does not rest on_ (0 documents)",
        "• *ESMO guidelines*: _silent on this_ (1 document found)",
        "• *asco*: _not reached_",
    ]
    assert "“Alpha works.” Example, dated 2024-05-01" in lines[2]
    both = replace(ANSWER.sentences[0], keys=("c3", "c4"))
    ending = replace(ANSWER, sentences=(both,), citations=(CITATION, newer))
    first = plain_text(form(replace(view, ending=ending), 1)).splitlines()[1:3]
    assert first[0] == "• *labels*", "the newest comes first"
    assert "“Beta *is* better.” Example, as of 2026-01" in first[1].replace("\u200b", "")
    assert page_count(ENDED) == 2, "with one source there is nothing to compare"
    told = plain_text(voice_blocks_of(view, LINKS, TITLES)).splitlines()
    assert told[1:-1] == lines[1:6], "who asks in the thread gets the same"
    assert "nobody can differ" in plain_text(voice_blocks_of(ENDED, LINKS, TITLES))


def test_what_is_no_option_stands_on_the_last_pages() -> None:
    many = tuple(
        ExcludedOption(option=f"drug {n}", reason="needs <b>", keys=("c3",)) for n in range(30)
    )
    view = replace(ENDED, ending=replace(ANSWER, excluded=many))
    assert page_count(view) == 2 + 3
    shown = plain_text(form(view, 4))
    assert (
        "• *drug 29*: not for this patient: needs &lt;b&gt; <https://example.org/p1|[3]>" in shown
    )
    assert "‹ Back" in str(form(view, 4))
    assert "Next" not in str(form(view, 4))


def test_a_gap_shows_why_not_what_was_found() -> None:
    gap = Gap(purpose="a therapy", missing="silo", name="a guideline")
    view = replace(judged("needs HER2"), ending=Abstention(gap=gap))
    assert "• *alpha + beta*: not for this patient: needs HER2" in plain_text(form(view))
    other = replace(judged("is on lung cancer", "tumour"), ending=Abstention(gap=gap))
    assert "the source is on something else: is on lung cancer" in plain_text(form(other))
    bare = replace(ENDED, steps=(), ending=Abstention(gap=gap))
    assert not has_evidence(bare)


def test_only_options_with_the_drug_are_told() -> None:
    view = judged("needs HER2")
    assert [each.option for each in exclusions_on(view, {"beta"})] == ["alpha + beta"]
    assert exclusions_on(view, {"gamma"}) == ()
    assert exclusions_on(view, {"beta", "gamma"}) == ()
    assert exclusions_of(ENDED) == ()


def test_a_statement_that_answers_a_part_is_not_told_as_excluded() -> None:
    view = judged("needs HER2")
    (step,) = view.steps
    (finding,) = step.observations[0].findings
    fits = replace(finding.judgements[0], part=1, verdicts=(Verdict("subject", "ok"),))
    both = replace(finding, judgements=(*finding.judgements, fits))
    observation: Observation = replace(step.observations[0], findings=(both,))
    assert exclusions_of(replace(view, steps=(replace(step, observations=(observation,)),))) == ()


def test_very_long_documents_and_claims_stay_a_form_that_slack_takes() -> None:
    long = replace(CITATION, quote="word " * 2000, start=5000, end=15_000)
    text = "x " * 2500 + "word " * 2000 + "y " * 9000
    keys = tuple(f"c{n}" for n in range(40))
    cited = tuple(replace(long, key=key) for key in keys)
    claim = replace(ANSWER.sentences[0], text="claim " * 900, keys=keys)
    view = replace(ENDED, ending=replace(ANSWER, sentences=(claim,), citations=cited))
    shown = plain_text(form(view, 0, replace(DOCUMENT, text=text)))
    assert shown
    assert "It cites 32 more" in str(form(view, 0, replace(DOCUMENT, text=text)))
