"""Signs of word processors are read as those of the keyboard."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_clinical, read_patient
from names.clinical.spelling import normalise_message
from names.patterns.signs import with_plain_signs
from names.recognise import recognise, recognise_passage
from names.recognition.spelling.casing import restore_case

FIXED = "\u2011"


@pytest.mark.parametrize(
    "text",
    [
        "MET exon 14 wild-type lung adenocarcinoma: capmatinib?",
        "PD-L1-negative metastatic TNBC",
        "MSI-H endometrial cancer",
        "maintenance after first-line platinum",
    ],
)
@pytest.mark.parametrize("read", [read_clinical, read_patient, recognise, recognise_passage])
def test_a_hyphen_that_keeps_a_line_together_is_a_hyphen(text: str, read: object) -> None:
    assert callable(read)
    assert read(text.replace("-", FIXED)) == read(text)


def test_the_text_stays_as_long_as_it_was() -> None:
    text = "PD\u2010L1 \u2265\u00a050\u202f% HER2\uff0b"
    assert len(with_plain_signs(text)) == len(text)
    assert with_plain_signs(text) == "PD-L1 \u2265 50 % HER2+"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("sotorasib w/ an antibody", "sotorasib with an antibody"),
        ("L858R w/o T790M", "L858R without T790M"),
        ("5 mg/kg w/CrCl 40", "5 mg/kg with CrCl 40"),
    ],
)
def test_with_and_without_are_written_out(written: str, meant: str) -> None:
    assert normalise_message(written).text == meant


@pytest.mark.parametrize(
    ("small", "meant"),
    [("brca2 k3326* germline", "BRCA2 K3326* germline"), ("tp53 r213fs", "TP53 R213fs")],
)
def test_stops_and_frameshifts_get_their_capitals(small: str, meant: str) -> None:
    assert restore_case(small) == meant
