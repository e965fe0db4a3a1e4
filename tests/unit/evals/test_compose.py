"""Drafts become documents: citations, identifiers and front matter come from the records."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import yaml

from evals.corpus.compose import Sources, compose, write
from evals.corpus.drafts import DraftUnreadable, read_drafts, source_key
from evals.corpus.pages import Page
from evals.corpus.records import CIVIC_RELEASE, Records

EVIDENCE = {
    "molecular_profile": "ERBB2 Amplification",
    "evidence_level": "B",
    "citation_id": "25693012",
    "source_type": "PubMed",
    "nct_ids": "NCT00567190",
    "evidence_id": "1077",
    "last_review_date": "2023-01-09 21:46:26 UTC",
    "molecular_profile_civic_url": "https://civicdb.org/links/molecular_profiles/302",
    "evidence_statement": "Median PFS was 18.5 months.",
}
DRAFT = """=== erbb2-amplification
title: ERBB2 amplification
drugs: [pertuzumab]
---
## Result
[EID1077] Median progression-free survival was 18.5 months.
[@label] It is started at 840 mg.
Our own remark.
"""


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    folder = tmp_path / "data/civic_2025-09/shared"
    folder.mkdir(parents=True)
    table = "\n".join("\t".join(row) for row in (EVIDENCE.keys(), EVIDENCE.values()))
    name = f"{CIVIC_RELEASE}-ClinicalEvidenceSummaries.tsv.gz"
    (folder / name).write_bytes(gzip.compress(table.encode()))
    page = Page("https://example.org/label", "Label", ("840 mg",), "label", "Maker", "2020-01")
    return Sources(Records(tmp_path / "data"), {"label": page})


def drafts_in(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "variant_evidence.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_sentence_carries_the_number_level_and_pmid_of_its_evidence(
    tmp_path: Path, sources: Sources
) -> None:
    (draft,) = read_drafts(drafts_in(tmp_path / "drafts", DRAFT))
    text = compose("variant_evidence", draft, sources)
    assert "was 18.5 months (CIViC EID1077; level B; PMID 25693012)." in text


def test_a_sentence_from_a_page_names_who_published_it_and_when(
    tmp_path: Path, sources: Sources
) -> None:
    (draft,) = read_drafts(drafts_in(tmp_path / "drafts", DRAFT))
    text = compose("variant_evidence", draft, sources)
    assert "It is started at 840 mg (Maker, 2020-01). Our own remark." in text


def test_front_matter_comes_from_the_records(tmp_path: Path, sources: Sources) -> None:
    (draft,) = read_drafts(drafts_in(tmp_path / "drafts", DRAFT))
    front = yaml.safe_load(compose("variant_evidence", draft, sources).split("---")[1])
    assert front["identifiers"] == {
        "civic": ["EID1077"],
        "pmid": ["25693012"],
        "nct": ["NCT00567190"],
    }
    assert front["date"] == "2023-01-09"
    assert front["url"] == EVIDENCE["molecular_profile_civic_url"]
    assert front["facts_from"] == ["civic_2025-09:EID1077", "https://example.org/label"]
    assert front["evidence_level"] == "B"


def test_composing_twice_gives_the_same_bytes(tmp_path: Path, sources: Sources) -> None:
    drafts_in(tmp_path / "drafts", DRAFT)
    assert write(tmp_path / "drafts", tmp_path / "one", sources) == 1
    assert write(tmp_path / "drafts", tmp_path / "two", sources) == 1
    name = "variant_evidence/erbb2-amplification.md"
    assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_tags_stand_for_the_agreed_keys() -> None:
    assert source_key("EID1077") == "civic_2025-09:EID1077"
    assert source_key("ind:fda.verzenio:0") == "moalmanac_db:indications/ind:fda.verzenio:0"
    assert source_key("bio=Olaparib (1)") == "pgx:fda_pgx_biomarker_table/Olaparib (1)"
    assert source_key("@label") == "@label"


def test_an_unknown_tag_or_a_missing_header_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DraftUnreadable):
        source_key("memory")
    with pytest.raises(DraftUnreadable):
        list(read_drafts(drafts_in(tmp_path / "drafts", "=== x\ntitle: T\nno rule\n")))


LABELLED = """=== olaparib
title: Olaparib
drugs: [olaparib]
---
[doc:fda.lynparza] Olaparib is indicated in ovarian cancer.
{doses}
"""


@pytest.fixture
def labels(tmp_path: Path) -> Sources:
    folder = tmp_path / "data/moalmanac_db/shared"
    folder.mkdir(parents=True)
    row = {"id": "doc:fda.lynparza", "publication_date": "2023-11-06", "urls": ["u:label"]}
    address = {"id": "u:label", "url": "https://example.org/lynparza.pdf"}
    (folder / "documents.json").write_text(json.dumps([row]), encoding="utf-8")
    (folder / "urls.json").write_text(json.dumps([address]), encoding="utf-8")
    one = Page("https://example.org/one", "One", ("300 mg",), "one", "Maker", "2020-01")
    two = Page("https://example.org/two", "Two", ("200 mg",), "two", "Hospital", "2021-01")
    return Sources(Records(tmp_path / "data"), {"one": one, "two": two})


def front_of(tmp_path: Path, labels: Sources, text: str) -> dict[str, object]:
    (draft,) = read_drafts(drafts_in(tmp_path / "drafts", text))
    front: dict[str, object] = yaml.safe_load(
        compose("drug_information", draft, labels).split("---")[1]
    )
    return front


def test_a_drug_whose_doses_stand_on_pages_is_not_called_an_fda_label(
    tmp_path: Path, labels: Sources
) -> None:
    doses = "[@one] The dose is 300 mg.\n[@two] It is reduced to 200 mg."
    front = front_of(tmp_path, labels, LABELLED.format(doses=doses))
    assert front["organisation"] == "Drug pages named in the text; FDA label"
    assert front["version"] == (
        "drug pages named in the text; FDA label of 2023-11-06 for the indications"
    )
    assert front["url"] == "https://example.org/lynparza.pdf"


def test_a_drug_whose_doses_stand_on_the_label_is_named_after_it(
    tmp_path: Path, labels: Sources
) -> None:
    doses = "[doc:fda.lynparza] The dose is 300 mg."
    front = front_of(tmp_path, labels, LABELLED.format(doses=doses))
    assert front["organisation"] == "FDA label"
    assert front["version"] == "FDA label of 2023-11-06"


def test_a_drug_without_a_label_leads_to_the_page_of_most_of_its_doses(
    tmp_path: Path, labels: Sources
) -> None:
    text = (
        "=== x\ntitle: X\n---\n[@two] It blocks oestrogen.\n"
        "[@one] The dose is 300 mg.\n[@one] It is reduced to 250 mg."
    )
    front = front_of(tmp_path, labels, text)
    assert (front["organisation"], front["url"]) == ("Maker", "https://example.org/one")
