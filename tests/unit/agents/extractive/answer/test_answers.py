"""What the core answers over a small library, as dialogues: said, and told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.turns import Abstention, Answer, Ending
from names.clinical.values import Exposure
from retrieval.documents import Document, Identifier
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document


def told(ending: Ending) -> str:
    assert isinstance(ending, Answer), ending
    assert all(sentence.verified for sentence in ending.sentences), ending.sentences
    return " ".join(sentence.text for sentence in ending.sentences)


def gap(ending: Ending) -> Abstention:
    assert isinstance(ending, Abstention), ending
    return ending


async def test_a_dose_is_quoted_with_its_number_and_nothing_beside_it(
    thread: Conversation,
) -> None:
    text = told(await thread.ask("What is the dose of abemaciclib?"))
    assert "150 mg twice daily" in text
    assert "room temperature" not in text
    assert "olaparib" not in text.lower()


async def test_a_dose_in_hepatic_impairment_quotes_only_what_speaks_of_it(
    thread: Conversation,
) -> None:
    text = told(await thread.ask("abemaciclib dose with Child-Pugh C cirrhosis?"))
    assert "once daily instead" in text
    assert "150 mg" not in text


async def test_a_condition_that_no_source_speaks_of_is_a_gap(thread: Conversation) -> None:
    ending = gap(await thread.ask("Dose of abemaciclib in renal impairment?"))
    assert ending.gap.missing == "silo"
    assert "abemaciclib" in ending.gap.name


async def test_a_brand_name_finds_the_generic(thread: Conversation) -> None:
    assert "300 mg twice daily" in told(await thread.ask("How is Lynparza dosed?"))


async def test_a_misspelled_drug_is_read_and_the_reader_is_told(thread: Conversation) -> None:
    ending = await thread.ask("dose of abemacicilb")
    assert "150 mg" in told(ending)
    assert isinstance(ending, Answer)
    assert "abemacicilb" in ending.note
    assert "abemaciclib" in ending.note


async def test_the_note_says_how_the_answer_was_made(thread: Conversation) -> None:
    ending = await thread.ask("dose of olaparib")
    assert isinstance(ending, Answer)
    assert "statements of the sources cited" in ending.note


async def test_an_interaction_names_both_drugs(thread: Conversation) -> None:
    text = told(await thread.ask("Can I give ketoconazole with abemaciclib?"))
    assert "Avoid concomitant use of ketoconazole" in text


async def test_an_adverse_effect_is_quoted_with_the_sentence_that_leans_on_it(
    thread: Conversation,
) -> None:
    text = told(await thread.ask("How do I manage diarrhea on abemaciclib?"))
    assert "loperamide at first signs" in text


async def test_another_variant_of_the_same_residue_is_not_an_answer(thread: Conversation) -> None:
    text = told(await thread.ask("BRAF V600K melanoma treatment"))
    assert "Vemurafenib" in text
    assert "Dabrafenib" not in text


async def test_her2_low_is_not_her2_positive(thread: Conversation) -> None:
    text = told(await thread.ask("HER2-low metastatic breast cancer, which therapy?"))
    assert "deruxtecan" in text
    assert "HER2-positive" not in text


async def test_a_trial_result_is_told_with_its_numbers(thread: Conversation) -> None:
    text = told(await thread.ask("What did EXAMPLE-9 show?"))
    assert "12.1 months" in text


async def test_the_outcome_that_is_asked_for_comes_first(thread: Conversation) -> None:
    ending = await thread.ask("Overall survival in EXAMPLE-9?")
    assert "did not differ" in told(ending)
    assert isinstance(ending, Answer)
    assert "Overall survival" in ending.sentences[0].text


async def test_metaboliser_groups_are_not_mixed_up(thread: Conversation) -> None:
    text = told(await thread.ask("capecitabine in a DPYD intermediate metabolizer"))
    assert "half of the dose" in text
    assert "poor metabolizers" not in text


async def test_a_gene_is_looked_up(thread: Conversation) -> None:
    assert "double-strand breaks" in told(await thread.ask("What does the BRCA2 gene do?"))


async def test_the_setting_decides_between_recommendations(thread: Conversation) -> None:
    text = told(await thread.ask("adjuvant treatment of HR-positive breast cancer"))
    assert "two years is recommended" in text
    assert "First-line treatment of metastatic" not in text


async def test_every_answered_sentence_stands_in_its_source(
    thread: Conversation, library: FakeLibrary
) -> None:
    ending = await thread.ask("What did EXAMPLE-9 show?")
    assert isinstance(ending, Answer)
    by_ref = {document.ref: document.text for document in library.documents}
    for citation in ending.citations:
        assert by_ref[citation.ref][citation.start : citation.end] == citation.quote


async def test_a_follow_up_replaces_the_drug_and_keeps_the_rest(thread: Conversation) -> None:
    await thread.ask("What is the dose of abemaciclib in hepatic impairment?")
    text = told(await thread.ask("what about olaparib?"))
    assert "No dose adjustment of olaparib" in text
    assert "abemaciclib" not in text.lower()


async def test_a_follow_up_keeps_the_drug_and_changes_the_kind(thread: Conversation) -> None:
    await thread.ask("What is the dose of abemaciclib?")
    text = told(await thread.ask("Does it cause diarrhea?"))
    assert "Diarrhea occurred" in text


async def test_a_follow_up_changes_the_setting(thread: Conversation) -> None:
    await thread.ask("Adjuvant treatment of HR-positive, HER2-negative breast cancer?")
    ending = await thread.ask("and in the metastatic setting?")
    assert "CDK4/6 inhibitor" in told(ending)
    assert isinstance(ending, Answer)
    assert "Taken over from the thread" in ending.note


async def test_a_follow_up_on_a_trial_finds_the_drug_in_its_answer(thread: Conversation) -> None:
    await thread.ask("What did EXAMPLE-9 show?")
    assert "150 mg twice daily" in told(await thread.ask("What is its dose?"))


async def test_an_unrelated_question_in_a_thread_takes_nothing_over(thread: Conversation) -> None:
    await thread.ask("What is the dose of abemaciclib?")
    gap(await thread.ask("who won the match?"))


async def test_an_earlier_step_is_opened_and_cited(thread: Conversation) -> None:
    await thread.ask("What is the dose of abemaciclib?")
    ending = await thread.ask("what did the drug information search return in step 1?")
    assert "150 mg twice daily" in told(ending)
    assert thread.searched == ["open_step"]
    assert isinstance(ending, Answer)
    assert "Drug information was asked for" in ending.note


async def test_a_step_cannot_be_shown_before_anything_was_asked(thread: Conversation) -> None:
    assert gap(await thread.ask("show me step 1")).gap.missing == "fact"


async def test_a_silo_that_is_down_is_told_and_not_taken_for_empty(
    thread: Conversation, library: FakeLibrary
) -> None:
    library.down = {"drug_information"}
    ending = gap(await thread.ask("dose of olaparib"))
    assert "Not available just now, so not searched: Drug information." in ending.gap.detail


async def test_what_is_on_the_whole_message_is_said_of_one_part(thread: Conversation) -> None:
    ending = await thread.ask(
        "Starting dose of olaparib? And xyzzy of foobarium in gloopitis? And what is the dose of"
        " nonsenseimab with qwerty?"
    )
    assert isinstance(ending, Answer)
    gaps = [part.gap.detail for part in ending.parts if part.gap]
    assert len(gaps) > 1
    assert [sum(words in each for each in gaps) for words in ("Not understood", "Searched")] == [
        1,
        1,
    ]


async def test_an_answer_names_the_silos_that_were_down(
    thread: Conversation, library: FakeLibrary
) -> None:
    library.down = {"pharmgkb"}
    ending = await thread.ask("dose of olaparib")
    assert isinstance(ending, Answer)
    assert any("PharmGKB and CPIC" in line for line in ending.not_found)


async def test_a_silo_that_the_question_names_is_told_by_its_title(thread: Conversation) -> None:
    ending = await thread.ask("dose of olaparib by the drug information and by CPIC")
    assert isinstance(ending, Answer)
    assert "Nothing in PharmGKB and CPIC, which the question names, answers it." in ending.not_found


async def test_what_no_quote_speaks_of_is_listed(thread: Conversation) -> None:
    ending = await thread.ask("abemaciclib with ketoconazole and digoxin interaction")
    assert isinstance(ending, Answer)
    assert any("digoxin" in line for line in ending.not_found)


async def test_a_drug_is_covered_by_what_is_told_of_its_class(thread: Conversation) -> None:
    ending = await thread.ask("abemaciclib dose with itraconazole?")
    assert "reduced to 100 mg twice daily" in told(ending)
    assert "olaparib" not in told(ending).lower()
    assert isinstance(ending, Answer)
    (fact, *_) = ending.facts
    assert fact.value == Exposure(
        mechanism="CYP3A inhibition", strength="strong", drugs=("itraconazole",), from_drug=True
    )
    assert not ending.not_found


async def test_a_drug_that_only_the_documents_know_is_answered_from_them(
    thread: Conversation,
) -> None:
    text = "In severe renal impairment the dose of zorbitinib is reduced to 20 mg once daily."
    thread.library.documents.append(document("drug_information", "z", "Zorbitinib (Zorbix)", text))
    assert "20 mg once daily" in told(await thread.ask("zorbitinib dose in renal impairment?"))
    assert isinstance(await thread.ask("brelatinib dose in renal impairment?"), Abstention)


@pytest.mark.parametrize(
    "question",
    [
        "Which patients are eligible for the trial NCT90000001?",
        "Which ECOG status does trial NCT90000001 ask for?",
    ],
)
async def test_a_trial_is_asked_about_by_its_number(thread: Conversation, question: str) -> None:
    text = (
        "# A made-up trial of a made-up drug\n\n## Eligibility criteria\n\n"
        "- Inclusion: histologically confirmed breast cancer and an ECOG performance status of"
        " 0 or 1.\n- Exclusion: earlier treatment with a made-up inhibitor."
    )
    other = text.replace("0 or 1", "0 to 3")
    for number, words in (("nct90000001", text), ("nct90000002", other)):
        identifiers = (Identifier("nct", number.upper()),)
        made = document("clinical_trials", number, f"A made-up trial ({number})", words)
        facets = replace(made.facets, identifiers=identifiers)
        thread.library.documents.append(replace(made, facets=facets))
    ending = await thread.ask(question)
    answer = told(ending)
    assert isinstance(ending, Answer)
    assert ending.not_found == ()
    assert "0 or 1" in answer
    assert "0 to 3" not in answer


OPTIONS = (
    "Abemaciclib plus an aromatase inhibitor is indicated in HER2-negative breast cancer.",
    "Abemaciclib plus letrozole plus goserelin is indicated in HER2-negative breast cancer.",
    "Palbociclib plus fulvestrant is indicated in HER2-negative breast cancer.",
    "Ribociclib plus fulvestrant is indicated in HER2-negative breast cancer.",
    "Sacituzumab govitecan is indicated in HER2-negative breast cancer.",
    "Datopotamab deruxtecan is indicated in HER2-negative breast cancer.",
)


async def test_a_choice_names_each_regimen_once_and_the_more_precise_one() -> None:
    records = document("indications", "options", "Breast cancer", "\n\n".join(OPTIONS))
    text = told(
        await Conversation(FakeLibrary([records])).ask(
            "Which treatment is there for HER2-negative breast cancer?"
        )
    )
    assert all(option in text for option in OPTIONS[1:])
    assert OPTIONS[0] not in text


SURVIVAL = "Patients with a BRCA1 mutation had better five-year overall survival."


async def test_a_result_of_carriers_is_no_effect_of_a_drug_that_a_title_lists() -> None:
    titles = ("BRCA1 in ovarian cancer — olaparib, niraparib, platinum", "Olaparib: BRCA1")

    async def told(title: str) -> list[str]:
        source = document("variant_evidence", "brca", title, SURVIVAL, genes=["BRCA1"])
        ending = await Conversation(FakeLibrary([source])).ask(
            "olaparib five-year overall survival BRCA1"
        )
        return [s.text for s in ending.sentences] if isinstance(ending, Answer) else []

    assert await told(titles[0]) == []
    assert await told(titles[1]) == [f"olaparib: {SURVIVAL}"]


def labelled(silo: str, organisation: str, share: str, date: str) -> Document:
    """A made-up rule of an organisation."""
    text = f"Capecitabine is reduced by {share} in moderate renal impairment.\n"
    return Document(
        silo=silo,
        id=f"{silo}-capecitabine",
        version="1",
        title=f"{organisation}: capecitabine",
        organisation=f"{organisation} of somewhere",
        date=date,
        text=text,
    )


async def test_where_organisations_differ_the_answer_says_who_says_what_and_who_is_silent() -> None:
    guideline = labelled("esmo_guidelines", "ESMO", "50%", "2024-05")
    label = labelled("drug_information", "Agency", "25%", "2020-01")
    library = FakeLibrary([guideline, label])
    question = "Capecitabine dose in moderate renal impairment?"
    answer = await Conversation(library).ask(question)
    assert isinstance(answer, Answer)
    (dissent,) = (each for each in answer.sentences if each.role == "dissent")
    assert dissent.verified, dissent.problem
    assert dissent.text == (
        "On capecitabine: ESMO (2024-05) says 50% of the dose;"
        " Agency of somewhere (2020-01) says 75% of the dose."
    )
    assert any("On this disagreement these say nothing" in each for each in answer.not_found)
    agreeing = FakeLibrary([guideline, labelled("drug_information", "Agency", "50%", "2020-01")])
    again = await Conversation(agreeing).ask(question)
    assert isinstance(again, Answer)
    assert all(each.role != "dissent" for each in again.sentences)
