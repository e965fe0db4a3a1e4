"""Indications are written from records: marks become keys, negatives stay, bytes do not change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from evals.corpus.indications.applies import MarkUnknown, applies, marker_rule
from evals.corpus.indications.civic import profile_in_words, profile_rule, therapies_in_words, year
from evals.corpus.indications.labels import drugs_of, read_rows, regimen_in_words
from evals.corpus.indications.write import as_yaml, marker_of, tumour_of

CORPUS = Path(__file__).parents[4] / "corpus" / "indications"


def test_marks_become_keys_with_negatives_lines_and_earlier_treatment() -> None:
    assert applies("t:breast cancer; s:metastatic; l:2+; r:HR; r:-HER2; p:endocrine therapy!") == {
        "tumours": ["breast cancer"],
        "settings": ["metastatic"],
        "line": "2+",
        "requires": [
            {"any_of": [{"name": "HR", "state": "positive"}]},
            {"any_of": [{"name": "HER2", "state": "positive", "polarity": "absent"}]},
        ],
        "prior_required": [{"classes": ["Endocrine therapy"], "outcome": "progressed"}],
    }


@pytest.mark.parametrize(
    ("written", "rule"),
    [
        ("EGFR=T790M", {"any_of": [{"name": "EGFR", "state": "T790M"}]}),
        ("-KRAS", {"any_of": [{"name": "KRAS", "state": "altered", "polarity": "absent"}]}),
        ("HER2=low", {"any_of": [{"name": "HER2", "state": "low"}]}),
        (
            "germline BRCA1|germline BRCA2",
            {
                "any_of": [
                    {"name": "BRCA1", "state": "altered", "origin": "germline"},
                    {"name": "BRCA2", "state": "altered", "origin": "germline"},
                ]
            },
        ),
        (
            "PD-L1>=10 CPS",
            {"any_of": [{"name": "PD-L1", "state": "positive"}], "at_least": 10, "unit": "CPS"},
        ),
    ],
)
def test_a_marker_rule(written: str, rule: dict[str, Any]) -> None:
    assert marker_rule(written) == rule


def test_an_unknown_mark_is_refused() -> None:
    with pytest.raises(MarkUnknown):
        applies("tumour:breast cancer")


def test_a_drug_had_is_told_from_a_class() -> None:
    assert applies("p:trastuzumab; p:taxane")["prior_required"] == [
        {"drugs": ["trastuzumab"]},
        {"classes": ["Taxane-based chemotherapy"]},
    ]


def test_earlier_treatment_of_any_kind_is_a_line() -> None:
    assert applies("p:systemic therapy!") == {"line": "2+"}
    with pytest.raises(MarkUnknown):
        applies("p:leeches")


def test_regimens_are_named_in_words_and_by_drug() -> None:
    regimen = "abemaciclib + (tamoxifen or an aromatase inhibitor)"
    assert regimen_in_words(regimen) == "Abemaciclib plus tamoxifen or an aromatase inhibitor"
    assert list(drugs_of(regimen)) == ["abemaciclib", "tamoxifen"]


@pytest.mark.parametrize(
    ("profile", "words", "first"),
    [
        ("v::ALK Fusion", "ALK fusion", {"name": "ALK", "state": "fusion"}),
        ("EGFR L858R", "EGFR L858R", {"name": "EGFR", "state": "L858R"}),
        ("ERBB2 Amplification", "ERBB2 amplification", {"name": "HER2", "state": "positive"}),
        ("BRCA1 Loss-of-function", "BRCA1 loss-of-function", {"name": "BRCA1", "state": "altered"}),
    ],
)
def test_profiles_of_civic(profile: str, words: str, first: dict[str, str]) -> None:
    assert profile_in_words(profile) == words
    rule = profile_rule(profile)
    assert rule is not None
    assert rule["any_of"][0] == first


def test_a_profile_that_is_not_understood_asks_for_nothing_and_is_left_out() -> None:
    assert profile_rule("DPYD DPYD*2A HOMOZYGOSITY") is None


def test_therapies_are_joined_as_the_record_says() -> None:
    drugs = ["Dasatinib", "Nilotinib"]
    assert therapies_in_words({"therapy_interaction_type": "Substitutes"}, drugs) == (
        "dasatinib or nilotinib"
    )
    assert therapies_in_words({"therapy_interaction_type": "Combination"}, drugs) == (
        "dasatinib plus nilotinib"
    )
    assert year("Mok et al., 2017") == "2017"


def test_every_row_of_the_table_names_tumour_and_regimen_once() -> None:
    rows = read_rows()
    assert len({row.id for row in rows}) == len(rows) > 200
    assert [row.id for row in rows if not row.applies.get("tumours")] == []


def test_documents_are_filed_by_the_most_telling_marker() -> None:
    stated = {"applies": applies("t:triple-negative breast cancer; r:-HER2; r:PD-L1>=10 CPS")}
    assert (tumour_of(stated), marker_of(stated)) == ("breast cancer", "PD-L1")


def test_the_shipped_silo_holds_what_the_table_says() -> None:
    shipped = {
        statement["id"]: statement
        for path in sorted(CORPUS.glob("*.yaml"))
        for section in yaml.safe_load(path.read_text(encoding="utf-8"))["sections"]
        for statement in section["statements"]
    }
    for row in read_rows():
        assert row.purpose in " ".join(shipped[row.id]["text"].split())
        assert shipped[row.id]["applies"] == row.applies


def test_a_file_reads_back_as_it_was_written() -> None:
    for path in sorted(CORPUS.glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        assert as_yaml(yaml.safe_load(text)) == text
