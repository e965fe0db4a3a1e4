"""The pieces of a message and its size rules."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.rendering import blocks
from bot.rendering.links import PassageLinks, web_address


@pytest.mark.parametrize(
    "text", ["<!channel>", "<@U123>", "<https://evil.example|click>", "a & b < c"]
)
def test_words_of_others_never_become_mentions_links_or_commands(text: str) -> None:
    shown = blocks.escape(text)
    assert "<" not in shown
    assert ">" not in shown.replace("&gt;", "")


def test_escaping_keeps_plain_words_as_they_are() -> None:
    assert blocks.escape("CYP2D6*4 and 5_HT, p < 0.05") == "CYP2D6*4 and 5_HT, p &lt; 0.05"


def test_words_with_a_star_stand_plain_where_others_are_bold() -> None:
    asked = "4. Which drugs are indicated for TP53 R213*?"
    assert blocks.bold(asked) == asked
    assert blocks.bold("4. Which drugs?") == "*4. Which drugs?*"


@pytest.mark.parametrize("text", [">50% of cells", "  > 50%", "first\n>50% of cells"])
def test_a_limit_at_the_start_of_a_line_is_no_quotation(text: str) -> None:
    shown = blocks.escape(text)
    assert not any(line.lstrip(" ").startswith("&gt;") for line in shown.splitlines())
    assert shown.replace("\u200b", "") == text.replace(">", "&gt;")


def test_an_entity_of_the_text_is_shown_as_it_was_written() -> None:
    assert blocks.escape("the words &lt; and &amp;") == "the words &amp;lt; and &amp;amp;"


@pytest.mark.parametrize("most", range(8, 40))
def test_shortened_mrkdwn_holds_no_half_link_and_no_half_entity(most: int) -> None:
    whole = "<https://a.example/b|one> &lt;40 &amp; <https://a.example/c|two>"
    shown = blocks.clip_mrkdwn(whole, most)
    assert len(shown) <= most
    assert shown.count("<") == shown.count(">")
    assert not re.search(r"&(?!amp;|lt;|gt;)", shown)


def test_stars_and_underscores_do_not_format() -> None:
    shown = blocks.escape("the diplotype *1/*2* and _x_")
    assert "*1/*2*" not in shown
    assert shown.replace("​", "") == "the diplotype *1/*2* and _x_"


def test_every_text_is_verbatim_so_that_addresses_do_not_link_themselves() -> None:
    assert blocks.section("see https://evil.example")["text"]["verbatim"] is True


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "ftp://x.example",
        "https://",
        "https://x.example/a|b",
        "//x",
        "",
        "x>",
    ],
)
def test_only_plain_web_addresses_become_links(url: str) -> None:
    assert web_address(url) == ""
    assert blocks.link(url, "here") == "here"


def test_a_link_keeps_its_address_and_escapes_its_label() -> None:
    url = "https://x.example/?a=1&b=2"
    assert blocks.link(url, "<b>") == "<https://x.example/?a=1&amp;b=2|&lt;b&gt;>"


def test_lines_are_packed_into_sections_that_fit() -> None:
    packed = blocks.sections(["a" * 1000] * 7)
    assert [len(one["text"]["text"]) for one in packed] == [2001, 2001, 2001, 1000]


def test_a_line_longer_than_a_section_is_cut_at_a_space_and_never_inside_a_link() -> None:
    words = "word " * 590
    line = f"{words}<https://x.example/{'y' * 100}|label> tail"
    packed = [one["text"]["text"] for one in blocks.sections([line])]
    assert all(len(text) <= 3000 for text in packed)
    assert any(f"<https://x.example/{'y' * 100}|label>" in text for text in packed)
    assert " ".join(packed).split() == line.split()


def test_no_message_has_more_than_fifty_blocks_or_eleven_thousand_characters() -> None:
    many = [blocks.section("x" * 700) for _ in range(120)]
    spread = blocks.split_into_messages(many)
    assert all(len(page) <= 50 for page in spread)
    assert all(sum(map(blocks.size, page)) <= 11_000 for page in spread)
    assert [block for page in spread for block in page] == many


def test_what_does_not_fit_on_one_page_is_said() -> None:
    tail = [blocks.buttons("b", [("stop", "Stop", "r")])]
    page = blocks.fit_one_message([blocks.section("x" * 2900)] * 9, tail, "more")
    assert page[-1] == tail[0]
    assert page[-2]["elements"][0]["text"] == "more"
    assert sum(map(blocks.size, page)) <= 11_000


def test_of_what_is_folded_as_much_is_shown_as_fits() -> None:
    long, short = blocks.fold_lines("many", ["x" * 990] * 15), blocks.fold_lines("few", ["y"])
    first, second, last, rest = blocks.fit_one_message([long, long, short], (), "more")
    assert [len(each["child_blocks"]) for each in (first, second)] == [5, 6]
    assert last == short, "no line is left out"
    assert rest["elements"][0]["text"] == "more"
    assert blocks.fit_one_message([short], (), "more") == [short]


def test_what_is_folded_is_in_sight_without_the_block() -> None:
    folded = blocks.fold_lines("A & <B>", ["one", "two"])
    assert blocks.plain_text([folded]) == "*A &amp; &lt;B&gt;*\none\ntwo"
    assert [block["type"] for block in blocks.without_folds([folded])] == ["section", "section"]


def test_plain_text_fits_an_update() -> None:
    assert len(blocks.plain_text([blocks.section("x" * 2900)] * 4)) <= 4000


def test_a_link_to_a_passage_opens_only_with_its_own_signature() -> None:
    links = PassageLinks("https://viewer.example/", b"key")
    signature = links.link("run", "c1").rsplit("s=", 1)[1]
    assert links.is_signed("run", "c1", signature)
    assert not links.is_signed("run", "c2", signature)
    assert not links.is_signed("other", "c1", signature)
    assert not PassageLinks("", b"other").is_signed("run", "c1", signature)


def test_without_a_viewer_there_is_no_link() -> None:
    assert PassageLinks("", b"key").link("run", "c1") == ""


def test_links_of_a_run_expire_so_long_after_its_newest_row() -> None:
    newest = datetime(2026, 1, 1, tzinfo=UTC)
    links = PassageLinks("", b"k", days=180)
    assert not links.have_expired(newest, newest + timedelta(days=180))
    assert links.have_expired(newest, newest + timedelta(days=181))
    assert not PassageLinks("", b"k").have_expired(newest, newest + timedelta(days=9999))
