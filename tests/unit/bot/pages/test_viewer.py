"""The page of a passage."""

from __future__ import annotations

from dataclasses import replace

from agents.turns import Citation
from bot.pages.viewer import message_page, passage_page
from retrieval.documents import Document, DocumentRef
from retrieval.statements.model import Statement


def document(text: str) -> Document:
    return Document(
        silo="pubmed", id="p1", version="2", title="<b>T</b>", text=text, url="javascript:alert(1)"
    )


def cited(start: int, end: int, quote: str) -> Citation:
    return Citation(
        key="c1",
        ref=DocumentRef("pubmed", "p1", "2"),
        title="T",
        organisation="",
        url="",
        date="",
        quote=quote,
        start=start,
        end=end,
        match="exact",
        status="unconfirmed",
    )


def test_the_page_marks_the_quote_and_escapes_every_word() -> None:
    page = passage_page(document("a <script> alpha works b"), cited(11, 22, "alpha works"))
    assert 'a &lt;script&gt; <mark id="quote">alpha works</mark> b' in page
    assert "<b>" not in page
    assert "javascript:" not in page
    assert "unconfirmed: open the guideline" in page


def test_the_page_says_when_the_quote_does_not_stand_where_it_was_stored() -> None:
    page = passage_page(document("something else"), cited(0, 5, "alpha"))
    assert "<mark" not in page
    assert "not where it was stored" in page


def test_the_page_escapes_attributes_and_shows_template_marks_as_words() -> None:
    hostile = replace(
        document('"onmouseover="x {{ 7 * 7 }} {% raw %}'),
        url='https://a.example/?a=1&b="x"',
        facts_from=("A <1>", "B"),
    )
    page = passage_page(hostile, replace(cited(0, 0, ""), organisation="<i>&amp;"))
    assert "{{ 7 * 7 }} {% raw %}" in page
    assert '"onmouseover' not in page
    assert "https://a.example" not in page
    assert "&lt;i&gt;&amp;amp;" in page
    assert "<dd>A &lt;1&gt;<br>B</dd>" in page


def test_the_source_is_linked_without_a_referrer() -> None:
    page = passage_page(replace(document("x"), url="https://a.example/?a=1&b=2"), cited(0, 1, "x"))
    link = 'href="https://a.example/?a=1&amp;b=2" rel="noreferrer noopener">https://a.example/'
    assert link in page


def test_the_page_of_a_digest_says_whose_words_these_are_and_lists_its_records() -> None:
    record, other = "https://records.example/1", "https://records.example/2"
    digest = replace(
        document("Take one. Take two."),
        kind="digest",
        statements=(
            Statement(id="one", kind="dose", spans=((0, 9),), record=record),
            Statement(id="two", kind="dose", spans=((10, 19),), record=other),
        ),
    )
    citation = replace(
        cited(0, 9, "Take one."), kind="digest", status="confirmed", record=record, as_of="2020"
    )
    page = passage_page(digest, citation)
    assert "Curbside&#39;s words on what records say, not the words of the source" in page
    assert "verified quote" not in page
    assert f'href="{record}"' in page
    assert f"<dd>{record}<br>{other}</dd>" in page
    assert "<dt>As of</dt><dd>2020</dd>" in page


def test_a_page_without_a_passage_says_why() -> None:
    assert "<p>a &lt;b&gt;</p>" in message_page("Not signed", "a <b>")


def test_headings_of_a_passage_are_set_off_and_the_quote_stays_as_it_is() -> None:
    text = "## <Results>\n\nAlpha works.\n\n### Harms\nNone."
    start = text.index("Alpha")
    page = passage_page(document(text), cited(start, start + 12, "Alpha works."))
    assert "<strong>&lt;Results&gt;</strong>" in page
    assert "<strong>Harms</strong>" in page
    assert '<mark id="quote">Alpha works.</mark>' in page
