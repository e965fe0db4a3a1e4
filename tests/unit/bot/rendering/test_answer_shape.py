"""The shape of an answer in Slack and in the terminal: what comes first, what is behind *more*."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.read_sheet import Message
from agents.matching.verdicts import Judgement, Verdict
from agents.turns import (
    Abstention,
    Answer,
    CalculatedValue,
    Ending,
    ExcludedOption,
    Failed,
    Finding,
    Gap,
    MissingFact,
    QuestionPart,
    Sentence,
)
from bot.asking.terminal import ending_lines
from bot.rendering import citations
from bot.rendering.answer import answers
from bot.rendering.blocks import (
    MOST_BLOCKS,
    MOST_MESSAGE,
    MOST_SECTION,
    Block,
    plain_text,
    size,
    split_into_messages,
)
from bot.rendering.links import PassageLinks
from bot.rendering.narration import more_messages
from bot.rendering.private.ephemeral import shown_blocks
from retrieval.statements.model import EvidenceLevel, Statement, StatementKind
from tests.unit.bot.rendering.test_narration import CITATION, DONE, FOUND, STEP

LINKS = PassageLinks("", b"k")
RECORD = "https://records.example/olaparib"
DIGEST = replace(
    CITATION,
    key="c4",
    kind="digest",
    url="https://label.example/whole",
    record=RECORD,
    jurisdiction="US",
    as_of="2020-05-08",
    evidence=EvidenceLevel(scale="FDA approval", value="regular"),
)
GAP = Gap(purpose="dosing", missing="silo", name="a source on metformin", detail="Nearest: none.")
OLAPARIB = ExcludedOption(
    option="olaparib", reason="needs a BRCA variant; germline negative", keys=("c4",)
)
FULL = Answer(
    sentences=(
        Sentence(
            text="Give alpha.", keys=("c3",), verified=True, role="headline", basis="matching"
        ),
        Sentence(text="Alpha works.", keys=("c3",), verified=True),
        Sentence(text="Half of it.", keys=("c3",), verified=True, basis="calculation"),
    ),
    citations=(CITATION, DIGEST),
    not_found=("No source found speaks of zongertinib.",),
    excluded=(OLAPARIB,),
    missing=(MissingFact(name="HER2-low or HER2 0", options=("trastuzumab deruxtecan",)),),
    calculated=(
        CalculatedValue(
            name="creatinine clearance",
            value=44.0,
            unit="mL/min",
            formula="Cockcroft–Gault",
            inputs=(("age", "70 years"), ("weight", "60 kg")),
        ),
    ),
    note="N.",
)
ASKED = replace(DONE, said=(Message("alpha?", "question", "U1", "2026-11-22T10:00:00+00:00"),))


def blocks_of(ending: Ending) -> list[Block]:
    return answers.render(ASKED, ending, LINKS, steps_behind=False)


def words_of(ending: Ending) -> str:
    return plain_text(blocks_of(ending))


def rest_of(ending: Ending) -> str:
    return plain_text(answers.more(replace(ASKED, ending=ending), LINKS))


def test_the_order_is_answer_points_none_missing_calculated_not_found_sources() -> None:
    words = words_of(FULL)
    order = [
        "🟡 *Partly answered*\nGive alpha. <https://example.org/p1|[3]>",
        "• Alpha works.",
        "• Half of it. <https://example.org/p1|[3]> *calculated*",
        "*Not for this patient:* olaparib (needs a BRCA variant; germline negative) <",
        "*What would change it:* HER2-low or HER2 0 (trastuzumab deruxtecan)",
        "*calculated:* creatinine clearance 44 mL/min (Cockcroft–Gault: age 70 years, weight"
        " 60 kg)",
        "*Not found*\n◦ No source found speaks of zongertinib.",
        "*Sources*",
        "N.",
    ]
    places = [words.index(part) for part in order]
    assert places == sorted(places)


def test_an_answer_without_any_of_these_says_none_of_them() -> None:
    bare = Answer(sentences=FULL.sentences[1:2], citations=(CITATION,))
    words = words_of(bare)
    assert words.startswith("✅ *Answered*\nAlpha works. <")
    for absent in ("Not for this", "would change", "calculated", "Not found", "more"):
        assert absent not in words
    assert "more" not in str(blocks_of(bare)[-1])


def test_a_digest_names_and_links_the_record_of_its_statement() -> None:
    (line,) = citations.source_lines((DIGEST,), "run", LINKS)
    assert f"<{RECORD}|About alpha>, Example, US, as of 2020-05-08, FDA approval" in line
    assert line.endswith("_Curbside digest_")
    unlinked = replace(DIGEST, record="moalmanac_db:indications/ind:fda.lynparza:3")
    (line,) = citations.source_lines((unlinked,), "run", LINKS)
    assert "About alpha (record moalmanac_db:indications/ind:fda.lynparza:3), Example" in line


def test_statements_of_one_document_stand_apart_when_their_record_or_date_differ() -> None:
    other = replace(DIGEST, key="c5", as_of="2023-11")
    again = replace(DIGEST, key="c6")
    lines = citations.source_lines((DIGEST, other, again), "run", LINKS)
    assert [line.count("[") for line in lines] == [2, 1]


def test_what_is_old_or_overtaken_is_said_beside_its_source() -> None:
    assert "as of 2020-05-08, FDA approval · _Curbside digest_ · ⚠️ *more than three years old*" in (
        words_of(FULL)
    )
    overtaken = replace(DIGEST, currency="superseded")
    words = words_of(replace(FULL, citations=(CITATION, overtaken)))
    assert "⚠️ *superseded: a newer statement takes its place*" in words


def test_each_question_has_its_own_part_and_a_gap_in_its_place() -> None:
    several = Answer(
        sentences=(Sentence(text="Alpha works.", keys=("c3",), verified=True, part=1),),
        citations=(CITATION,),
        parts=(QuestionPart(question="Metformin <dose>?", gap=GAP), QuestionPart(question="B?")),
    )
    assert words_of(several).startswith(
        "🟡 *Partly answered*\n*1. Metformin &lt;dose&gt;?*\n"
        "⚠️ *Not answered:* a source on metformin (no silo holds it). Nearest: none.\n"
        "*2. B?*\nAlpha works. <"
    )


def test_what_does_not_fit_is_behind_a_button_and_a_word() -> None:
    long = replace(
        FULL,
        sentences=tuple(replace(each, text="word " * 60) for each in FULL.sentences) * 2,
        excluded=tuple(replace(OLAPARIB, option=f"drug{n}") for n in range(5)),
    )
    blocks, words = blocks_of(long), words_of(long)
    assert blocks[-1]["elements"][0]["action_id"] == "more"
    assert "And 4 further points and 2 further reasons: press *More* or reply *more*." in words
    assert "*Also not for this patient:* drug3, drug4" in words
    assert words.count("word word") < rest_of(long).count("word word") + words.count("word word")
    assert "*Not for this patient:* drug4 (needs a BRCA variant" in rest_of(long)
    assert "drug0" not in rest_of(long)


def test_more_shows_every_source_with_its_words() -> None:
    rest = rest_of(FULL)
    assert rest.startswith("*Sources in full*")
    assert ">&lt;" not in rest
    assert rest.count("Alpha works.") == 2


@pytest.mark.parametrize("ending", [Failed(error="E", reason="R."), Abstention(gap=GAP), None])
def test_more_of_nothing_says_so(ending: Ending | None) -> None:
    view = replace(ASKED, ending=ending)
    assert "no more to show" in plain_text(answers.more(view, LINKS))


def test_the_button_and_the_word_show_the_same() -> None:
    view = replace(ASKED, ending=FULL)
    (row,) = more_messages("other", view, LINKS)
    assert row.key == "run:0:more-other-1"
    assert row.body["blocks"] == shown_blocks("more", view, {}, LINKS)
    assert "alpha" not in row.body["text"].lower(), "notifications say nothing of the case"


def test_a_gap_says_what_is_none_what_is_missing_and_where_that_stands() -> None:
    seen = replace(FOUND, findings=(*FOUND.findings, Finding(text="O.", citations=(DIGEST,))))
    view = replace(ASKED, steps=(replace(STEP, observations=(seen,)),))
    gap = Abstention(gap=GAP, excluded=(OLAPARIB,), missing=FULL.missing)
    words = plain_text(answers.render(view, gap, LINKS, steps_behind=False))
    assert "*Not for this patient:* olaparib (needs a BRCA variant; germline negative) <" in words
    assert "*What would change it:* HER2-low or HER2 0" in words
    assert "_Curbside digest_" in words
    lines = "\n".join(ending_lines(replace(view, ending=gap)))
    assert "Not for this patient: olaparib (needs a BRCA variant; germline negative). [1]" in lines
    assert f"{RECORD} (Curbside digest; more than three years old)" in lines.replace("\n   ", " ")


@pytest.mark.parametrize("length", [1, 2999, 3001, 9000])
def test_long_words_and_lists_keep_the_limits_of_slack(length: int) -> None:
    word = "x" * length
    sentence = Sentence(text=word, keys=("c3",), verified=True, role="headline")
    monster = Answer(
        sentences=(sentence, *(replace(sentence, role="point") for _ in range(70))),
        citations=(CITATION,),
        excluded=tuple(ExcludedOption(option=word, reason=word, keys=("c3",)) for _ in range(70)),
        missing=tuple(MissingFact(name=word, options=(word,) * 9) for _ in range(9)),
        calculated=(replace(FULL.calculated[0], name=word),),
        not_found=(word,) * 70,
        parts=(QuestionPart(question=word, gap=replace(GAP, detail=word)),) * 9,
    )
    view = replace(ASKED, ending=monster)
    for blocks in (blocks_of(monster), answers.more(view, LINKS)):
        for page in split_into_messages(blocks):
            assert len(page) <= MOST_BLOCKS
            assert sum(map(size, page)) <= MOST_MESSAGE
            texts = [block["text"]["text"] for block in page if block["type"] == "section"]
            assert all(0 < len(text) <= MOST_SECTION for text in texts)


def judged(drug: str, *verdicts: Verdict, kind: StatementKind = "indication") -> Judgement:
    statement = Statement(id=drug, kind=kind, spans=((0, 1),), drugs=(drug,))
    return Judgement(statement=statement, part=0, verdicts=verdicts)


NEEDS_BRCA = Verdict("marker", "contradicts", reason="needs a BRCA variant; germline negative")
OTHER_CLASS = Verdict("organ function", "contradicts", reason="is for Child-Pugh B; here C")
ON_SUBJECT = Verdict("subject", "ok")


def test_a_choice_is_a_list_of_options_with_support_and_date() -> None:
    second = replace(DIGEST, key="c3", as_of="2023-11")
    found = tuple(
        Finding(text=citation.key, citations=(citation,), judgements=(judged(drug, ON_SUBJECT),))
        for citation, drug in ((DIGEST, "olaparib"), (second, "alpha"))
    )
    view = replace(ASKED, steps=(replace(STEP, observations=(replace(FOUND, findings=found),)),))
    said = (
        Sentence(text="Olaparib is first.", keys=("c4",), verified=True, role="headline"),
        Sentence(text="Second.", keys=("c3",), verified=True),
    )
    choice = Answer(sentences=said, citations=(DIGEST, second))
    first, other = plain_text(answers.render(view, choice, LINKS, steps_behind=False)).split("\n")[
        1:3
    ]
    assert first.startswith("• *Olaparib* is first. <")
    assert first.endswith(" · _FDA approval, US, as of 2020-05-08_")
    assert other.startswith("• *alpha*: Second. <")
    one = Answer(sentences=said[:1], citations=(DIGEST,))
    words = plain_text(answers.render(view, one, LINKS, steps_behind=False))
    assert words.startswith("✅ *Answered*\nOlaparib is first. <"), "one option is no choice"


@pytest.mark.parametrize(
    ("judgements", "mark"),
    [
        ((), "• Alpha works."),
        ((judged("a", ON_SUBJECT),), "• Alpha works."),
        ((judged("a", ON_SUBJECT, NEEDS_BRCA), judged("a", ON_SUBJECT)), "• Alpha works."),
        (
            (judged("a", ON_SUBJECT, NEEDS_BRCA),),
            "• ✗ *Not for this patient* (needs a BRCA variant; germline negative): Alpha works.",
        ),
        (
            (judged("a", ON_SUBJECT, OTHER_CLASS),),
            "• ✗ *Does not apply* (is for Child-Pugh B; here C): Alpha works.",
        ),
        (
            (judged("a", replace(ON_SUBJECT, outcome="contradicts")),),
            "• ✗ *Does not apply*: Alpha works.",
        ),
    ],
)
def test_a_finding_that_answers_no_part_says_so_in_the_steps(
    judgements: tuple[Judgement, ...], mark: str
) -> None:
    finding = replace(FOUND.findings[0], judgements=judgements)
    assert citations.finding_line(finding, "run", LINKS).startswith(mark)


def test_the_terminal_keeps_the_order_and_shows_everything() -> None:
    lines = "\n".join(ending_lines(replace(ASKED, ending=FULL)))
    order = [
        "Give alpha. [1]",
        "Half of it. [1]  (calculated)",
        "Not for this patient: olaparib (needs a BRCA variant; germline negative). [2]",
        "What would change it: HER2-low or HER2 0",
        "Calculated: creatinine clearance 44 mL/min",
        "Not found: No source found speaks of zongertinib.",
        "Sources",
        "[1] About alpha. Example. dated 2024-05-01. https://example.org/p1 (verified quote)",
        "[2] About alpha. Example. US. as of 2020-05-08. FDA approval.",
        "N.",
    ]
    places = [lines.index(part) for part in order]
    assert places == sorted(places)
