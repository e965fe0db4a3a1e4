"""What a thread shows of a run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agents.errors import ModelUnavailable
from agents.facts.read_sheet import Message
from agents.turns import (
    OPEN_STEP,
    Abstention,
    Action,
    Answer,
    Citation,
    Ending,
    Failed,
    Finding,
    Gap,
    Observation,
    Question,
    Reply,
    Sentence,
    Step,
    Stopped,
    Thought,
    ThreadKey,
    View,
)
from bot.db.outbox import Outgoing
from bot.rendering.answer.signs import LAST_REACTIONS
from bot.rendering.blocks import MOST_BLOCKS, MOST_MESSAGE, size
from bot.rendering.links import PassageLinks
from bot.rendering.narration import Style, more_messages, narrate
from retrieval.documents import DocumentRef
from retrieval.errors import sentence_of

STYLE = Style(links=PassageLinks("", b"k"), titles={"search_pubmed": "PubMed"})
ASK = Action(call_id="s1a1", tool="search_pubmed", arguments={"query": "alpha <!channel>"})
CITATION = Citation(
    key="c3",
    ref=DocumentRef("pubmed", "p1", "2"),
    title="About alpha",
    organisation="Example",
    url="https://example.org/p1",
    date="2024-05-01",
    quote="Alpha works.",
    start=0,
    end=12,
    match="exact",
    status="confirmed",
)
FOUND = Observation(
    call_id="s1a1",
    tool="search_pubmed",
    outcome="data",
    findings=(Finding(text="Alpha works.", citations=(CITATION,), removed=1),),
)
STEP = Step(number=1, seq=2, thought=Thought(text="I look at alpha.", actions=(ASK,)))
VIEW = View(
    run_id="run",
    question=Question(thread=ThreadKey("T1", "C1", "1.0"), asker="U1", text="secret patient words"),
    steps=(STEP,),
)
DONE = replace(VIEW, steps=(replace(STEP, observations=(FOUND,)),))
ANSWER = Answer(
    sentences=(
        Sentence(text="Alpha works.", keys=("c3",), verified=True),
        Sentence(text="It always works.", keys=(), verified=False, problem="no source says so"),
    ),
    citations=(CITATION,),
    not_found=("No trial of alpha in children.",),
    note="I quote sources.",
)


def shown(rows: tuple[Outgoing, ...]) -> dict[str, str]:
    """The words of each message, by the part of its key."""
    return {row.part: row.body["plain"] for row in rows if row.operation == "post"}


def test_a_step_shows_its_thought_the_tool_and_what_it_was_asked() -> None:
    (row,) = narrate(VIEW, "1.0", STYLE)
    assert row.key == "run:2:step"
    assert "I look at alpha." in row.body["plain"]
    assert "*PubMed* “alpha &lt;!channel&gt;”" in row.body["plain"]


def stoppable(view: View, style: Style = STYLE) -> list[bool]:
    """Of each message, whether a button on it stops the run."""
    rows = narrate(view, "1.0", style)
    return ["'value': 'run'" in str(row.body["blocks"]) for row in rows if "blocks" in row.body]


def test_one_message_can_stop_the_run_as_long_as_it_goes_on() -> None:
    later = replace(STEP, number=2, seq=4)
    draft = (Sentence(text="Alpha works.", keys=("c3",), verified=True),)
    assert stoppable(VIEW) == [True], "a tool works"
    assert stoppable(DONE) == [True], "the next thought is thought"
    assert stoppable(replace(DONE, steps=(*DONE.steps, later))) == [False, True]
    assert stoppable(replace(DONE, drafting=draft)) == [False, True], "the answer is written"
    over = replace(DONE, ending=Stopped(by="U1"))
    assert "'stop'" not in str(narrate(over, "1.0", STYLE))
    plan, quiet = replace(STYLE, display="plan"), replace(STYLE, display="quiet")
    assert stoppable(DONE, plan) == [True]
    for view in (replace(VIEW, steps=()), VIEW, DONE, replace(DONE, drafting=draft)):
        assert stoppable(view, quiet) == [True], "a case without facts, too"
    assert "'stop'" not in str(narrate(over, "1.0", quiet))
    assert "'stop'" not in str(narrate(over, "1.0", plan))


def test_a_finding_carries_number_link_and_what_was_removed() -> None:
    words = shown(narrate(DONE, "1.0", STYLE))["step"]
    assert "• Alpha works. <https://example.org/p1|[3]>" in words
    assert "(1 quote not found in the source and removed)" in words


def test_the_same_view_gives_the_same_rows() -> None:
    view = replace(DONE, ending=ANSWER)
    assert narrate(view, "1.0", STYLE) == narrate(view, "1.0", STYLE)


def test_a_silo_that_is_down_is_said() -> None:
    down = replace(FOUND, outcome="unavailable", findings=(), detail="It is being repaired.")
    view = replace(VIEW, steps=(replace(STEP, observations=(down,)),))
    assert "did not answer. It is being repaired." in shown(narrate(view, "1.0", STYLE))["step"]


def test_the_answer_has_numbers_sources_gaps_and_the_note() -> None:
    words = shown(narrate(replace(DONE, ending=ANSWER), "1.0", STYLE))["answer"]
    assert "• Alpha works. <https://example.org/p1|[3]>" in words
    source = "<https://example.org/p1|About alpha>, Example, dated 2024-05-01 · _verified quote_"
    assert source in words
    assert "◦ No trial of alpha in children." in words
    assert "I quote sources." in words


def test_a_sentence_that_is_not_verified_is_marked_with_the_reason() -> None:
    words = shown(narrate(replace(DONE, ending=ANSWER), "1.0", STYLE))["answer"]
    assert "⚠️ *Not verified* (no source says so): It always works." in words


def test_an_unconfirmed_source_says_to_open_the_guideline() -> None:
    unconfirmed = replace(CITATION, status="unconfirmed")
    answer = replace(ANSWER, citations=(unconfirmed,))
    words = shown(narrate(replace(DONE, ending=answer), "1.0", STYLE))["answer"]
    assert "⚠️ *unconfirmed: open the guideline*" in words


def test_citations_open_the_passage_where_there_is_a_viewer() -> None:
    style = replace(STYLE, links=PassageLinks("https://viewer.example", b"k"))
    words = shown(narrate(replace(DONE, ending=ANSWER), "1.0", style))["answer"]
    assert "<https://viewer.example/passages/run/c3?s=" in words


def test_each_ending_has_its_sign_and_its_words() -> None:
    gap = Gap(purpose="to give the dose", missing="silo", name="veterinary labels")
    whole = Answer(sentences=ANSWER.sentences[:1], citations=ANSWER.citations)
    endings: dict[str, tuple[Ending, str, str]] = {
        "white_check_mark": (whole, "✅ *Answered*", "Alpha works."),
        "large_yellow_circle": (ANSWER, "🟡 *Partly answered*", "Alpha works."),
        "warning": (Abstention(gap=gap), "⚠️ *Not answered*", "*Missing:* veterinary labels"),
        "x": (Failed(error="ModelUnavailable", reason="r"), "❌ *Failed*", "model"),
        "wave": (Reply(text="Hello."), "Hello.", "Hello."),
        "octagonal_sign": (Stopped(by="U1"), "🛑 Stopped", "Stopped by <@U1>."),
    }
    assert set(endings) == LAST_REACTIONS - {"page_facing_up"}
    for sign, (ending, first, words) in endings.items():
        rows = narrate(replace(DONE, ending=ending), "1.0", STYLE)
        assert [row.body["name"] for row in rows if row.part == "sign"] == [sign]
        assert shown(rows)["answer"].startswith(first), "a reaction has no words of its own"
        assert words in shown(rows)["answer"]


def test_the_local_page_draws_each_sign_where_no_font_has_it() -> None:
    symbols = Path("workspace/page/images/symbols.svg").read_text(encoding="utf-8")
    emoji = Path("workspace/page/drawing/emoji.js").read_text(encoding="utf-8")
    drawn = emoji.partition("DRAWN = new Set")[2].partition("]);")[0]
    for sign in (*LAST_REACTIONS, "eyes"):
        assert f'<symbol id="emoji-{sign}"' in symbols
        assert f'"{sign}"' in drawn


def test_what_an_earlier_step_found_is_a_list_and_no_answer() -> None:
    opening = Thought(text="I open it.", actions=(Action(call_id="s1a1", tool=OPEN_STEP),))
    opened = replace(DONE, steps=(Step(number=1, seq=1, thought=opening),), ending=ANSWER)
    rows = narrate(opened, "1.0", STYLE)
    assert [row.body["name"] for row in rows if row.part == "sign"] == ["page_facing_up"]
    assert shown(rows)["answer"].startswith("📄 *What that step found*")


ON_DOSE = replace(DONE.question, text="Dose of olaparib for Maria Huber, born 12.03.1966?")


def test_an_answer_names_its_question_by_what_was_recognised() -> None:
    ending = Abstention(gap=Gap(purpose="a dose", missing="silo", name="a label"))
    for each in (ANSWER, ending, Failed(error="ModelUnavailable", reason="r"), Stopped(by="U1")):
        view = replace(DONE, question=ON_DOSE, ending=each)
        words = shown(narrate(view, "1.0", STYLE))["answer"]
        assert "the dose (olaparib)" in words.split("\n")[0]
        assert not any(name in words for name in ("Maria", "Huber", "1966"))
        assert "<@U1>" not in words or isinstance(each, Stopped), "it begins its thread"


def test_an_answer_to_a_later_question_says_who_asked_which() -> None:
    style = replace(STYLE, workspace="https://team.slack.com/")
    later = replace(DONE, question=ON_DOSE, ending=ANSWER)
    first = shown(narrate(later, "5.25", style))["answer"].split("\n")[0]
    address = "https://team.slack.com/archives/C1/p525?thread_ts=1.0&amp;cid=C1"
    assert first == f"🟡 *Partly answered* · <{address}|the dose (olaparib)>, asked by <@U1>"
    unknown = shown(narrate(replace(DONE, ending=ANSWER), "5.25", STYLE))["answer"]
    assert unknown.startswith("🟡 *Partly answered* · this question, asked by <@U1>\n")


def test_a_failure_is_a_plain_sentence_from_the_table() -> None:
    ending = Failed(error="ModelUnavailable", reason="Traceback of secret things")
    words = shown(narrate(replace(DONE, ending=ending), "1.0", STYLE))["answer"]
    assert sentence_of(ModelUnavailable) in words
    assert "Traceback" not in words


def test_who_stopped_is_mentioned_only_by_a_user_id() -> None:
    rows = narrate(replace(DONE, ending=Stopped(by="<!channel>")), "1.0", STYLE)
    assert "Stopped by &lt;!channel&gt;." in shown(rows)["answer"]


def test_the_rest_of_a_long_answer_is_spread_over_messages_that_slack_takes() -> None:
    sentences = tuple(
        Sentence(text=f"{number} " + "word " * 60, keys=("c3",), verified=True)
        for number in range(200)
    )
    view = replace(DONE, ending=replace(ANSWER, sentences=sentences))
    short = [row for row in narrate(view, "1.0", STYLE) if row.part.startswith("answer")]
    rest = more_messages("other", view, STYLE.links)
    assert [row.part for row in short] == ["answer"]
    assert [row.key for row in rest[:2]] == [f"{view.run_id}:0:more-other-{n}" for n in (1, 2)]
    blocks = [block for row in (*short, *rest) for block in row.body["blocks"]]
    said = "".join(str(block) for block in blocks)
    assert all(f"{number} word" in said for number in range(200))
    assert "*Sources*" in said
    assert all(len(row.body["blocks"]) <= MOST_BLOCKS for row in rest)
    assert all(sum(map(size, row.body["blocks"])) <= MOST_MESSAGE for row in rest)


def test_a_step_that_found_very_much_stays_one_message_and_says_so() -> None:
    findings = tuple(replace(FOUND.findings[0], text=f"{n} " + "word " * 20) for n in range(400))
    many = replace(FOUND, findings=findings)
    step = replace(STEP, observations=(many,))
    (row,) = narrate(replace(VIEW, steps=(step,)), "1.0", STYLE)
    assert "More was found than fits here" in str(row.body["blocks"])
    acts = tuple(replace(ASK, call_id=f"a{n}", tool=f"search_{n}") for n in range(4))
    seen = tuple(replace(many, call_id=each.call_id, tool=each.tool) for each in acts)
    step = replace(step, thought=replace(STEP.thought, actions=acts), observations=seen)
    (row,) = narrate(replace(VIEW, steps=(step,)), "1.0", STYLE)
    assert "found more than fits here; ask me to open it" in str(row.body["blocks"])
    folds = [block for block in row.body["blocks"] if block["type"] == "container"]
    assert len(folds) == 4, "each silo keeps its line"
    assert sum(map(size, row.body["blocks"])) <= MOST_MESSAGE


def test_no_fallback_text_carries_words_of_the_case() -> None:
    rows = narrate(replace(DONE, ending=ANSWER), "1.0", STYLE)
    texts = [row.body["text"] for row in rows if row.operation == "post"]
    assert not any("alpha" in text.lower() or "secret" in text for text in texts)


def test_the_plan_is_one_message_of_cards_with_plain_sections_beside_it() -> None:
    rows = narrate(replace(DONE, ending=ANSWER), "1.0", replace(STYLE, display="plan"))
    plan = next(row for row in rows if row.part == "plan")
    (block,) = plan.body["blocks"]
    assert [card["status"] for card in block["tasks"]] == ["complete"]
    assert block["tasks"][0]["sources"][0]["url"] == "https://example.org/p1"
    assert "I look at alpha." in plan.body["plain"]


def test_quiet_shows_the_answer_only_with_the_steps_behind_a_button() -> None:
    quiet = replace(STYLE, display="quiet")
    (working,) = narrate(DONE, "1.0", quiet)
    assert (working.part, "alpha" in str(working.body)) == ("answer", False)
    rows = narrate(replace(DONE, ending=ANSWER), "1.0", quiet)
    assert list(shown(rows)) == ["answer"]
    assert "'steps'" in str(rows[0].body["blocks"])


def test_a_growing_answer_stands_where_the_answer_will_stand() -> None:
    growing = replace(DONE, drafting=ANSWER.sentences[:1])
    (row,) = [row for row in narrate(growing, "1.0", STYLE) if row.part == "answer"]
    (final,) = [
        row
        for row in narrate(replace(growing, ending=ANSWER), "1.0", STYLE)
        if row.part == "answer"
    ]
    assert row.key == final.key
    assert "Alpha works." in str(row.body["blocks"])
    assert "Still writing" in str(row.body["blocks"])
    assert "Still writing" not in str(final.body["blocks"])


def test_an_opened_step_names_what_was_asked_and_repeats_no_message() -> None:
    said = "My patient has CrCl 40 and progressed on letrozole: dose of olaparib?"
    detail = f"Step 1, asked for: {said}\nIn step 1, Drug information was asked for “{said}”."
    opened = Observation(
        call_id="a", tool=OPEN_STEP, outcome="data", detail=detail, findings=FOUND.findings
    )
    action = Action(call_id="a", tool=OPEN_STEP, arguments={"step": 1})
    step = replace(
        STEP, thought=Thought(text="I open it.", actions=(action,)), observations=(opened,)
    )
    view = replace(DONE, steps=(step,), earlier=(Message(said),))
    words = shown(narrate(view, "1.0", STYLE))["step"]
    assert "Step 1, asked for: the dose (olaparib)" in words
    assert "progressed on letrozole" not in words
