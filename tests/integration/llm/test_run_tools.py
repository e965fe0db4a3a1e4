"""What a run can do: narrow a search, ask for more, compute, look up facts and names, reopen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from agents.turns import Answer
from retrieval.documents import Document
from tests.integration.llm.real_silos import Ended, ask, open_filled_silos, paper
from tests.scripted_provider import Call, Reply, Say, Scripted, scripted_provider

READY = Say("READY It rests on what was found.\nOlaparib was given once. [c1]")
OLAPARIB = paper(
    "olaparib", "Olaparib was given once.", drugs=("olaparib",), genes=("BRCA1",),
    tumour_types=("ovarian cancer",), date="2019-03",
)  # fmt: skip
NEWER = paper(
    "newer", "Olaparib was given twice in breast tumours.", drugs=("olaparib",),
    tumour_types=("breast cancer",), date="2024-02", status="unconfirmed", level="B",
)  # fmt: skip
LABEL = paper(
    "label", "Olaparib tablets are taken twice daily.", silo="drug_information",
    drugs=("olaparib",), kind="digest",
)  # fmt: skip


def search(**arguments: object) -> Call:
    return Call(
        (("search", {"silos": ["pubmed"], "query": "olaparib", **arguments}),), text="Look."
    )


def called(name: str, **arguments: object) -> Call:
    return Call(((name, dict(arguments)),), text="Look.")


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def provider() -> AsyncIterator[Scripted]:
    """One for all: LangChain keeps a client for each address, and lets the oldest go unclosed."""
    async with scripted_provider() as scripted:
        yield scripted


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


async def over(
    provider: Scripted, folder: Path, *script: Reply, documents: tuple[Document, ...] = ()
) -> Ended:
    async with open_filled_silos(folder, *(documents or (OLAPARIB, NEWER, LABEL))) as silos:
        return await ask(provider, silos, *script)


def found(ended: Ended, step: int = 1) -> list[str]:
    return [ref.id for seen in ended.seen(step) for ref in seen.documents]


@pytest.mark.parametrize(
    ("narrowed", "expected"),
    [
        ({}, ["newer", "olaparib"]),
        ({"since": "2023"}, ["newer"]),
        ({"gene": "BRCA-1"}, ["olaparib"]),
        ({"drug": "Lynparza"}, ["newer", "olaparib"]),
        ({"tumour": "TNBC"}, ["newer"]),
        ({"tumour": "HGSOC", "drug": "olaparib", "since": "2019-03"}, ["olaparib"]),
    ],
)
async def test_a_search_is_narrowed_under_any_name(
    provider: Scripted, tmp_path: Path, narrowed: dict[str, str], expected: list[str]
) -> None:
    ended = await over(provider, tmp_path, search(**narrowed), READY)
    assert sorted(found(ended)) == expected


async def test_that_a_filter_left_nothing_is_said(provider: Scripted, tmp_path: Path) -> None:
    ended = await over(provider, tmp_path, search(gene="PIK3CA", since="2020"), search(), READY)
    (seen,) = ended.seen(1)
    assert seen.outcome == "empty"
    assert "narrowed to gene PIK3CA, since 2020" in ended.sent(1)
    assert isinstance(ended.ending, Answer)


async def test_a_filter_that_means_nothing_is_told_how_to_mend_it(
    provider: Scripted, tmp_path: Path
) -> None:
    ended = await over(provider, tmp_path, search(drug="olaparid"), search(), READY)
    assert "Did you mean olaparib?" in ended.sent(1)
    assert ended.seen(1)[0].outcome == "error"


async def test_one_call_searches_several_silos(provider: Scripted, tmp_path: Path) -> None:
    both = Call((("search", {"silos": ["pubmed", "drug_information"], "query": "olaparib"}),))
    ended = await over(provider, tmp_path, both, READY)
    assert [seen.tool for seen in ended.seen(1)] == ["search_pubmed", "search_drug_information"]
    assert sorted(found(ended)) == ["label", "newer", "olaparib"]


def trial(number: int) -> Document:
    words = " ".join(
        f"{word}{'abcdefgh'[number]}" for word in ("arm", "site", "dose", "end", "era")
    )
    return paper(f"trial{number}", f"Olaparib was given in {words}.")


async def test_more_gives_the_next_documents_and_none_twice(
    provider: Scripted, tmp_path: Path
) -> None:
    script = (search(), search(more=True), search(more=True), search(more=True), READY)
    ended = await over(provider, tmp_path, *script, documents=tuple(map(trial, range(7))))
    first, second, third = (found(ended, step) for step in (1, 2, 3))
    assert (len(first), len(second), third) == (5, 2, [])
    assert not set(first) & set(second)
    assert "the same search with more=true" in ended.sent(1)
    # The first page is told of again in each later call; the second says that it is the last.
    assert ended.sent(2).count("the same search with more=true") == 1
    assert "holds no further document" in ended.sent(3)
    assert "This was asked in step 3" in ended.sent(4), "what gave nothing is not asked again"


async def test_copies_and_strangers_make_room_and_are_named(
    provider: Scripted, tmp_path: Path
) -> None:
    words = (
        "Adults with advanced disease, who had answered to platinum and bore one of several "
        "alterations, were given olaparib each day until it grew again or did them harm, as"
    )
    copies = [paper(f"copy{n}", f"{words} record {'abcdef'[n]} has it.") for n in range(6)]
    other = paper("other", "Olaparib lowered blood counts.")
    stranger = paper("stranger", "Adults with advanced disease were given erdafitinib each day.")
    opened = called("open_document", document_id="pubmed/copy5", query="olaparib")
    ended = await over(
        provider, tmp_path, search(), opened, READY, documents=(*copies, other, stranger)
    )
    (seen,) = ended.seen(1)
    shown = {ref.id for ref in seen.documents} - {ref.id for ref in seen.unread}
    assert len(shown) == 2
    assert "other" in shown
    assert "stranger" not in {ref.id for ref in seen.documents}
    assert len(seen.unread) == 5
    told = ended.sent(1)
    assert "open_document reads one: pubmed/copy" in told
    assert [seen.outcome for seen in ended.seen(2)] == ["data"]


async def test_documents_carry_id_status_scale_and_level(
    provider: Scripted, tmp_path: Path
) -> None:
    long = paper(
        "long",
        "Olaparib. " + "No more is said. " * 900,
        level="C",
        date="2021",
        drugs=("olaparib",),
    )
    ended = await over(provider, tmp_path, search(), READY, documents=(NEWER, OLAPARIB, long))
    told = ended.sent(1)
    assert '<document id="pubmed/newer"' in told
    assert 'about="Example, 2024-02, unconfirmed, level B"' in told
    assert "pubmed/long About long (2021, level C on the scale of Example)" in told


@pytest.mark.parametrize("name", ["pubmed/olaparib", "olaparib", "About olaparib", "[c1]"])
async def test_a_document_opens_by_what_was_observed(
    provider: Scripted, tmp_path: Path, name: str
) -> None:
    opened = called("open_document", document_id=name, query="how often")
    ended = await over(provider, tmp_path, search(gene="BRCA1"), opened, READY)
    assert found(ended, 2) == ["olaparib"]


async def test_a_document_that_nobody_saw_is_answered_with_those_seen(
    provider: Scripted, tmp_path: Path
) -> None:
    opened = called("open_document", document_id="pubmed/olaparip", query="how often")
    ended = await over(provider, tmp_path, search(), opened, READY)
    assert "Seen were: pubmed/olaparib About olaparib" in ended.sent(2)


async def test_a_step_opens_by_question_by_number_and_by_what_it_did(
    provider: Scripted, tmp_path: Path
) -> None:
    async with open_filled_silos(tmp_path, OLAPARIB, NEWER, LABEL) as silos:
        label = Call((("search", {"silos": ["drug_information"], "query": "olaparib tablets"}),))
        one = await ask(provider, silos, search(since="2023"), label, READY, text="First?")
        two = await ask(provider, silos, search(gene="BRCA1"), READY, text="Second?")
        earlier = (one.view, two.view)
        opened = [
            ({"step": 1, "run": "1"}, ["newer"]),
            ({"step": 1, "run": "2"}, ["olaparib"]),
            ({"step": 1, "run": "previous"}, ["olaparib"]),
            ({"about": "the label's tablets"}, ["label"]),
            ({"step": 2, "run": "2"}, []),
            ({"step": 1, "run": "7"}, []),
        ]
        for arguments, expected in opened:
            script = (called("open_step", **arguments), search(), READY)
            ended = await ask(provider, silos, *script, text="And?", earlier=earlier)
            assert found(ended) == expected, arguments
        assert "Question 1: First?" in ended.sent(0)
        assert "There was no step 1 in question 7 of this thread." in ended.sent(1)
    assert isinstance(ended.ending, Answer)


async def test_of_a_step_of_many_searches_only_what_was_asked_for_is_opened(
    provider: Scripted, tmp_path: Path
) -> None:
    many = Call(
        (
            ("search", {"silos": ["drug_information"], "query": "olaparib tablets"}),
            ("search", {"silos": ["pubmed"], "query": "olaparib BRCA1"}),
        )
    )
    about = called("open_step", about="tablets")
    async with open_filled_silos(tmp_path, OLAPARIB, NEWER, LABEL) as silos:
        one = await ask(provider, silos, many, READY, text="First?")
        seen = one.view.steps[0].observations[1]
        unread = replace(seen, offered=(), findings=(), unread=seen.documents)
        kept = replace(one.view.steps[0], observations=(one.view.steps[0].observations[0], unread))
        earlier = (replace(one.view, steps=(kept, *one.view.steps[1:])),)
        ended = await ask(provider, silos, about, search(), READY, earlier=earlier)
        assert found(ended) == ["label"]
        both = called("open_step", step=1, run="1")
        ended = await ask(provider, silos, both, search(), READY, earlier=earlier)
    assert "Found and not read" in ended.sent(1), "what nobody read says nothing of the question"


CASE = "74-year-old woman, 68 kg, creatinine 1.4 mg/dL, ovarian cancer, on olaparib. Dose?"


async def test_a_formula_is_computed_from_what_was_said_and_said_again(
    provider: Scripted, tmp_path: Path
) -> None:
    script = (
        Call((("calculate", {"formula": "Cockcroft–Gault"}), search().calls[0]), text="Look."),
        Say("READY.\nOlaparib was given once. [c1]\nHer creatinine clearance is 37.8 mL/min."),
    )
    async with open_filled_silos(tmp_path, OLAPARIB) as silos:
        ended = await ask(provider, silos, *script, text=CASE)
    assert "write this line as it stands, without a key: Creatinine clearance: 37.8 mL/min" in (
        ended.sent(1)
    )
    assert isinstance(ended.ending, Answer)
    value = ended.ending.sentences[1]
    assert (value.basis, value.verified) == ("calculation", True)
    assert value.text.startswith("Creatinine clearance: 37.8 mL/min")
    assert [each.name for each in ended.ending.calculated] == ["creatinine clearance"]


async def test_another_value_than_the_formula_gives_is_no_calculation(
    provider: Scripted, tmp_path: Path
) -> None:
    said = Say("READY.\nOlaparib was given once. [c1]\nHer creatinine clearance is 73.9 mL/min.")
    async with open_filled_silos(tmp_path, OLAPARIB) as silos:
        ended = await ask(provider, silos, search(), said, Say("nothing"), text=CASE)
    assert isinstance(ended.ending, Answer)
    assert [each.verified for each in ended.ending.sentences] == [True, False]


async def test_what_is_missing_and_what_is_supposed_are_told_apart(
    provider: Scripted, tmp_path: Path
) -> None:
    supposed = {"formula": "Mosteller", "inputs": "weight 70 kg; height 170 cm"}
    wrong = {"formula": "Mosteller", "inputs": "weight 700 kg; height 170 cm"}
    calls = [
        {"formula": "Mosteller"},
        supposed,
        wrong,
        {"formula": "Mosteller", "inputs": "shoes 9"},
        {"formula": "Calvert", "inputs": "AUC 5; GFR 28 mL/min"},
        {"formula": "Calvert", "inputs": "target AUC 5, CrCl 28"},
    ]
    script = Call((*(("calculate", each) for each in calls), search().calls[0]))
    async with open_filled_silos(tmp_path, OLAPARIB) as silos:
        ended = await ask(provider, silos, script, READY, text=CASE)
    told = [seen.detail for seen in ended.seen(1)][:6]
    assert "nobody stated height" in told[0]
    assert told[1].startswith("Supposed, not this patient's; not for the answer: Body surface area")
    assert "cannot be right as weight" in told[2]
    assert "takes height, weight; not “shoes 9”" in told[3]
    assert all("265 mg" in each for each in told[4:]), "a target AUC is written without its unit"


async def test_the_facts_come_with_who_said_them(provider: Scripted, tmp_path: Path) -> None:
    script = (Call((("patient_facts", {}), search().calls[0])), READY)
    async with open_filled_silos(tmp_path, OLAPARIB) as silos:
        ended = await ask(provider, silos, *script, text=CASE)
    told = ended.seen(1)[0].detail
    assert "“68 kg”, said by the asker in the question" in told
    assert "by the program" in told, "what was derived names what from"
    assert "said by the asker" in ended.sent(1)


async def test_tools_on_a_patient_are_offered_where_there_is_one(
    provider: Scripted, tmp_path: Path
) -> None:
    async with open_filled_silos(tmp_path, OLAPARIB) as silos:
        plain = await ask(provider, silos, search(), READY)
        case = await ask(provider, silos, search(), READY, text=CASE)
    for name, offered in (("calculate", False), ("patient_facts", False), ("look_up_name", True)):
        assert (f'"name": "{name}"' in plain.sent(0)) is offered
        assert f'"name": "{name}"' in case.sent(0)


async def test_names_are_looked_up_in_the_tables(provider: Scripted, tmp_path: Path) -> None:
    names = ("HER2", "EGFR L858R", "Lynparza", "durvalumab", "quizzlinib")
    script = Call((*(("look_up_name", {"name": each}) for each in names), search().calls[0]))
    ended = await over(provider, tmp_path, script, READY)
    gene, variant, drug, ended_drug, nothing = (seen.detail for seen in ended.seen(1)[:5])
    assert gene.startswith("ERBB2: approved symbol of that name")
    assert "HGNC:3430" in gene
    assert "EGFR L858R: of the classes: activating, sensitising." in variant
    assert drug.startswith("olaparib: other names: Lynparza")
    assert "PARP inhibition" in drug
    assert "was withdrawn" in ended_drug
    assert nothing == "The tables of genes, variants and drugs have no such name."
    assert ended.seen(1)[4].outcome == "empty"


async def test_calls_that_were_not_made_are_told(provider: Scripted, tmp_path: Path) -> None:
    many = Call(
        tuple(("search", {"silos": ["pubmed"], "query": f"olaparib {n}"}) for n in range(14))
    )
    twice = Call((search().calls[0], search().calls[0], ("cure", {})))
    ended = await over(provider, tmp_path, many, twice, READY)
    assert "2 further calls of this step were not made: at most 12" in ended.sent(1)
    assert "This was asked in step 2, with the same words" in ended.sent(2)
    assert "There is no tool of this name." in ended.sent(2)
