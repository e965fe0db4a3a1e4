"""What a wide case costs, and what of its documents a model is still shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.llm.conversation.evidence_text import observation_text
from agents.llm.conversation.shown_so_far import ShownSoFar
from agents.run.tools.calling import with_citation_keys
from agents.run.tools.cards import tool_cards
from agents.turns import Action, Answer, Finding, Observation, View
from tests.integration.llm.conftest import set_keys
from tests.integration.llm.economy.counting import Counter
from tests.integration.llm.economy.kinds import Kind
from tests.integration.llm.economy.playing import play, table
from tests.integration.llm.economy.test_nothing_twice import offered_with_keys
from tests.integration.llm.economy.wide_cases import BREAST, LUNG, WidePlayer
from tests.integration.llm.scripted_core import seen_step, view
from tests.scripted_provider import scripted_provider

MOST_TOKENS, MOST_CALLS = 20_000, 8
"""The goal of a case is 25,000; a third round of searches costs up to 9,000 more."""
PATIENT = "ER-positive breast cancer, germline BRCA2, creatinine clearance 38 mL/min, Child-Pugh A."


@pytest.mark.parametrize("kind", [BREAST, LUNG], ids=["breast", "lung"])
@pytest.mark.asyncio
async def test_a_wide_case_stays_below_the_goal(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_keys(monkeypatch)
    async with scripted_provider() as scripted:
        played = await play(kind, scripted, Counter(), WidePlayer)
    assert isinstance(played.ending, Answer)
    assert sum(each.verified for each in played.ending.sentences) >= 2
    spent = played.count.given + played.count.written
    assert len(played.count.calls) <= MOST_CALLS
    assert spent <= MOST_TOKENS, "\n".join(table([played]))
    # All three thoughts and the repair, and both guidelines opened: nothing broke off early.
    assert len(played.count.calls) == 4


def _search(*queries: str, name: str, others: int = 2) -> View:
    """A run that found this document by each query, in steps of so many other calls."""
    sheet = read_fact_sheet((Message(PATIENT, "question"),))
    run = view()
    for number, query in enumerate(queries, 1):
        document, seen = offered_with_keys(name, sheet)
        calls = [Action(call_id=f"s{number}-{n}", tool="search_x") for n in range(others + 1)]
        calls[0] = replace(calls[0], arguments={"query": query})
        found = replace(seen, call_id=calls[0].call_id, tool="search_x", findings=())
        found = with_citation_keys(found, run)
        filled = replace(found, findings=tuple(_keyed(seen, found)))
        step = replace(
            seen_step(),
            number=number,
            thought=replace(seen_step().thought, actions=tuple(calls)),
            observations=(filled,),
        )
        run = replace(
            run,
            steps=(*run.steps, step),
            documents={document.ref: document},
            question=replace(run.question, text=PATIENT),
        )
    return run


def _keyed(seen: Observation, found: Observation) -> list[Finding]:
    """The findings under the keys that the run gave their stretches."""
    keys = {span.start: span.key for shown in found.offered for span in shown.spans}
    return [
        replace(each, citations=(replace(each.citations[0], key=keys[each.citations[0].start]),))
        for each in seen.findings
        if each.citations[0].start in keys
    ]


def _told(run: View) -> list[str]:
    told = ShownSoFar.of(run)
    return [observation_text(seen, told) for step in run.steps for seen in step.observations]


LABEL = "trastuzumab-deruxtecan"


def test_of_a_long_document_a_wide_step_shows_what_is_near_the_query() -> None:
    (told,) = _told(_search("interstitial lung disease", name=LABEL))
    assert "interstitial lung disease" in told.lower()
    assert "Not shown: " in told
    cards = {card.name: card for card in tool_cards(())}
    assert "shown in part" in cards["open_document"].use_when, "says how the others are reached"
    (whole,) = _told(_search("interstitial lung disease", name=LABEL, others=1))
    assert "Not shown: " not in whole
    assert len(told) < len(whole)


def test_the_dose_for_the_patients_own_kidneys_is_shown_whatever_was_searched() -> None:
    (told,) = _told(_search("pregnancy contraception", name="olaparib"))
    assert "creatinine clearance 31-50 mL/min" in told
    assert "contraception" in told


def test_another_query_shows_other_statements_and_none_twice() -> None:
    first, second = _told(_search("interstitial lung disease", "heart failure LVEF", name=LABEL))
    assert "LVEF" in second
    shown = {line for line in first.splitlines() if line.startswith("[c")}
    again = shown & set(second.splitlines())
    assert shown
    assert not again


def test_a_document_that_was_opened_is_shown_to_the_end() -> None:
    run = _search("interstitial lung disease", name=LABEL)
    opened = replace(run.steps[0].observations[0], tool="open_document")
    (told,) = _told(replace(run, steps=(replace(run.steps[0], observations=(opened,)),)))
    assert "Not shown: " not in told
