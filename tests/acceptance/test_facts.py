"""What was understood of the patient, a correction, and a gap that goes on, through real
processes."""

from __future__ import annotations

import pytest

from evals.reports.pdf_pages import DrawnLine, pdf_of
from tests.acceptance.support.conversation import (
    ANA,
    BOARD,
    Slack,
    final_words,
    people,
    run_of,
    settled,
)
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack
from tests.waiting import eventually

CASE = (
    "54-year-old woman, metastatic breast cancer, HER2 IHC 1+, PIK3CA H1047R, progressed on "
    "letrozole + palbociclib. What is the starting dose of alpelisib?"
)


async def shows(slack: Slack, ts: str, *words: str) -> bool:
    replies = await slack.replies(ts)
    return any(all(word in reply for word in words) for reply in replies)


@pytest.mark.asyncio
async def test_a_case_is_shown_as_understood_and_put_right_by_a_reply(patient_stack: Stack) -> None:
    records = Records(patient_stack.database_url)
    async with people(patient_stack) as slack:
        ts = await slack.ask(CASE)
        await settled(records, ts)
        first = (await slack.replies(ts))[0]
        assert first.startswith("*What I understood:* woman, 54 · metastatic breast cancer")
        assert "HER2-low (IHC 1+)" in first
        assert "progressed on letrozole + palbociclib" in first
        await slack.post("no, HER2 0", thread=ts)
        await eventually(lambda: shows(slack, ts, "*Changed:* HER2 0", "Reply *again*"))
        await eventually(lambda: shows(slack, ts, "What I understood", "HER2 0 (IHC 0)"))
        again = await slack.post("again", thread=ts)
        run = await settled(records, again)
    assert run["question"]["text"] == CASE
    assert [row["kind"] for row in records.journal(run_of(ts))][-1] == "fact"


@pytest.mark.asyncio
async def test_a_gap_goes_on_when_the_missing_fact_is_stated(patient_stack: Stack) -> None:
    records = Records(patient_stack.database_url)
    async with people(patient_stack) as slack:
        ts = await slack.ask("What dose should I give?")
        assert (await settled(records, ts))["state"] == "gap"
        await slack.post("olaparib", thread=ts)

        def answered() -> bool:
            run = records.run(run_of(ts))
            return run is not None and run["state"] == "answer"

        await eventually(answered, "the same run goes on to an answer")
        await eventually(lambda: shows(slack, ts, "nswered*", "300 mg"))
        assert "I need to know more" in await final_words(slack, ts)
    kinds = [row["kind"] for row in records.journal(run_of(ts))]
    assert kinds.index("gap") < kinds.index("fact") < kinds.index("answer")


GERMLINE_NEGATIVE = (
    "54-year-old woman, metastatic HER2-negative breast cancer, germline BRCA1/2 negative, "
    "progressed on capecitabine. Is olaparib an option?"
)


@pytest.mark.asyncio
async def test_an_option_that_is_none_is_said_first_with_the_reason_and_more_shows_the_sources(
    patient_stack: Stack,
) -> None:
    records = Records(patient_stack.database_url)
    async with people(patient_stack) as slack:
        ts = await slack.ask(GERMLINE_NEGATIVE)
        run = await settled(records, ts)
        words = await final_words(slack, ts)
        assert run["state"] == "answer", words
        first = words.partition("\n")[2]
        assert first.startswith("Olaparib is not indicated here: needs germline BRCA1")
        assert "germline BRCA1 alteration" in words
        assert "_Curbside digest_" in words
        assert "as of 20" in words
        await eventually(lambda: shows(slack, ts, "✗ *Not for this patient* (needs germline BRCA1"))
        await slack.post("more", thread=ts)
        await eventually(lambda: shows(slack, ts, "*Sources in full*", "Olaparib"))


GERMLINE_POSITIVE = (
    "54-year-old woman, metastatic HER2-negative breast cancer, germline BRCA1 positive, "
    "progressed on capecitabine. Is olaparib an option?"
)


@pytest.mark.asyncio
async def test_asked_again_the_answer_goes_by_what_was_put_right_and_not_by_the_question(
    patient_stack: Stack,
) -> None:
    records = Records(patient_stack.database_url)
    async with people(patient_stack) as slack:
        ts = await slack.ask(GERMLINE_POSITIVE)
        await settled(records, ts)
        assert "not indicated here" not in await final_words(slack, ts)
        await slack.post("no, she is germline negative", thread=ts)
        await eventually(lambda: shows(slack, ts, "*Changed:* germline BRCA1 alteration: absent"))
        again = await slack.post("again", thread=ts)
        run = await settled(records, again)
        assert run["question"]["repeats"] == run_of(ts)
        await eventually(lambda: shows(slack, ts, "Olaparib is not indicated here: needs germline"))
        assert not await shows(slack, ts, "present, no longer germline BRCA1 alteration: absent")


