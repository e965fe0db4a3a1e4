"""What an event asks of us."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.replies.fact_replies import states_facts
from agents.replies.on_answer import AskedOfAnswer, asked_of_answer
from agents.turns import Review
from bot.db.channels.choices import FollowUps
from bot.incoming.payloads.events import Incoming
from bot.incoming.payloads.file_cards import FileCard
from bot.incoming.payloads.slack_text import parse_mrkdwn
from bot.incoming.routing import (
    AddToRun,
    Again,
    Ask,
    AskChanged,
    AskWritten,
    Decision,
    Fork,
    Help,
    Ignore,
    ListFiles,
    More,
    Offer,
    RoutingRules,
    Show,
    Steer,
    Stop,
    StoreReview,
    SwitchFiles,
    TellOfAnswer,
    ThreadState,
    WhyNot,
    Withdraw,
    decide,
)
from bot.incoming.routing.forms import problems_of
from retrieval.declaration.cards import read_cards
from tests.unit.agents.replies.asides import (
    ASIDES,
    EIGHTH_ASIDES,
    EIGHTH_FOLLOW_UPS,
    FIFTH_ASIDES,
    FIFTH_FOLLOW_UPS,
    FOLLOW_UPS,
    FOURTH_ASIDES,
    FOURTH_FOLLOW_UPS,
    LATER_ASIDES,
    LATER_FOLLOW_UPS,
    NINTH_ASIDES,
    NINTH_FOLLOW_UPS,
    SECOND_ASIDES,
    SECOND_FOLLOW_UPS,
    SEVENTH_ASIDES,
    SEVENTH_FOLLOW_UPS,
    SIXTH_ASIDES,
    SIXTH_FOLLOW_UPS,
    STEERING,
    THIRD_ASIDES,
    THIRD_FOLLOW_UPS,
)

BOT = "U0BOT"
ANA, BEN = "U0ANA", "U0BEN"
QUIET = ThreadState(people=frozenset({ANA}))
TALKING = ThreadState(run_ids=("r1",), people=frozenset({ANA}))
BUSY = replace(TALKING, live=("r1",))
CROWDED = replace(TALKING, people=frozenset({ANA, BEN}))


def said(text: str, **changes: object) -> Incoming:
    incoming = Incoming(
        kind="message",
        event_id="Ev1",
        team="T1",
        channel="C1",
        ts="2.0",
        thread_ts="1.0",
        user=ANA,
        text=parse_mrkdwn(text),
    )
    return replace(incoming, **changes)  # type: ignore[arg-type]


def route(
    incoming: Incoming, thread: ThreadState = QUIET, follow_ups: FollowUps = "smart"
) -> Decision:
    return decide(incoming, thread, RoutingRules(bot_user=BOT, follow_ups=follow_ups))


@pytest.mark.parametrize(
    "text", [f"<@{BOT}> what now?", f"what now? <@{BOT}>", f"<@{BOT}|curbside>: what now?"]
)
def test_a_mention_is_a_question_without_the_mention(text: str) -> None:
    assert route(said(text)) == Ask("what now?")


def test_a_direct_message_is_a_question() -> None:
    assert route(said("what now?", direct=True)) == Ask("what now?")


def test_a_reply_in_a_thread_that_is_not_ours_is_none_of_ours() -> None:
    assert isinstance(route(said("what now?")), Ignore)


def test_a_follow_up_needs_no_mention_when_two_talk() -> None:
    assert route(said("and in the metastatic setting?"), TALKING) == Ask(
        "and in the metastatic setting?"
    )


def test_a_follow_up_needs_a_mention_where_that_is_the_setting() -> None:
    assert isinstance(route(said("and then?"), TALKING, "mention"), Ignore)


def test_people_talking_to_each_other_are_left_alone() -> None:
    assert isinstance(route(said("see you at four"), CROWDED), Ignore)


@pytest.mark.parametrize(
    "text",
    ["Curbside, and then?", "what did the trials search return in step 2?", "NCCN yes, ESMO no",
     "no PubMed, yes ESMO"],
)  # fmt: skip
def test_in_a_crowd_a_clearly_addressed_follow_up_is_answered(text: str) -> None:
    assert route(said(text), CROWDED) == Ask(text)


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("ORR by arm", True),
        ("and the KM of PFS by arm?", True),
        ("please plot the KM of PFS by arm", True),
        ("I would like the median of age by arm", True),
        ("how many patients per arm?", True),
        ("The median of age was higher in arm A", False),
        ("I computed the ORR by arm", False),
        ("Ben, can you check the median of age by arm?", False),
        ("can anyone draw the KM by arm tomorrow?", False),
        ("the letter is on your desk", False),
    ],
)
def test_in_a_thread_with_a_table_what_it_gives_is_asked_of_us(text: str, is_asked: bool) -> None:
    of_table = replace(CROWDED, has_table=True)
    assert (route(said(text), of_table) == Ask(text)) is is_asked


def test_what_is_asked_of_files_is_understood_in_any_thread_of_ours() -> None:
    alone = replace(CROWDED, people=frozenset({ANA}))
    assert route(said("which files do you use?"), CROWDED) == ListFiles()
    assert isinstance(route(said("ignore NGS.pdf"), CROWDED), SwitchFiles)
    assert not isinstance(route(said("ignore the report"), CROWDED), SwitchFiles)
    assert isinstance(route(said(f"<@{BOT}> ignore the report"), CROWDED), SwitchFiles)
    assert route(said("the HbA1c in the report?"), alone) == Ask("the HbA1c in the report?")


def test_in_a_crowd_every_follow_up_is_answered_where_that_is_the_setting() -> None:
    assert route(said("and then?"), CROWDED, "always") == Ask("and then?")


def test_what_is_addressed_to_somebody_else_gets_silence() -> None:
    assert isinstance(route(said(f"<@{BEN}> and then?"), TALKING, "always"), Ignore)


@pytest.mark.parametrize("text", ["stop", "Stop!", "please stop", f"<@{BOT}> stop", "cancel that"])
def test_stop_stops_what_runs_in_the_thread(text: str) -> None:
    assert route(said(text), BUSY) == Stop(("r1",))


STEERED = RoutingRules(bot_user=BOT, follow_ups="smart", silos=read_cards())


@pytest.mark.parametrize("thread", [BUSY, replace(BUSY, people=frozenset({ANA, BEN}))])
def test_what_steers_goes_to_the_run_that_goes_on(thread: ThreadState) -> None:
    found = decide(said("skip ESMO"), thread, STEERED)
    assert isinstance(found, Steer)
    assert (found.run_id, found.steering.by) == ("r1", ANA)
    told = decide(said("NCCN yes, ESMO no"), thread, STEERED)
    assert isinstance(told, Steer)
    assert set(told.steering.without).isdisjoint(told.steering.also)
    assert not isinstance(decide(said("skip ESMO"), TALKING, STEERED), Steer)
    assert isinstance(decide(said("no HER2"), BUSY, STEERED), AddToRun | Ask)


@pytest.mark.parametrize(
    ("text", "step", "steers", "fact"),
    [
        ("again from step 2 without ESMO", 2, True, ""),
        ("Please redo it from step 12: trials too.", 12, True, ""),
        ("again from step 1", 1, False, ""),
        ("again from step 3 with HER2 0", 3, False, "HER2 0"),
    ],
)
def test_a_plain_sentence_forks_the_newest_run(
    text: str, step: int, steers: bool, fact: str
) -> None:
    found = decide(said(text), CROWDED, STEERED)
    assert isinstance(found, Fork)
    assert (found.run_id, found.step, found.fact) == ("r1", step, fact)
    assert (found.steering is not None) is steers
    assert decide(said("again from step 2 on the moon"), TALKING, STEERED) == Ask(
        "again from step 2 on the moon"
    )


@pytest.mark.parametrize("text", ["stop searching", "that is enough, stop", "cancel the search"])
def test_who_is_alone_with_us_stops_in_any_words_and_what_comes_too_late_asks_nothing(
    text: str,
) -> None:
    assert route(said(text), BUSY) == Stop(("r1",))
    assert route(said(text), TALKING) == Ignore("nothing runs")
    crowd = replace(CROWDED, live=("r1",))
    assert isinstance(route(said(text), crowd), Ignore | Offer | Ask)


@pytest.mark.parametrize("text", ["keep going please", "is that all you have?", "the rest, please"])
def test_who_is_alone_with_us_gets_more_in_any_words(text: str) -> None:
    assert route(said(text), TALKING) == More("r1")


@pytest.mark.parametrize("text", ["has anyone reviewed this?", "do they agree?"])
def test_what_colleagues_ask_each_other_too_is_told_to_who_is_alone(text: str) -> None:
    assert isinstance(route(said(text), TALKING), TellOfAnswer)
    assert isinstance(route(said(text), CROWDED), Ignore | Offer)


@pytest.mark.parametrize("text", ["is that the lady from Linz?", "was he the man with the dog?"])
def test_a_person_who_is_pointed_at_is_no_question_to_us(text: str) -> None:
    assert not isinstance(route(said(text), CROWDED), Ask)


def test_a_citation_is_ours_whoever_else_writes() -> None:
    for thread in (TALKING, CROWDED):
        told = route(said("the 60 in brackets doesn't match what you wrote"), thread)
        assert isinstance(told, TellOfAnswer)
        assert (told.asked.kind, told.asked.number) == ("doubt", 60)


def test_whether_there_is_anything_newer_is_told_in_a_crowd_too() -> None:
    told = route(said("anything newer than that?"), CROWDED)
    assert isinstance(told, TellOfAnswer)
    assert told.asked.kind == "dates"


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("[2]", TellOfAnswer("r1", "[2]", AskedOfAnswer("citation", 2))),
        ("as a table", TellOfAnswer("r1", "as a table", AskedOfAnswer("table"))),
        ("shorter", TellOfAnswer("r1", "shorter", AskedOfAnswer("short"))),
        ("more", More("r1")),
        ("and of capecitabine?", Ask("and of capecitabine?")),
        ("again without CIViC", Ask("again without CIViC")),
    ],
)
def test_a_direct_message_may_be_on_the_answer_above_it(text: str, decision: Decision) -> None:
    before = replace(QUIET, run_before="r1")
    assert route(said(text, direct=True, thread_ts="2.0"), before) == decision


def test_a_question_about_stopping_is_a_question() -> None:
    text = "when should we stop trastuzumab?"
    assert route(said(text), BUSY) == Ask(text)


def test_stop_without_a_run_gets_a_hint_when_addressed_and_silence_otherwise() -> None:
    assert route(said(f"<@{BOT}> stop"), TALKING) == Help("nothing_to_stop")


@pytest.mark.parametrize("name", ["octagonal_sign", "stop_sign"])
def test_a_stop_sign_stops_the_run_of_its_message(name: str) -> None:
    state = replace(BUSY, run_of_message="r1")
    assert route(said("", kind="reaction", name=name), state) == Stop(("r1",))


def test_another_reaction_and_a_stop_sign_on_an_ended_run_do_nothing() -> None:
    assert isinstance(route(said("", kind="reaction", name="tada"), BUSY), Ignore)
    ended = replace(TALKING, run_of_message="r1")
    assert isinstance(route(said("", kind="reaction", name="octagonal_sign"), ended), Ignore)


def test_slacks_own_stop_button_stops_the_thread() -> None:
    assert route(said("", kind="session_stopped"), BUSY) == Stop(("r1",))


@pytest.mark.parametrize("thread", [BUSY, TALKING])
def test_what_was_said_to_a_deleted_question_is_taken_back(thread: ThreadState) -> None:
    asked = replace(thread, run_of_message="r1")
    assert route(said("", kind="deleted"), asked) == Withdraw("r1", "deleted")
    assert isinstance(route(said("", kind="deleted"), thread), Ignore)
    by_nobody = said("", kind="deleted", user="")
    assert isinstance(route(by_nobody, asked), Ignore), "it may be a reply of ours"


def test_editing_a_live_question_asks_anew() -> None:
    edit = said(f"<@{BOT}> second", kind="edited", former_text=parse_mrkdwn(f"<@{BOT}> first"))
    state = replace(BUSY, run_of_message="r1")
    assert route(edit, state) == Ask("second", instead_of="r1")


@pytest.mark.parametrize("text", ["first words", "*first*  words ", f"<@{BOT}> first\nwords"])
@pytest.mark.parametrize("thread", [BUSY, TALKING])
def test_an_edit_that_changes_no_words_does_nothing(text: str, thread: ThreadState) -> None:
    same = said(text, kind="edited", former_text=parse_mrkdwn("first words"))
    assert isinstance(route(same, replace(thread, run_of_message="r1")), Ignore)


def test_an_edit_behind_the_answer_withdraws_it_and_asks_nothing() -> None:
    late = said("second", kind="edited", former_text=parse_mrkdwn("first"))
    assert route(late, replace(TALKING, run_of_message="r1")) == Withdraw("r1", "edited")
    assert isinstance(route(late, TALKING), Ignore), "no question to us"
    empty = said("", kind="edited", former_text=parse_mrkdwn("first"))
    assert route(empty, replace(BUSY, run_of_message="r1")) == Withdraw("r1", "edited")


def test_nothing_goes_on_from_a_withdrawn_question() -> None:
    edited = replace(TALKING, withdrawn=frozenset({"r1"}), changed="r1")
    assert route(said("again"), edited) == AskChanged("r1")
    assert route(said("", kind="action", name="changed", value="r1")) == AskChanged("r1")
    deleted = replace(edited, changed="")
    for thread, text in ((edited, "more"), (deleted, "again"), (deleted, "no, HER2 0")):
        assert isinstance(route(said(text), thread), Ask)
    assert not isinstance(decide(said("again from step 1"), deleted, STEERED), Fork)


def test_a_statement_while_a_run_goes_on_is_a_fact() -> None:
    assert route(said("She is ER positive."), BUSY) == AddToRun("r1", "She is ER positive.")
    noted = route(said(f"<@{BOT}> note: ER positive"), BUSY)
    assert noted == AddToRun("r1", "ER positive")


def test_a_question_while_a_run_goes_on_is_queued() -> None:
    assert route(said("what about brain metastases?"), BUSY) == Ask("what about brain metastases?")


@pytest.mark.parametrize("text", ["thanks!", "Thank you very much", "ok", "got it 👍"])
def test_a_courtesy_starts_nothing(text: str) -> None:
    is_thanked = "hank" in text
    assert route(said(text), TALKING) == Ignore("a courtesy", is_thanked=is_thanked)
    assert route(said(text), CROWDED) == Ignore("a courtesy")


def test_an_empty_mention_gets_help_unless_files_may_come_with_it() -> None:
    assert route(said(f"<@{BOT}>")) == Help("empty")
    assert route(said(f"<@{BOT}>", files_known=False)) == Ask("")
    file = FileCard(id="F1", name="a.txt", mimetype="text/plain", size=1, url="")
    assert route(said(f"<@{BOT}>", files=(file,))) == Ask("")


def test_a_text_over_twelve_thousand_characters_is_refused_with_help() -> None:
    assert route(said(f"<@{BOT}> " + "a" * 12_000)) == Ask("a" * 12_000)
    assert route(said(f"<@{BOT}> " + "a" * 12_001)) == Help("too_long")


def test_bots_are_ignored() -> None:
    assert isinstance(route(said(f"<@{BOT}> hi", by_bot=True)), Ignore)
    assert isinstance(route(said("hi", user=BOT, direct=True)), Ignore)


@pytest.mark.parametrize(
    ("name", "decision"),
    [
        ("stop", Stop(("r1",))),
        ("right", StoreReview("r1", Review(verdict="right", by=ANA))),
        ("passages", Show("r1", "passages")),
        ("steps", Show("r1", "steps")),
    ],
)
def test_each_button_does_what_it_says(name: str, decision: Decision) -> None:
    assert route(said("", kind="action", name=name, value="r1"), BUSY) == decision


def test_a_stop_button_stops_only_a_run_of_its_thread() -> None:
    pressed = said("", kind="action", name="stop", value="r7")
    assert route(pressed, BUSY) == Ignore("nothing to stop")


@pytest.mark.parametrize(
    ("target", "seq", "citation"),
    [("answer", None, ""), ("step:4", 4, ""), ("citation:c3", None, "c3"), ("step:x", None, "")],
)
def test_a_form_marks_what_was_chosen(target: str, seq: int | None, citation: str) -> None:
    entries = {"verdict": "outdated", "target": target, "reason": " The label is new. "}
    form = said("", kind="form", name="review", value="r1", entries=entries)
    assert problems_of(form, {}) == {}
    assert route(form, TALKING) == StoreReview(
        "r1",
        Review(seq=seq, citation=citation, verdict="outdated", by=ANA, comment="The label is new."),
    )


@pytest.mark.parametrize(
    ("verdict", "reason", "is_refused"),
    [("wrong", "  ", True), ("right", "", False), ("taken back", "", False), ("wrong", "x", False)],
)
def test_who_finds_a_fault_says_why(verdict: str, reason: str, is_refused: bool) -> None:
    entries = {"verdict": verdict, "target": "answer", "reason": reason}
    form = said("", kind="form", name="review", value="r1", entries=entries)
    assert bool(problems_of(form, {})) is is_refused


@pytest.mark.parametrize("changes", [{"name": "other"}, {"entries": {"verdict": "funny"}}])
def test_a_form_that_is_not_ours_does_nothing(changes: dict[str, object]) -> None:
    form = said("", kind="form", name="review", value="r1", entries={"verdict": "right"})
    assert isinstance(route(replace(form, **changes)), Ignore)  # type: ignore[arg-type]


def test_an_unknown_button_does_nothing() -> None:
    assert isinstance(route(said("", kind="action", name="other")), Ignore)


GAP = replace(TALKING, gap="r1", gap_missing="fact")
SOURCE_GAP = replace(TALKING, gap="r1", gap_missing="silo")


@pytest.mark.parametrize("text", ["CrCl 44 mL/min", "HER2-low", "she is HER2-low", "olaparib"])
def test_the_fact_that_a_gap_lacks_goes_to_its_run(text: str) -> None:
    assert route(said(text), GAP) == AddToRun("r1", text)
    assert route(said(f"<@{BOT}> {text}"), GAP) == AddToRun("r1", text)


@pytest.mark.parametrize("text", ["the newer one", "No.", "after the third cycle"])
def test_any_answer_to_what_a_model_asked_goes_to_its_run(text: str) -> None:
    asked = replace(GAP, gap_missing="answer")
    assert route(said(f"<@{BOT}> {text}"), asked) == AddToRun("r1", text)
    assert route(said(f"<@{BOT}> {text}"), GAP) != AddToRun("r1", text)


@pytest.mark.parametrize("text", ["Her CrCl is 44 mL/min.", "no, HER2 0", "note: ECOG 2"])
def test_a_source_gap_goes_on_with_what_changes_the_question(text: str) -> None:
    assert route(said(text), SOURCE_GAP) == AddToRun("r1", text.removeprefix("note: "))


@pytest.mark.parametrize(
    "text",
    [
        "What about CrCl 44 mL/min?",
        "and in HER2-low disease",
        "next patient: TNBC, CPS 12",
        " ".join(["HER2-low"] * 40),
    ],
)
def test_what_asks_after_a_gap_is_a_question(text: str) -> None:
    assert route(said(text), GAP) == Ask(text)


def test_whoever_states_what_no_gap_waits_for_is_asked_what_it_is_for() -> None:
    assert route(said("olaparib dose CrCl 44"), SOURCE_GAP) == Ask("olaparib dose CrCl 44")
    for thread in (TALKING, replace(GAP, gap_missing="capability")):
        assert route(said("she is HER2-low"), thread) == Offer()
        assert route(said(f"<@{BOT}> she is HER2-low"), thread) == Ask("she is HER2-low")
    assert route(said("is she HER2-low"), GAP) == Offer(), "perhaps a colleague knows"


def test_a_file_after_a_gap_goes_to_its_run() -> None:
    file = FileCard(id="F1", name="a.txt", mimetype="text/plain", size=1, url="")
    assert route(said("here", files=(file,)), SOURCE_GAP) == AddToRun("r1", "here")
    assert route(said("what is this?", files=(file,)), SOURCE_GAP) == Ask("what is this?")


@pytest.mark.parametrize("text", ["no, HER2 0", "Sorry, EGFR is wild type", "correction: ECOG 2"])
def test_a_correction_goes_to_the_last_run(text: str) -> None:
    assert route(said(text), replace(TALKING, run_ids=("r1", "r2"))) == AddToRun("r2", text)


@pytest.mark.parametrize("text", ["no, what about HER2 0?", "sorry, I meant the other trial"])
def test_an_objection_without_a_fact_is_none(text: str) -> None:
    assert isinstance(route(said(text), TALKING), Ask)
    assert isinstance(route(said("no"), TALKING), Ignore)


@pytest.mark.parametrize("text", ["again", "Again!", "please answer again", "yes, again please"])
def test_again_answers_the_last_question_again(text: str) -> None:
    assert route(said(text), TALKING) == Again("r1")
    assert route(said(text), CROWDED) == Again("r1")
    assert route(said(text), BUSY) != Again("r1")
    assert isinstance(route(said(text), CROWDED, "mention"), Ignore)


def test_among_people_the_fact_that_was_asked_for_and_a_correction_are_heard() -> None:
    crowd = replace(GAP, people=frozenset({ANA, BEN}))
    assert route(said("CrCl 44 mL/min"), crowd) == AddToRun("r1", "CrCl 44 mL/min")
    assert isinstance(route(said("nice weather"), crowd), Ignore)
    assert route(said("no, HER2 0"), CROWDED) == AddToRun("r1", "no, HER2 0")
    assert route(said("no, HER2 0"), replace(CROWDED, live=("r1",))) == AddToRun("r1", "no, HER2 0")
    assert isinstance(route(said("she is HER2 0"), CROWDED), Ignore)
    assert isinstance(route(said("no, let us wait for Chen"), CROWDED), Ignore)
    assert isinstance(route(said("no, HER2 0"), CROWDED, "mention"), Ignore)


@pytest.mark.parametrize(
    "text", ["more", "More!", "show me more please", "the rest", "tell me more."]
)
def test_more_asks_for_the_rest_of_the_last_answer_in_a_crowd_too(text: str) -> None:
    several = replace(CROWDED, run_ids=("r1", "r2"))
    assert route(said(text), several) == More("r2")
    assert route(said(f"<@{BOT}> {text}"), several) == More("r2")


@pytest.mark.parametrize("text", STEERING)
@pytest.mark.parametrize("thread", [GAP, SOURCE_GAP, BUSY, TALKING])
def test_how_to_go_on_is_never_a_fact_of_the_patient(text: str, thread: ThreadState) -> None:
    for words in (text, f"<@{BOT}> {text}", f"also {text}", f"note: {text}"):
        assert not isinstance(route(said(words), thread), AddToRun)


ALL_ASIDES = (
    *ASIDES, *LATER_ASIDES, *SECOND_ASIDES, *THIRD_ASIDES, *FOURTH_ASIDES, *FIFTH_ASIDES,
    *SIXTH_ASIDES, *SEVENTH_ASIDES, *EIGHTH_ASIDES, *NINTH_ASIDES,
)  # fmt: skip
ALL_FOLLOW_UPS = (
    FOLLOW_UPS,
    LATER_FOLLOW_UPS,
    SECOND_FOLLOW_UPS,
    THIRD_FOLLOW_UPS,
    FOURTH_FOLLOW_UPS,
    FIFTH_FOLLOW_UPS,
    SIXTH_FOLLOW_UPS,
    SEVENTH_FOLLOW_UPS,
    EIGHTH_FOLLOW_UPS,
    NINTH_FOLLOW_UPS,
)
THREADS = {
    "alone": TALKING,
    "several": replace(CROWDED, people=frozenset({ANA, BEN, "U0CHEN"})),
    "gap": GAP,
    "live": BUSY,
}


@pytest.mark.parametrize("thread", THREADS.values(), ids=THREADS)
def test_what_people_say_to_one_another_is_left_alone(thread: ThreadState) -> None:
    decided = {text: route(said(text), thread) for text in ALL_ASIDES}
    heard = {t: d for t, d in decided.items() if not isinstance(d, Ignore | Offer)}
    # Who is alone with a run that lacks or takes facts is heard when stating one.
    takes = (AddToRun,) if thread.gap or thread.live else ()
    assert {t: d for t, d in heard.items() if not isinstance(d, takes)} == {}
    assert all(states_facts(text) for text in heard)
    offered = [text for text, decision in decided.items() if decision == Offer()]
    assert len(offered) <= len(decided) // 10, offered


@pytest.mark.parametrize("thread", [TALKING, THREADS["several"]], ids=["alone", "several"])
def test_what_is_said_to_us_is_heard_whoever_else_writes(thread: ThreadState) -> None:
    for said_to_us in ALL_FOLLOW_UPS:
        decided = {text: route(said(text), thread) for text in said_to_us}
        silent = [t for t, decision in decided.items() if isinstance(decision, Ignore | Offer)]
        assert len(said_to_us) == 30
        assert len(silent) <= 2, silent


def test_who_may_have_meant_us_is_asked_and_nobody_else_sees_it() -> None:
    for text in ("and then?", "did she have a mastectomy?"):
        assert route(said(text), THREADS["several"]) == Offer()
        assert route(said(text), THREADS["several"], "mention") == Ignore("no mention")
    press = said("", kind="action", name="ask", value="1.0:2.0")
    assert route(press, TALKING) == AskWritten("1.0", "2.0")
    assert isinstance(route(replace(press, value="1.0"), TALKING), Ignore)


@pytest.mark.parametrize("text", ["Ben, what was the PFS?", f"<@{BEN}> did she have a CT?"])
def test_a_question_to_somebody_by_name_is_theirs(text: str) -> None:
    assert route(said(text), TALKING) == Ignore("addressed to somebody else")
    assert isinstance(route(said("Olaparib, what is its dose?"), TALKING), Ask)
    named = said(f"thanks, did you see it <@{BEN}>?")
    assert route(named, TALKING) == Ignore("addressed to somebody else")


def test_more_is_no_fact_that_a_gap_asked_for() -> None:
    gap = replace(TALKING, gap="r1", gap_missing="fact")
    assert route(said("more"), gap) == More("r1")


@pytest.mark.parametrize("text", ["more trials?", "is there more on olaparib?"])
def test_a_question_for_more_of_something_is_a_question(text: str) -> None:
    assert route(said(text), TALKING) == Ask(text)


def test_more_without_an_answer_before_it_is_a_question() -> None:
    assert route(said(f"<@{BOT}> more")) == Ask("more")


def test_the_button_for_more_shows_the_rest_to_who_pressed_it() -> None:
    press = said("", kind="action", name="more", value="r1")
    assert route(press, TALKING) == Show("r1", "more")


@pytest.mark.parametrize("text", ["[2]", "is that up to date?", "as a table", "that is wrong"])
def test_what_is_asked_of_the_answer_itself_opens_no_run(text: str) -> None:
    asked = asked_of_answer(text)
    assert asked is not None
    told = TellOfAnswer("r1", text, asked)
    assert route(said(text), TALKING) == told
    assert route(said(f"<@{BOT}> {text}"), CROWDED) == told
    assert route(said(f"<@{BOT}> {text}")) == Ask(text), "nothing was answered before"
    assert route(said(f"<@{BOT}> {text}"), BUSY) == Ask(text), "the answer is to come"


def test_what_is_wrong_may_be_a_fact() -> None:
    assert route(said("no, that is wrong, HER2 0"), TALKING) == AddToRun(
        "r1", "no, that is wrong, HER2 0"
    )


@pytest.mark.parametrize("text", ["that is wrong", "who said that?"])
def test_people_find_fault_with_one_another_undisturbed(text: str) -> None:
    assert not isinstance(route(said(text), CROWDED), TellOfAnswer | Ask)


@pytest.mark.parametrize(
    "text",
    [
        "search again in PubMed", "drop NCCN and try again", "can you do this with ASCO instead?",
        "give me the bottom line", "summarize your answer in one sentence", "try again",
    ],
)  # fmt: skip
def test_how_it_should_go_on_is_said_without_a_mention(text: str) -> None:
    decided = route(said(text), TALKING)
    assert decided in (Ask(text), Again("r1")) or isinstance(decided, TellOfAnswer)


def test_why_not_is_answered_from_the_last_answer() -> None:
    asked = WhyNot("r1", "why not olaparib?", frozenset({"olaparib"}))
    assert route(said("why not olaparib?"), TALKING) == asked
    assert route(said(f"<@{BOT}> why not olaparib?"), TALKING) == asked
    assert route(said(f"<@{BOT}> why not olaparib?")) == Ask("why not olaparib?")
    assert route(said(f"<@{BOT}> why not olaparib?"), BUSY) == Ask("why not olaparib?")
