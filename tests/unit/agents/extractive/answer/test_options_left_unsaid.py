"""What holds for the patient is told beside what hangs on a fact that nobody has stated, and the
approval of the very drug asked about beside its results."""

from __future__ import annotations

from agents.turns import Answer, Ending
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LUNG = """## Indications

Sotorasib is indicated for KRAS G12C-mutated metastatic non-small cell lung cancer after at least
one systemic therapy.

Docetaxel is indicated for metastatic non-small cell lung cancer after platinum-based chemotherapy.
"""
DOCETAXEL = (
    "Docetaxel is indicated for metastatic non-small cell lung cancer after platinum-based"
    " chemotherapy."
)


def lines(ending: Ending) -> list[str]:
    found = ending.sentences if isinstance(ending, Answer) else ()
    return [" ".join(each.text.split()) for each in found]


async def told(question: str, name: str, text: str) -> list[str]:
    shelf = FakeLibrary([document("drug_information", "d", name, text)])
    return lines(await Conversation(shelf).ask(question))


async def test_an_option_for_any_marker_stands_behind_those_for_a_marker_not_told() -> None:
    said = await told("63F, metastatic NSCLC, after cisplatin. Which systemic therapy?", "X", LUNG)
    assert any(each.startswith("Only with KRAS G12C") for each in said)
    assert DOCETAXEL in said


async def test_an_option_for_any_marker_is_not_told_in_another_place() -> None:
    said = await told("63F, metastatic NSCLC, untreated. Which systemic therapy?", "X", LUNG)
    assert DOCETAXEL not in said


async def test_an_option_for_the_tumour_in_its_setting_is_no_gap() -> None:
    text = (
        "## Indications\n\nDocetaxel plus prednisone is indicated for metastatic"
        " castration-resistant prostate cancer.\n"
    )
    said = await told("63M, metastatic CRPC. Options?", "Docetaxel", text)
    assert any(each.startswith("Docetaxel plus prednisone") for each in said)


async def test_an_option_that_needs_a_fact_of_the_patient_is_no_gap() -> None:
    text = (
        "## Indications\n\nAtezolizumab plus bevacizumab is indicated for first-line treatment of"
        " metastatic hepatocellular carcinoma with Child-Pugh class A.\n"
    )
    shelf = FakeLibrary([document("drug_information", "h", "Atezolizumab", text)])
    asked = "63M, metastatic hepatocellular carcinoma, first line. Which systemic therapy?"
    said = lines(await Conversation(shelf).ask(asked))
    assert any("Child-Pugh class A" in each for each in said)
    other = "63M, metastatic hepatocellular carcinoma, Child-Pugh C, first line. Which therapy?"
    assert not any("Child-Pugh class A" in e for e in lines(await Conversation(shelf).ask(other)))


COLORECTAL = """## Indications

Adagrasib plus cetuximab is indicated for KRAS G12C-mutated metastatic colorectal cancer after
fluoropyrimidine-based chemotherapy.

## Results

Adagrasib plus cetuximab gave a response rate of 34% in 94 patients with KRAS G12C colorectal
cancer.
"""


async def test_the_approval_asked_about_stands_beside_its_results() -> None:
    asked = "63F, metastatic colorectal cancer, KRAS G12C, after cytarabine. adagrasib + cetuximab?"
    said = await told(asked, "Adagrasib", COLORECTAL)
    assert any("is indicated for KRAS G12C" in each for each in said)


MAINTENANCE = """## Indications

Olaparib is indicated for maintenance treatment of metastatic pancreatic cancer with a germline
BRCA1 mutation that has not progressed on first-line platinum-based chemotherapy.
"""


async def test_what_came_before_maintenance_is_no_earlier_line() -> None:
    case = "63M, metastatic pancreatic cancer, germline BRCA1 mutation"
    said = await told(f"{case}, after oxaliplatin. olaparib?", "Olaparib", MAINTENANCE)
    assert any(each.startswith("Olaparib is indicated for maintenance") for each in said)
    failed = await told(f"{case}, progressed on oxaliplatin. olaparib?", "Olaparib", MAINTENANCE)
    assert not any(each.startswith("Olaparib is indicated for maintenance") for each in failed)


FIRST = """## Indications

Cetuximab plus FOLFIRI is indicated for first-line treatment of KRAS wild-type metastatic
colorectal cancer.

Cetuximab plus irinotecan is indicated for KRAS wild-type metastatic colorectal cancer refractory
to irinotecan-based chemotherapy.
"""


async def test_a_regimen_for_a_later_line_does_not_replace_that_of_the_first() -> None:
    asked = "63F, metastatic colon cancer, KRAS wild type, first line. cetuximab?"
    said = await told(asked, "Cetuximab", FIRST)
    assert any(each.startswith("Cetuximab plus FOLFIRI") for each in said)
