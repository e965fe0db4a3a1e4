"""What Slack streams of an answer is literal, and only in direct messages."""

from __future__ import annotations

import pytest

from agents.turns import Sentence, View
from bot.db.outbox import STREAM, Outgoing, SlackAddress
from bot.rendering.live.draft import with_stream
from tests.sample_documents import QUESTION

HOSTILE = "See <!channel> & [this](https://evil.example) **now**\n# `x`"


def body(channel: str, thread: str = "1.0") -> dict[str, object]:
    said = tuple(
        Sentence(text=text, keys=keys, verified=True)
        for text, keys in (("One.", ("c2",)), (HOSTILE, ()))
    )
    view = View(run_id="r", question=QUESTION, drafting=said)
    address = SlackAddress(team="T1", channel=channel, thread_ts=thread)
    row = Outgoing(run_id="r", seq=0, part="answer", address=address, body={"text": "x"})
    return dict(with_stream(row, view).body)


def test_words_of_documents_make_no_link_mention_or_heading() -> None:
    words = str(body("D1")[STREAM])
    assert "- One. \\[2\\]\n" in words
    assert words.endswith(
        "- See &lt;\\!channel&gt; &amp; \\[this\\](https://evil.example)"
        " \\*\\*now\\*\\* \\# \\`x\\`"
    )


@pytest.mark.parametrize(("channel", "thread"), [("C1", "1.0"), ("G1", "1.0"), ("D1", "")])
def test_where_several_read_it_nothing_is_streamed(channel: str, thread: str) -> None:
    assert body(channel, thread) == {"text": "x"}
