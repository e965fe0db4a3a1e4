"""An adjuvant treatment before a relapse was had, though no other word says so."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.spelling import normalise_message
from names.clinical.values import Therapy, Tumour

HAD = {
    "HER2+ breast cancer, adjuvant T-DM1, now liver mets. T-DXd?": "trastuzumab emtansine",
    "HER2+ MBC, T-DM1 adj, relapse 5 months after. T-DXd?": "trastuzumab emtansine",
    "Melanoma, adjuvant nivolumab, liver mets 4 months later.": "nivolumab",
    "HR+ BC, letrozole (adjuvant), now relapsed in bone, what next?": "letrozole",
    "EGFR L858R NSCLC, adjuvant osimertinib then brain mets 1 yr later. Next?": "osimertinib",
}
NOT_HAD = (
    "HER2+ breast cancer, nodal metastases, adjuvant T-DM1 or trastuzumab?",
    "HER2+ residual disease after TCHP: adjuvant T-DM1, risk of relapse?",
    "Stage III melanoma, adjuvant nivolumab, relapse rate?",
    "HR+ breast cancer, adjuvant abemaciclib, no mets. Dose?",
    "EGFR NSCLC resected, adjuvant osimertinib, if relapse what then?",
    "TNBC, adjuvant capecitabine, how many recurred?",
    "Adjuvant olaparib for gBRCA, or wait until recurrence?",
    "CRC liver mets resected. Adjuvant FOLFOX?",
)


def treatments(text: str) -> list[Therapy]:
    found = read_patient(normalise_message(text).text)
    return [each.value for each in found if isinstance(each.value, Therapy)]


@pytest.mark.parametrize(("text", "drug"), HAD.items())
def test_an_adjuvant_treatment_before_a_relapse_was_had(text: str, drug: str) -> None:
    (told,) = treatments(text)
    assert (told.drugs, told.outcome, told.setting) == ((drug,), "given", "adjuvant")


@pytest.mark.parametrize("text", NOT_HAD)
def test_an_adjuvant_treatment_that_is_asked_about_was_not_had(text: str) -> None:
    assert not any(each.setting == "adjuvant" for each in treatments(text))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("TNBC, CPS 2, metastatic to lung. First line?", ["triple-negative breast cancer"]),
        ("colorectal cancer metastatic to the lung", ["colorectal cancer"]),
        ("metastatic lung, EGFR L858R", ["lung cancer"]),
    ],
)
def test_an_organ_that_a_tumour_is_metastatic_to_is_no_other_tumour(
    text: str, names: list[str]
) -> None:
    found = read_patient(normalise_message(text).text)
    assert [e.value.name for e in found if isinstance(e.value, Tumour)] == names
