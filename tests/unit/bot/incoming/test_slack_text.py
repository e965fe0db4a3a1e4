"""Slack's text as plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.incoming.payloads.slack_text import Mention, parse_mrkdwn, parse_rich_text, read_text
from bot.rendering.blocks import escape
from tests.cpu_growth import LINEAR, growth

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("CrCl &lt;40 mL/min &amp; age &gt; 70", "CrCl <40 mL/min & age > 70"),
        ("&amp;lt; is an entity", "&lt; is an entity"),
        ("&quot;&nbsp;&#39;", "&quot;&nbsp;&#39;"),
        ("*bold* _italic_ ~strike~ `code`", "bold italic strike code"),
        ("*_both_* _*both*_", "both both"),
        ("```\n*as* &lt;typed&gt;\n```", "*as* <typed>"),
        ("CYP2C19 *2/*3, *17 and CYP2D6*4", "CYP2C19 *2/*3, *17 and CYP2D6*4"),
        ("DPYD c.1905+1G&gt;A, p.(=)", "DPYD c.1905+1G>A, p.(=)"),
        ("5_FU, ~40 mL/min to ~60", "5_FU, ~40 mL/min to ~60"),
        ("HER2 &lt;1+&gt; and raw <40 & >5", "HER2 <1+> and raw <40 & >5"),
        ("<https://a.example/x_y|the *label*>", "the *label*"),
        ("<https://a.example/?a=1&amp;b=2>", "https://a.example/?a=1&b=2"),
        ("<mailto:a@b.example|a@b.example> <tel:+123>", "a@b.example +123"),
        ("<!here> <!date^1700000000^{date}|14 November>", "@here 14 November"),
        ("<!date^1700000000^{date}>", "2023-11-14"),
        ("<!subteam^S1|@oncology> <#C1|board>", "@oncology #board"),
        ("&gt; quoted\n&gt;50% of cells\n&gt; 50%", "quoted\n>50% of cells\n> 50%"),
        ("• one\n  ◦ two\n1. three", "- one\n  - two\n1. three"),
        ("<not a sequence> <!date^99999999999^x>", "<not a sequence> <!date^99999999999^x>"),
    ],
)
def test_a_text_is_read_as_a_person_reads_it(sent: str, said: str) -> None:
    assert str(parse_mrkdwn(sent)) == said


def section(*elements: Json, kind: str = "rich_text_section") -> Json:
    return {"type": kind, "elements": list(elements)}


def block(*elements: Json) -> list[Json]:
    return [{"type": "rich_text", "block_id": "b", "elements": list(elements)}]


def plain(text: str, **style: bool) -> Json:
    return (
        {"type": "text", "text": text, "style": style} if style else {"type": "text", "text": text}
    )


@pytest.mark.parametrize(
    ("elements", "said"),
    [
        ([section(plain("a < b &lt; "), plain("*2/*3", bold=True))], "a < b &lt; *2/*3"),
        (
            [section({"type": "link", "url": "https://a.example", "text": "NCCN"})],
            "NCCN",
        ),
        ([section({"type": "link", "url": "mailto:a@b.example"})], "a@b.example"),
        (
            [section({"type": "emoji", "name": "pill", "unicode": "1f48a"}, plain(" x"))],
            "💊 x",
        ),
        ([section({"type": "emoji", "name": "our_own"}, plain("olaparib?"))], "olaparib?"),
        (
            [
                section(plain("two:\n")),
                {
                    "type": "rich_text_list",
                    "style": "bullet",
                    "indent": 1,
                    "elements": [section(plain("one"))],
                },
                {
                    "type": "rich_text_list",
                    "style": "ordered",
                    "offset": 2,
                    "elements": [section(plain("three"))],
                },
                section(plain("quoted"), kind="rich_text_quote"),
                section(plain("x\n  y"), kind="rich_text_preformatted"),
            ],
            "two:\n  - one\n3. three\nquoted\nx\n  y",
        ),
        (
            [section({"type": "date", "timestamp": 1700000000, "format": "{date}"})],
            "2023-11-14",
        ),
        ([section({"type": "broadcast", "range": "here"}, plain(" x"))], "@here x"),
    ],
)
def test_a_block_is_read_without_its_styles(elements: list[Json], said: str) -> None:
    assert str(parse_rich_text(block(*elements))) == said


@pytest.mark.parametrize(
    "blocks",
    [
        None,
        [],
        "text",
        [{"type": "section", "text": {"type": "mrkdwn", "text": "of an app"}}],
        block({"type": "rich_text_of_the_future", "elements": []}),
        block(section({"type": "element_of_the_future"})),
        block(section({"type": "text"})),
        block(section({"type": "emoji", "name": "x", "unicode": "not a number"})),
        [None],
    ],
)
def test_blocks_that_are_not_understood_leave_the_text(blocks: object) -> None:
    assert parse_rich_text(blocks) is None
    assert str(read_text({"text": "a &lt; b", "blocks": blocks})) == "a < b"


def test_our_own_words_copied_back_are_what_they_look_like() -> None:
    shown = escape("DPYD *2A & *13")
    assert "\u200b" in shown
    assert str(parse_mrkdwn(shown)) == "DPYD *2A & *13"
    element = {"type": "rich_text_section", "elements": [{"type": "text", "text": "*\u200b2A"}]}
    assert str(parse_rich_text([{"type": "rich_text", "elements": [element]}])) == "*2A"


def test_the_block_is_read_before_the_text() -> None:
    message = {"text": "*4 mg* of &lt;x&gt;", "blocks": block(section(plain("4 mg of <x>")))}
    assert str(read_text(message)) == "4 mg of <x>"


def test_a_block_that_mentions_others_than_the_text_is_not_read() -> None:
    message = {"text": "<@U0BOT> from the text", "blocks": block(section(plain("other words")))}
    assert str(read_text(message)) == "@U0BOT from the text"


def test_a_block_takes_the_names_of_mentions_from_the_text() -> None:
    user = {"type": "user", "user_id": "U0BEN"}
    said = read_text({"text": "<@U0BEN|ben> hi", "blocks": block(section(user, plain(" hi")))})
    assert said.parts == (Mention("user", "U0BEN", "ben"), " hi")


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ("<@U0BOT> what now?", "what now?"),
        ("<@U0BOT>: what now?", "what now?"),
        ("what now, <@U0BOT>", "what now,"),
        ("Hi <@U0BOT>, what now?", "Hi what now?"),
        ("ask  <@U0BEN>  and <@U0BOT>\n*2  *3", "ask  @U0BEN  and \n*2  *3"),
        ("<@U0BOT>", ""),
    ],
)
def test_the_bots_mention_is_taken_out_and_the_rest_is_as_typed(sent: str, words: str) -> None:
    assert parse_mrkdwn(sent).without("U0BOT") == words


@pytest.mark.parametrize(
    ("sent", "addressee"),
    [
        ("  <@U0BEN> hi", "U0BEN"),
        ("<!subteam^S1> hi", "S1"),
        ("hi <@U0BEN>", None),
        ("<!here> hi", None),
        ("<#C1> hi", None),
        ("", None),
    ],
)
def test_a_message_is_addressed_to_whom_it_begins_with(sent: str, addressee: str | None) -> None:
    found = parse_mrkdwn(sent).addressee
    assert (found.id if found else None) == addressee


@pytest.mark.parametrize(
    "shape",
    [
        "*a _b ~c ",
        "<",
        "<@",
        "<@U1|",
        "<._.>",
        "```",
        "`",
        "&",
        "_<_",
        "*a",
        "<!date^1^",
        "\n&gt; ",
    ],
)
def test_reading_takes_time_in_proportion_to_the_length(shape: str) -> None:
    def reading(characters: int) -> Callable[[], object]:
        text = shape * (characters // len(shape))
        return lambda: parse_mrkdwn(text)

    assert growth(reading, 5_000) < LINEAR


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (":wave: hi! dose of olaparib? :pray:", "hi! dose of olaparib?"),
        ("great :tada::tada:, :thumbsup::skin-tone-3:", "great ,"),
        ("at 10:30: CrCl 40:50 :2: ER:pos:PR:neg:", "at 10:30: CrCl 40:50 :2: ER:pos:PR:neg:"),
        ("case: 61F: HER2+: what now?", "case: 61F: HER2+: what now?"),
        ("ER :pos: PR :neg:", "ER :pos: PR :neg:"),
    ],
)
def test_an_emoji_by_its_name_is_no_word(text: str, words: str) -> None:
    assert " ".join(str(parse_mrkdwn(text)).split()) == words
    typed = parse_rich_text(block(section(plain(text))))
    assert " ".join(str(typed).split()) == words