@pytest.mark.asyncio
async def test_again_after_a_question_about_a_step_asks_the_question_before_it(
    patient_stack: Stack,
) -> None:
    records = Records(patient_stack.database_url)
    async with people(patient_stack) as slack:
        ts = await slack.ask(GERMLINE_POSITIVE)
        await settled(records, ts)
        look = await slack.post("What did the drug information search return in step 1?", thread=ts)
        await settled(records, look)
        again = await slack.post("again", thread=ts)
        run = await settled(records, again)
    assert (run["question"]["text"], run["question"]["repeats"]) == (GERMLINE_POSITIVE, run_of(ts))


REPORT = (
    "Findings",
    "Gene Variant cDNA VAF Class Origin",
    "PIK3CA p.His1047Arg c.3140A>G 28.4% Tier I somatic",
    "NF1 p.Arg1362Ter c.4084C>T 18% Tier II somatic",
    "ATM p.Pro1054Arg c.3161C>G 48.9% VUS germline",
    "Biomarkers",
    "MSI status: Stable",
    "Comments",
    "BRCA1 loss was reported in other patients.",
)


@pytest.mark.asyncio
async def test_a_report_is_answered_row_by_row_with_its_variants_and_what_is_missing(
    patient_stack: Stack,
) -> None:
    records = Records(patient_stack.database_url)
    content = pdf_of([[DrawnLine(((50, line),)) for line in REPORT]])
    async with people(patient_stack) as slack:
        file = await slack.upload("panel.pdf", content, "application/pdf")
        ts = await slack.ask(
            "Metastatic breast cancer, HR-positive, HER2-negative. What is actionable?",
            file_ids=[file],
        )
        run = await settled(records, ts)
        words = await final_words(slack, ts)
        assert run["state"] == "answer", words
        first = "PIK3CA H1047R · p.His1047Arg · VAF 28.4% · Tier I · somatic"
        assert f"• {first} · _panel.pdf, Findings, row 1_" in words
        assert "MSI: Stable · _panel.pdf, Biomarkers_" in words
        assert "Not looked up:* ATM P1054R (VUS)" in words
        assert "1. Which drugs are indicated for PIK3CA H1047R?" in words
        assert "Alpelisib" in words
        assert "2. Which drugs are indicated for NF1 R1362*?" in words.replace("\u200b", "")
        assert "Not answered" in words
        await choose_of_row(slack, ts, 2, "why_not")
        await eventually(lambda: shows(slack, ts, "ATM P1054R was not looked up"))
        await choose_of_row(slack, ts, 0, "level")
        await eventually(lambda: shows(slack, ts, "evidence for PIK3CA H1047R in breast cancer?"))
        again = await slack.ask("List the variants of the report", thread=ts)
        await settled(records, again)
        listed = await final_words(slack, again, root=ts)
    assert "I read 3 variants" in listed
    assert "ATM P1054R" in listed


async def choose_of_row(slack: Slack, ts: str, number: int, asked: str) -> None:
    """Choose something in the menu beside a row of the report."""
    rows = [
        (message, block)
        for message in await slack.thread(ts)
        for block in message.get("blocks", ())
        if block.get("accessory", {}).get("type") == "overflow"
    ]
    message, block = rows[number]
    menu = block["accessory"]
    (value,) = (o["value"] for o in menu["options"] if o["value"].endswith(f":{number}:{asked}"))
    press = {"user": ANA, "channel": BOARD, "ts": message["ts"], "block_id": block["block_id"]}
    press |= {"action_id": menu["action_id"], "value": value}
    assert (await slack.call("POST", "/page/api/actions", press))["acknowledged"]


TRIAL = "patient,arm,pfs_time,pfs_event,response\n" + "".join(
    f"{number},{'A' if number % 2 else 'B'},{3 + number},{number % 3 % 2},"
    f"{'PR' if number % 4 else 'PD'}\n"
    for number in range(1, 41)
)


@pytest.mark.asyncio
async def test_a_table_is_described_and_computed_with(patient_stack: Stack) -> None:
    records = Records(patient_stack.database_url)
    async with people(patient_stack) as slack:
        file = await slack.upload("trial.csv", TRIAL.encode(), "text/csv")
        ts = await slack.ask("ORR by arm and KM of PFS", file_ids=[file])
        run = await settled(records, ts)
        words = await final_words(slack, ts)
        images = [
            block
            for message in await slack.thread(ts)
            for block in message.get("blocks", ())
            if block["type"] == "image"
        ]
        described = await slack.ask("What is in this table?", thread=ts)
        await settled(records, described)
        card = await final_words(slack, described, root=ts)
        said = await slack.replies(ts)
    assert run["state"] == "reply", words
    assert "Response rate by arm (trial.csv)" in words
    assert "• A · Patients: 20 · With it: 20 · Share: 100.0%" in words
    assert "PFS by arm (trial.csv)" in words
    assert "Log-rank: chi-square" in words
    assert "40 of 40 rows with pfs_time, pfs_event and arm" in words
    assert "trial.csv: 40 rows, 5 columns" in card
    assert [each["title"]["text"] for each in images] == ["Response rate", "Kaplan–Meier: PFS"]
    assert "A: 20 patients" in images[1]["alt_text"]
    assert all(each["slack_file"]["id"].startswith("F") for each in images)
    assert not any("What I understood" in each for each in said)
