"""What is told of an answer from its record: one citation, dates, support, a table."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from agents.replies.on_answer import AskedKind, AskedOfAnswer, asked_of_answer
from agents.turns import DatedReview, Gap, QuestionPart, Review, View
from agents.turns.endings import Abstention
from bot.db.outbox import SlackAddress
from bot.rendering.blocks import MOST_MESSAGE, Block, plain_text
from bot.rendering.on_answer.answer_details import change_blocks_of, told_blocks, told_message
from bot.rendering.on_answer.table import MOST_ROWS
from tests.unit.bot.rendering.test_answer_shape import ASKED, FULL, LINKS
from tests.unit.bot.rendering.test_narration import CITATION
from workspace.block_kit.blocks import check_blocks

VIEW = replace(ASKED, ending=FULL)
ADDRESS = SlackAddress(team="T1", channel="C1", thread_ts="1.0")


def told(kind: AskedKind, number: int = 0, view: View = VIEW) -> list[Block]:
    blocks = told_blocks(view, AskedOfAnswer(kind, number), LINKS)
    assert blocks == [] or check_blocks(blocks, "message") is None
    return blocks


def words(kind: AskedKind, number: int = 0, view: View = VIEW) -> str:
    body = told_message("r9", ADDRESS, told(kind, number, view)).body
    return str(body["plain"])


def table(view: View = VIEW) -> list[list[str]]:
    (block,) = (each for each in told("table", view=view) if each["type"] == "table")
    return [[str(cell.get("text") or cell) for cell in row] for row in block["rows"]]


def test_a_citation_is_shown_with_its_words_and_what_it_is_cited_for() -> None:
    shown = words("citation", 3)
    assert "Alpha works." in shown.split("cites it for")[0], "the words that were quoted"
    assert "dated 2024-05-01" in shown
    assert "• Give alpha." in shown.split("cites it for")[1]


def test_a_number_that_the_answer_has_not_is_told_as_such() -> None:
    shown = words("citation", 9)
    assert shown == "The last answer has no [9]. Its citations are [3], [4]."
    assert told("citation", 9, replace(VIEW, ending=Abstention(gap=GAP), steps=())) == []


GAP = Gap(purpose="dosing", missing="silo", name="a source on metformin")


def test_dates_stand_newest_first_and_what_is_old_says_so() -> None:
    lines = words("dates").splitlines()
    assert "dated 2024-05-01" in lines[1]
    assert "as of 2020-05-08" in lines[2]
    assert "more than three years old" in lines[2]
    assert "A newer one that no silo holds is not known here" in lines[3]


def test_which_sources_hold_since_a_year_is_told_above_them() -> None:
    def since(year: int, view: View = VIEW) -> str:
        blocks = told_blocks(view, AskedOfAnswer("dates", year=year), LINKS)
        return str(told_message("r9", ADDRESS, blocks).body["plain"]).splitlines()[1]

    assert since(2021) == "Of 2021 or later: [3]."
    assert since(2019) == "Of 2019 or later: [3], [4]."
    assert since(2025) == "Of 2025 or later: none of them."
    undated = replace(CITATION, date="", as_of="")
    view = replace(VIEW, ending=replace(FULL, citations=(undated, FULL.citations[1])))
    assert since(2021, view) == "Of 2021 or later: none of them. No date is known of [3]."


def test_changes_of_a_label_are_asked_by_the_names_that_are_cited() -> None:
    named = replace(CITATION, quote="Capivasertib is taken with fulvestrant.")
    last = words("dates", view=replace(VIEW, ending=replace(FULL, citations=(named,))))
    asked = "is the label of capivasertib still current?"
    assert f"“{asked}” or “is the label of fulvestrant still current?”" in last
    assert asked_of_answer(asked) is None, "it is a question that is searched"
    assert "is the label of" not in words("dates"), "no drug is named"


def test_support_is_that_of_the_sources() -> None:
    assert "FDA approval" in words("support")


def test_a_table_has_the_sentences_of_the_answer_and_all_that_limits_it() -> None:
    doubted = replace(FULL.sentences[1], verified=False, problem="no quote says it")
    part = QuestionPart(question="metformin?", gap=GAP)
    whole = QuestionPart(question="alpha?")
    sentences = (FULL.sentences[0], doubted)
    ending = replace(FULL, sentences=sentences, parts=(whole, part), unweighed=("CrCl 44",))
    view = replace(VIEW, ending=ending)
    rows = table(view)
    assert rows[0] == ["Option", "What is said", "Support and date", "Source"]
    said = [row[1] for row in rows]
    assert "Give alpha." in said
    assert "Not verified (no quote says it): Alpha works." in said
    assert ["Not answered", "a source on metformin", "\u2013", "\u2013"] in rows
    excluded = next(row for row in rows if row[0] == "olaparib")
    assert excluded[1].startswith("Not for this patient: needs a BRCA variant")
    assert "'text': '[4]'" in excluded[3]
    around = plain_text(told("table", view=view))
    assert "Not weighed in this answer:* CrCl 44" in around
    assert "HER2-low or HER2 0" in around, "what would change it"
    assert "No source found speaks of zongertinib." in around
    assert "creatinine clearance" in around


def test_what_makes_a_source_doubtful_stands_in_its_row() -> None:
    withdrawn = replace(CITATION, status="retracted")
    rows = table(replace(VIEW, ending=replace(FULL, citations=(withdrawn, FULL.citations[1]))))
    assert "⚠️ RETRACTED: do not rely on it" in rows[1][2]
    assert "⚠️ more than three years old" in next(row for row in rows if row[0] == "olaparib")[2]


def test_where_slack_refuses_a_table_its_rows_are_lines() -> None:
    row = told_message("r9", ADDRESS, told("table"))
    plain = str(row.body["plain"])
    assert "• Give alpha. · dated 2024-05-01 · <https://example.org/p1|[3]>" in plain
    assert not any(block["type"] == "table" for block in row.body["simple"])


def test_a_very_long_answer_stays_a_table_that_slack_takes_and_says_what_is_missing() -> None:
    long = tuple(
        replace(FULL.sentences[1], text=f"{part}. " + "Give alpha to all who ask. " * 70, part=part)
        for part in range(12)
    )
    asked = tuple(QuestionPart(question=f"Question {part}?") for part in range(12))
    ending = replace(FULL, sentences=long, parts=asked)
    view = replace(VIEW, ending=ending)
    assert len(table(view)) <= MOST_ROWS + 1
    assert "the answer above has all of it" in words("table", view=view)
    assert len(str(told("table", view=view))) < 3 * MOST_MESSAGE


def test_what_a_colleague_found_wrong_stands_above() -> None:
    mark = DatedReview(
        review=Review(verdict="wrong", by="U2", comment="for capsules"),
        at=datetime(2026, 11, 24, tzinfo=UTC),
    )
    for kind in ("dates", "table", "support"):
        assert "wrong" in words(kind, view=replace(VIEW, reviews=(mark,))).splitlines()[0]


def test_two_answers_are_compared_by_what_they_cite() -> None:
    elsewhere = replace(CITATION, key="c5", quote="Beta works.", start=40, end=51)
    before = replace(VIEW, run_id="r0", ending=replace(FULL, citations=(CITATION,)))
    after = replace(VIEW, ending=replace(FULL, citations=(CITATION, elsewhere)))
    shown = plain_text(change_blocks_of(before, after))
    assert "gained 1, lost 0, kept 1" in shown
    assert "+ About alpha: “Beta works.”" in shown
    assert "gained 0, lost 1" in plain_text(change_blocks_of(after, before))
    assert "one answer in this thread so far" in plain_text(change_blocks_of(None, VIEW))
    assert change_blocks_of(None, replace(VIEW, ending=None)) == []


def test_marks_and_what_undoes_something_are_told() -> None:
    assert "Nobody has marked" in words("marks")
    assert "delete your message" in words("undo")
    marked = DatedReview(
        at=datetime(2026, 1, 2, tzinfo=UTC),
        review=Review(verdict="outdated", by="U1", comment="Label of 2026."),
    )
    assert "Marked outdated" in words("marks", view=replace(VIEW, reviews=(marked,)))


def test_time_and_ways_to_go_on_are_told_of_any_answer() -> None:
    assert "No chat model was used" in words("took")
    assert "/curbside export" in words("export")
    assert "Mark the answer with 👎" in words("fault")


def test_a_gap_without_sources_has_nothing_to_tell_of_them() -> None:
    gap = replace(VIEW, ending=Abstention(gap=GAP), steps=())
    assert told("dates", view=gap) == told("table", view=gap) == told("support", view=gap) == []


def test_a_notification_names_neither_question_nor_patient() -> None:
    row = told_message("r9", ADDRESS, told("dates"))
    assert row.body["text"] == "On the last answer"
    assert row.body["blocks"][0]["text"]["text"].startswith("*Sources of the last answer")


def test_a_doubted_citation_is_shown_with_what_can_be_done_about_it() -> None:
    for asked in (AskedOfAnswer("doubt", 4), AskedOfAnswer("doubt", place=2)):
        shown = plain_text(told_blocks(VIEW, asked, LINKS))
        assert "The citation that was asked for" in shown
        assert "[4]" in shown
        assert "mark it with 👎" in shown
    assert (
        words("doubt")
        == "Which citation is meant? Name its number; those of the last answer are [3], [4]."
    )


def test_in_short_stand_the_main_statements_and_all_that_limits_them() -> None:
    further = replace(FULL.sentences[1], text="Alpha works in mice, too.")
    view = replace(VIEW, ending=replace(FULL, sentences=(*FULL.sentences, further)))
    shown = words("short", view=view)
    assert shown.startswith("*The last answer in short, its words unchanged*")
    assert "Give alpha." in shown
    assert "Alpha works." in shown
    assert "in mice" not in shown
    assert "needs a BRCA variant" in shown, "what is not for this patient"
    assert "No source found speaks of zongertinib." in shown
    assert "creatinine clearance" in shown
