"""A card holds statements on exactly the thing asked for, each checked against its document."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from agents.lookups.holdings import Holdings, look_up
from agents.lookups.subjects import LookUpKind, LookUpSubject, NotKnown, read_subject
from bot.rendering.blocks import Block, plain_text
from bot.rendering.commands.cards import card_blocks
from retrieval.declaration.cards import SiloCard, read_cards
from retrieval.declaration.record_cards import RecordCard
from retrieval.documents import Document, DocumentRef, Filters
from retrieval.errors import DocumentUnknown
from retrieval.outcomes import Data, Empty, FoundDocument, Outcome, Unavailable
from retrieval.records.opening import cards_of
from retrieval.records.service_names import SERVICES
from retrieval.statements.model import Statement

SILOS = tuple(card for card in read_cards(None) if card.name in ("variant_evidence", "pubmed"))


def document(title: str, *sentences: str, id: str = "d1") -> Document:
    """A digest of which every sentence is a statement on its own record."""
    text = "\n".join(sentences)
    statements = []
    for number, sentence in enumerate(sentences):
        start = text.index(sentence)
        statements.append(
            Statement(
                id=f"s{number}",
                kind="indication",
                spans=((start, start + len(sentence)),),
                record="https://example.org/record/1",
                publisher="FDA",
                jurisdiction="US",
                as_of="2023-11-06",
            )
        )
    return Document(
        silo="variant_evidence",
        id=id,
        version="1",
        title=title,
        text=text,
        kind="digest",
        statements=tuple(statements),
    )


@dataclass
class Library:
    """Two silos: one finds these documents whatever is asked, the other does not answer."""

    documents: tuple[Document, ...]
    cards: tuple[SiloCard | RecordCard, ...] = SILOS
    by_silo: dict[str, str] = field(default_factory=dict)

    async def search(
        self,
        silo: str,
        query: str,
        *,
        filters: Filters | None = None,
        seen: frozenset[str] = frozenset(),
    ) -> Outcome:
        self.by_silo[silo] = query
        if silo == "pubmed":
            return Unavailable("It is away.")
        if not self.documents:
            return Empty("Nothing.")
        found = (FoundDocument(document=d, score=1, lexical=1, dense=0) for d in self.documents)
        return Data(tuple(found))

    async def open(self, ref: DocumentRef) -> Document:
        raise DocumentUnknown(ref)


async def held(kind: LookUpKind, words: str, *documents: Document) -> Holdings:
    subject = read_subject(kind, words)
    assert not isinstance(subject, NotKnown)
    return await look_up(subject, Library(documents))


def quotes(holdings: Holdings) -> list[str]:
    return [
        citation.quote
        for silo in holdings.silos
        for finding in silo.findings
        for citation in finding.citations
    ]


V600E = "Dabrafenib with trametinib is approved for melanoma with BRAF V600E."
V600K = "Dabrafenib with trametinib is approved for melanoma with BRAF V600K."


async def test_of_a_variant_no_neighbour_is_shown() -> None:
    found = await held("variant", "BRAF V600E", document("BRAF in melanoma", V600K, V600E))
    assert quotes(found) == [V600E]
    assert not (await held("variant", "BRAF V600D", document("BRAF", V600K, V600E))).silos
    # The same letters in another gene are another variant.
    other = document("KRAS", "In the study KRAS G12C and then BRAF were found beside each other.")
    assert not (await held("variant", "BRAF G12C", other)).silos


async def test_of_a_gene_or_drug_only_what_is_on_it_is_shown() -> None:
    mixed = document("Melanoma", V600E, "Osimertinib is approved for lung cancer with EGFR T790M.")
    assert quotes(await held("gene", "EGFR", mixed)) == [mixed.text.split("\n")[1]]
    assert quotes(await held("drug", "Tagrisso", mixed)) == [mixed.text.split("\n")[1]]
    assert quotes(await held("drug", "olaparib", mixed)) == []


OF_TWO = "PARP inhibitors in plain words: olaparib, talazoparib"
OF_ONE = "EMBRACA: talazoparib in breast cancer"
PLATINUM = "Patients with a germline mutation responded to platinum more often than others."
ENDED = "The trial was ended early."


@pytest.mark.parametrize(
    ("title", "sentence", "is_shown"),
    [
        (OF_TWO, PLATINUM, False),
        (OF_TWO, "Niraparib was tested in ovarian cancer.", False),
        (OF_TWO, "PARP inhibitors can cause anaemia.", True),
        (OF_TWO, ENDED, True),
        (OF_ONE, "A taxane was required before.", True),
    ],
)
async def test_what_a_title_of_several_drugs_gave_is_on_none_of_them_if_it_names_another(
    title: str, sentence: str, is_shown: bool
) -> None:
    given = document(title, sentence)
    derived = tuple(replace(each, drugs=("olaparib", "talazoparib")) for each in given.statements)
    found = await held("drug", "talazoparib", replace(given, statements=derived))
    assert quotes(found) == ([sentence] if is_shown else [])
    stated = tuple(replace(each, stated=("drugs",)) for each in derived)
    found = await held("drug", "talazoparib", replace(given, statements=stated))
    assert quotes(found) == [sentence]


@pytest.mark.parametrize(
    ("kind", "name", "sentence"),
    [
        ("gene", "BRCA2", "Niraparib is approved for ovarian cancer with a BRCA mutation."),
        ("gene", "ERBB2", "The trial enrolled patients with HER2-low breast cancer."),
        ("drug", "irinotecan", "FOLFIRI and irinotecan monotherapy have the same rate."),
        ("drug", "trastuzumab", "Given with Herceptin, the interval is three weeks."),
        ("trial", "KEYNOTE-522", "In KEYNOTE 522 the event-free survival was longer."),
        ("trial", "KEYNOTE-522", "The trial KEYNOTE-522 had no longer survival."),
    ],
)
async def test_a_name_is_found_in_each_of_its_forms(
    kind: LookUpKind, name: str, sentence: str
) -> None:
    assert quotes(await held(kind, name, document("Results", sentence))) == [sentence]


async def test_words_that_limit_several_statements_stand_on_the_card_once() -> None:
    first = "Encorafenib is approved for melanoma with BRAF V600E."
    second = "Encorafenib is approved for colon cancer with BRAF V600E."
    limit = "It is not for BRAF wild-type tumours."
    whole = document("BRAF", first, limit, second)
    one, limited, two = whole.statements
    spans = limited.spans
    both = (replace(one, spans=one.spans + spans), replace(two, spans=two.spans + spans))
    found = await held("gene", "BRAF", replace(whole, statements=both))
    assert quotes(found) == [first, limit, second, limit]
    card = str(card_blocks(found, date(2026, 11, 29)))
    assert [card.count(each) for each in (first, limit, second)] == [1, 1, 1]
    assert [f"[{number}]" in card for number in (1, 2, 3, 4)] == [True, True, True, False]


async def test_what_is_superseded_stands_behind_what_holds() -> None:
    old, new = document("BRAF", V600E, id="old"), document("BRAF", V600E, id="new")
    overtaken = tuple(replace(each, currency="superseded") for each in old.statements)
    found = await held("variant", "BRAF V600E", replace(old, statements=overtaken), new)
    refs = [finding.citations[0].ref.id for finding in found.silos[0].findings]
    assert refs == ["new", "old"]


async def test_documents_on_a_drug_stand_before_those_that_only_name_it() -> None:
    after = "Adagrasib is indicated after oxaliplatin- and irinotecan-based chemotherapy."
    own = "Irinotecan is started lower in UGT1A1 *28/*28."
    others = document("Adagrasib: indications", after, id="other")
    found = await held("drug", "irinotecan", others, document("Irinotecan: dose", own, id="own"))
    refs = [finding.citations[0].ref.id for finding in found.silos[0].findings]
    assert refs == ["own", "other"]


async def test_star_of_an_allele_does_not_end_the_bold_of_a_card() -> None:
    words = "DPYD*2A carriers start fluorouracil at half of the dose."
    _, told = card(await held("variant", "DPYD *2A", document("DPYD", words)))
    assert "*DPYD *2A*" not in told
    assert "DPYD *2A" in told


async def test_under_the_title_of_one_drug_a_statement_without_a_name_is_on_it() -> None:
    dose = "The recommended dose is 300 mg taken twice daily with or without food."
    assert quotes(await held("drug", "olaparib", document("Olaparib: dose", dose))) == [dose]
    two = document("Olaparib and niraparib: dose", dose)
    assert quotes(await held("drug", "olaparib", two)) == []


async def test_what_is_left_out_and_what_did_not_answer_are_told() -> None:
    documents = [document("BRAF", V600E.replace("melanoma", f"tumour {n}"), id=f"d{n}") for n in
                 ("one", "two", "three", "four", "five")]  # fmt: skip
    found = await held("variant", "BRAF V600E", *documents)
    assert [(len(silo.findings), silo.left) for silo in found.silos] == [(3, 2)]
    assert found.unavailable == (SILOS[[s.name for s in SILOS].index("pubmed")].title,)
    keys = [c.key for f in found.silos[0].findings for c in f.citations]
    assert keys == ["c1", "c2", "c3"]


@pytest.mark.parametrize(
    ("kind", "words", "asked"),
    [
        ("gene", "CD20", {"gene_table": "aliases of MS4A1", "hgnc": "aliases of MS4A1"}),
        ("variant", "BRAF V600E", {"civic": "CIViC evidence on BRAF V600E"}),
        (
            "variant",
            "EML4-ALK",
            {
                "civic": "CIViC evidence on EML4::ALK",
                "variant_names": "names of the variant EML4::ALK",
            },
        ),
        # No source is asked for the half of a name.
        ("variant", "EGFR exon 19 deletion", {}),
        ("drug", "olaparib", {}),
    ],
)
async def test_sources_of_records_are_asked_what_they_hold(
    kind: LookUpKind, words: str, asked: dict[str, str]
) -> None:
    subject = read_subject(kind, words)
    assert not isinstance(subject, NotKnown)
    library = Library((), cards=cards_of(("hgnc", "civic", "blast")))
    held = await look_up(subject, library)
    assert (library.by_silo, len(held.searched)) == (asked, len(asked))


def card(holdings: Holdings, shared_by: str = "") -> tuple[list[Block], str]:
    blocks = card_blocks(holdings, date(2025, 1, 1), shared_by)
    return blocks, plain_text(blocks)


async def test_the_card_shows_record_jurisdiction_date_and_badge() -> None:
    blocks, words = card(await held("variant", "BRAF p.V600E", document("BRAF", V600E)))
    for told in ("*BRAF V600E*", "asked for as", "https://example.org/record/1", "FDA", "US"):
        assert told in words
    assert "as of 2023-11-06" in words
    assert "Curbside digest" in words
    assert f"{V600E}" in words
    assert "Did not answer" in words
    buttons = [(each["action_id"], each["value"]) for each in blocks[-1]["elements"]]
    assert ("share_look_up", "variant:BRAF V600E") in buttons
    assert [action for action, _ in buttons] == ["share_look_up", "ask_look_up"]


async def test_a_shared_card_says_who_shares_it_and_has_no_button() -> None:
    found = await held("variant", "BRAF V600E", document("BRAF", V600E))
    blocks, words = card(found, "U0ANA")
    assert words.startswith("<@U0ANA> shares what Curbside holds on *BRAF V600E*")
    assert "actions" not in [block["type"] for block in blocks]


async def test_nothing_held_is_said_with_what_was_searched() -> None:
    subject = LookUpSubject(kind="drug", name="<!channel>", keys=frozenset({"x"}))
    _, words = card(await look_up(subject, Library(())))
    assert "No source at hand has a statement on *&lt;!channel&gt;*" in words
    assert "other drugs are not shown" in words
    assert "Searched: " in words


async def test_a_fusion_is_held_where_it_is_named_whatever_gene_is_named_before() -> None:
    own = document("ALK", "EML4-ALK fusion responds to alectinib in lung cancer.")
    other = document("ROS1", "CD74-ROS1 fusion responds to crizotinib.", id="d2")
    found = await held("variant", "EML4::ALK", own, other)
    assert quotes(found) == ["EML4-ALK fusion responds to alectinib in lung cancer."]
    _, words = card(found)
    assert "look up “ALK fusion”" in words


async def test_of_a_number_that_no_source_holds_it_is_said_who_would() -> None:
    subject = read_subject("variant", "rs1799853")
    assert not isinstance(subject, NotKnown)
    _, words = card(await look_up(subject, Library(())))
    assert "No source at hand has a statement on *rs1799853*" in words
    assert "Not asked: " in words
    assert "dbSNP" in words
    assert "CURBSIDE_RECORDS" in words
    none_missing = await look_up(subject, Library((), cards=cards_of(SERVICES)))
    assert "Not asked" not in card(none_missing)[1]
