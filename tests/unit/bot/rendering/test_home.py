"""What a Home shows: names that were recognised, never the words of a question."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

from agents.turns import ThreadKey
from bot.db.homes.contents import AskedQuestion, HomeContents, OpenReview, UsageOfPerson
from bot.rendering.blocks import MOST_SECTION
from bot.rendering.home.page import home_view
from retrieval.ingestion.staging.status import Freshness

NOW = datetime(2026, 11, 5, 9, 30, tzinfo=UTC)
ASKED = AskedQuestion(
    run_id="r1",
    thread=ThreadKey("T1", "C1", "1.000000"),
    ts="2.000000",
    text="Mrs Maria Huber, MRN 4471199: olaparib dose, <!channel>?",
    at=NOW,
    standing="partly",
)
NO_USE = UsageOfPerson(questions=0, searches=(), tokens_given=0, tokens_written=0, cost_usd=None)
EMPTY = HomeContents(
    is_first=False,
    channels_known=True,
    questions=(),
    reviews=(),
    agreement={},
    cases=(),
    silos=(),
    usage=NO_USE,
)


def shown(contents: HomeContents) -> str:
    view = home_view(contents, {"trials": "Trials & more"}, "https://t.example/")
    assert view["type"] == "home"
    texts = [block["text"]["text"] for block in view["blocks"] if block["type"] == "section"]
    assert all(len(text) <= MOST_SECTION for text in texts)
    return json.dumps(view, ensure_ascii=False)


def test_questions_are_told_by_their_names_and_their_sign() -> None:
    working = AskedQuestion(**{**_fields(ASKED), "run_id": "r2", "standing": None})
    direct = AskedQuestion(
        **{**_fields(ASKED), "thread": ThreadKey("T1", "D0ANA", "2.000000"), "standing": "answered"}
    )
    contents = replace(EMPTY, questions=(working, ASKED, direct))
    said = shown(contents)
    link = "<https://t.example/archives/C1/p2000000?thread_ts=1.000000&amp;cid=C1|"
    assert f"🟡 Partly answered: {link}" in said
    assert "*Being answered*\\n⏳ <" in said
    assert "✅ Answered: " in said
    assert "direct message" in said
    assert "<#C1>" in said
    assert "olaparib" in said
    assert not any(word in said for word in ("Huber", "4471199", "<!channel>"))


def test_threads_of_own_questions_can_be_followed_and_followed_ones_left() -> None:
    other = AskedQuestion(**{**_fields(ASKED), "thread": ThreadKey("T1", "C2", "7.000000")})
    view = home_view(replace(EMPTY, questions=(other, ASKED, ASKED), cases=(ASKED,)), {}, "")
    (menus,) = [b["elements"] for b in view["blocks"] if b.get("block_id") == "cases"]
    offered = {menu["action_id"]: [one["value"] for one in menu["options"]] for menu in menus}
    assert offered == {"follow_case": ["C2:7.000000"], "unfollow_case": ["C1:1.000000"]}
    assert "Huber" not in json.dumps(menus)
    assert "*Followed cases*" in shown(replace(EMPTY, cases=(ASKED,)))
    assert '"block_id": "cases"' not in shown(EMPTY)


def _fields(asked: AskedQuestion) -> dict[str, object]:
    return {name: getattr(asked, name) for name in AskedQuestion.__dataclass_fields__}


def test_agreement_of_second_readers_is_told_by_channel() -> None:
    votes = {"C1": {"agrees": 1}, "C2": {"agrees": 3, "differs": 1, "cannot tell": 1}}
    said = shown(replace(EMPTY, agreement=votes))
    assert "*Blind second readers*\\n• <#C2>: 3 of 4 agree, 1 cannot tell\\n• <#C1>: 1 of 1" in said
    assert "Blind" not in shown(EMPTY)


def test_reviews_silos_and_the_first_visit() -> None:
    review = OpenReview(ASKED, (("wrong", "U0BEN"),))
    held = Freshness(silo="trials", documents=1, newest="2026-10-01", taken_in=NOW)
    contents = replace(EMPTY, is_first=True, channels_known=False, reviews=(review,), silos=(held,))
    said = shown(contents)
    assert "Welcome" in said
    assert "did not tell me in which channels you are" in said
    assert "marked wrong by <@U0BEN>" in said
    assert "• Trials &amp; more: 1 document, the newest of 2026-10-01, taken in 2026-11-05" in said
    bare = shown(EMPTY)
    assert "Welcome" not in bare
    assert "• Trials &amp; more: nothing yet" in bare
    assert "You have asked nothing yet" in bare
    assert "/curbside help" in bare


def test_what_a_person_used() -> None:
    use = UsageOfPerson(
        questions=2,
        searches=(("search_trials", 3), ("look_up_gene", 1)),
        tokens_given=8400,
        tokens_written=300,
        cost_usd=0.0423,
    )
    said = shown(replace(EMPTY, usage=use))
    assert "*Your last 30 days*\\n• 2 questions\\n• 4 searches and look-ups: Trials" in said
    assert "Trials &amp; more 3, look up gene 1" in said
    assert "Chat models: $0.04" in said
    assert "token" not in said
    assert "price not known" in shown(replace(EMPTY, usage=replace(use, cost_usd=None)))
    assert "Your last 30 days" not in shown(EMPTY)
