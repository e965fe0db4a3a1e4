"""Said → answered, through the real wire: people ask in channels and direct messages, and read the
thread. One stack for the whole table; all first questions are asked at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from tests.acceptance.support.conversation import (
    ANA,
    BOT,
    CHANNELS,
    Slack,
    cited,
    final_words,
    people,
    run_of,
    settled,
)
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack
from tests.waiting import eventually

BEN, CHEN = "U0BEN", "U0CHEN"
ANSWER, GAP, REPLY = "answer", "gap", "reply"


@dataclass(frozen=True)
class Said:
    """One question and what its answer must show."""

    text: str
    contains: tuple[str, ...] = ()
    """Each stands in the last words, whatever the case of letters; ``a|b`` means one of the two."""
    cites: tuple[str, ...] = ()
    """A silo, or ``silo/document``; each is cited."""
    ending: str = ANSWER
    lacks: tuple[str, ...] = ()
    """None of these stands in the last words."""


def gap(text: str, *contains: str, lacks: tuple[str, ...] = ("Sources",)) -> Said:
    return Said(text, contains, ending=GAP, lacks=lacks)


CONVERSATIONS: dict[str, tuple[Said, ...]] = {
    "dose": (
        Said(
            "What is the starting dose of olaparib?",
            ("300 mg", "twice daily"),
            ("drug_information/olaparib",),
        ),
        Said("and of tucatinib?", ("300 mg", "capecitabine"), ("drug_information/tucatinib",)),
    ),
    "dose by brand name": (
        Said("Recommended dose of Tukysa?", ("300 mg",), ("drug_information/tucatinib",)),
    ),
    "interaction": (
        Said(
            "Can tamoxifen be given with paroxetine?",
            ("CYP2D6", "avoided|should avoid"),
            ("drug_information/tamoxifen",),
        ),
    ),
    "interaction with an inhibitor": (
        Said(
            "Does ribociclib interact with strong CYP3A4 inhibitors?",
            ("400 mg",),
            ("drug_information/ribociclib",),
        ),
    ),
    "guideline": (
        Said(
            "What does NCCN recommend first-line for HR-positive metastatic breast cancer?",
            ("ribociclib", "category 1", "Curbside digest"),
            ("nccn_guidelines/nccn-hr-positive-first-line",),
        ),
    ),
    "guideline of a society": (
        Said(
            "What is the ESMO position on HR-positive metastatic breast cancer?",
            ("CDK4/6 inhibitor", "Curbside digest"),
            ("esmo_guidelines/esmo-hr-positive-metastatic-first-line",),
        ),
    ),
    "eligibility": (
        Said(
            "Who was eligible for the OlympiA trial?",
            ("BRCA1", "germline"),
            ("clinical_trials/nct02032823-olympia",),
        ),
    ),
    "eligibility of a landmark trial": (
        Said("Which patients did KATHERINE enrol?", ("residual",), ("landmark_trials/katherine",)),
    ),
    "trial result": (
        Said(
            "What was the progression-free survival in CLEOPATRA?",
            ("18.5 months", "12.4 months"),
            ("landmark_trials/cleopatra",),
        ),
        Said("what did the landmark trials search return in step 1?", ("CLEOPATRA", "18.5")),
    ),
    "trial result by registry number": (
        Said(
            "What did NCT02437318 show?",
            ("alpelisib", "PIK3CA"),
            ("clinical_trials/nct02437318-alpelisib",),
        ),
    ),
    "trial result of a subgroup": (
        Said(
            "What did EMERALD show for elacestrant in ESR1-mutated disease?",
            ("0.55",),
            ("landmark_trials/emerald",),
        ),
    ),
    "mechanism": (Said("How does alpelisib work?", ("PI3K",), ("wikipedia/pi3k-akt-pathway",)),),
    "mechanism of a class": (
        Said(
            "What is the mechanism of action of PARP inhibitors?",
            ("synthetic lethality|repair|mend",),
            ("wikipedia/parp-inhibition",),
        ),
    ),
    "adverse effect": (
        Said(
            "What are the adverse effects of trastuzumab deruxtecan?",
            ("interstitial lung disease",),
            ("drug_information/trastuzumab-deruxtecan",),
        ),
    ),
    "one adverse effect": (
        Said(
            "Does abemaciclib cause diarrhea?",
            ("abemaciclib", "antidiarrhoeal|diarrhoea|diarrhea"),
            ("drug_information/abemaciclib",),
        ),
    ),
    "biomarker to therapy": (
        Said(
            "Which therapy fits a PIK3CA H1047R mutation in HR+ HER2- breast cancer?",
            ("alpelisib", "fulvestrant"),
            ("variant_evidence/pik3ca-mutation-breast",),
        ),
    ),
    "biomarker to therapy in melanoma": (
        Said(
            "What targeted therapy is there for BRAF V600E melanoma?",
            ("dabrafenib", "trametinib"),
            ("variant_evidence/braf-v600e-melanoma",),
        ),
    ),
    "biomarker to therapy in lung": (
        Said(
            "Which drug targets KRAS G12C in lung cancer?",
            ("sotorasib",),
            ("variant_evidence/kras-g12c-lung-colorectal",),
        ),
    ),
    "resistance": (
        Said(
            "Is there therapy for EGFR T790M?",
            ("osimertinib",),
            ("variant_evidence/egfr-t790m-nsclc",),
        ),
    ),
    "gene": (Said("What is HER2?", ("ERBB2", "receptor"), ("genes/erbb2",)),),
    "gene function": (
        Said("What is the function of TP53?", ("tumour suppressor",), ("genes/tp53",)),
    ),
    "pharmacogenomics": (
        Said(
            "Which DPYD variants matter before capecitabine?",
            ("DPYD", "capecitabine"),
            ("pharmgkb/dpyd-capecitabine",),
        ),
    ),
    "pharmacogenomics and dose": (
        Said(
            "How does UGT1A1 affect irinotecan dosing?",
            ("28", "neutropenia|reduc"),
            ("pharmgkb/ugt1a1-irinotecan",),
        ),
    ),
    "pharmacogenomics and outcome": (
        Said(
            "Should CYP2D6 poor metabolizers take tamoxifen?",
            ("CYP2D6",),
            ("pharmgkb/cyp2d6-tamoxifen",),
        ),
    ),
    "a follow-up about another setting": (
        Said(
            "What is first-line therapy for HER2-positive early breast cancer?",
            ("trastuzumab",),
            ("drug_information/trastuzumab|drug_information/pertuzumab",),
        ),
        Said(
            "and in the metastatic setting?",
            ("metastatic", "HER2-positive"),
            ("asco_guidelines/asco-her2-positive-advanced-2022|indications/breast-cancer-her2",),
        ),
        Said("What did your drug information search return in step 1?", ("trastuzumab",)),
    ),
    "working memory of a step that was not": (
        Said(
            "What is the starting dose of alpelisib?", ("300 mg",), ("drug_information/alpelisib",)
        ),
        Said(
            "what did the trials search return in step 2?",
            ("no step 2",),
            ending=REPLY,
            lacks=("Sources", "Missing"),
        ),
    ),
    "small talk": (gap("who won the match?", "cannot answer"),),
    "the weather": (gap("What is the weather in Madrid tomorrow?", "cannot answer"),),
    "a drug in no silo": (
        gap("What is the dose of zongertinib?", "zongertinib", lacks=("Sources", " mg")),
    ),
    "another drug in no silo": (
        gap("What is the starting dose of metformin?", "metformin", lacks=("Sources", " mg")),
    ),
    "no drug named": (gap("What dose should I give?", "drug"),),
    "another language": (gap("¿Cuál es la dosis de olaparib?", "Spanish", "English"),),
}


class Room:
    """Everybody at one workspace; conversations are spread over channels, to be within limits."""

    def __init__(self, slack: Slack, stack: Stack) -> None:
        self.slack, self.stack = slack, stack
        self.records = Records(stack.database_url)
        self.answers: dict[tuple[str, int], asyncio.Task[tuple[str, str, str]]] = {}

    async def begin(self) -> None:
        """Hold every conversation, all at once."""
        places: list[tuple[str, str]] = [(ANA, channel) for channel in CHANNELS]
        for user in (ANA, BEN, CHEN):
            opened = await self.slack.call("POST", "/page/api/dm", {"user": user, "bot": BOT})
            places.append((user, opened["channel"]["id"]))
        for number, (name, table) in enumerate(CONVERSATIONS.items()):
            asker, channel = places[number % len(places)]
            root: asyncio.Task[tuple[str, str, str]] | None = None
            for turn in range(len(table)):
                talk = self._say(table[turn].text, asker, channel, root)
                root = self.answers[name, turn] = asyncio.create_task(talk)

    async def _say(
        self, text: str, asker: str, channel: str, before: asyncio.Task[tuple[str, str, str]] | None
    ) -> tuple[str, str, str]:
        """Say it when the question before is answered; the root of the thread, the message, and
        the channel."""
        root = (await before)[0] if before else ""
        ts = await self.slack.post(f"<@{BOT}> {text}", user=asker, channel=channel, thread=root)
        await settled(self.records, ts, channel, signs=False)
        return root or ts, ts, channel


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def room(shared_stack: Stack) -> AsyncIterator[Room]:
    async with people(shared_stack) as slack:
        room = Room(slack, shared_stack)
        await room.begin()
        yield room
        for task in room.answers.values():
            task.cancel()
        await asyncio.wait(room.answers.values())


@pytest.mark.parametrize(
    ("name", "turn"),
    [(name, turn) for name, table in CONVERSATIONS.items() for turn in range(len(table))],
)
@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_asked_is_answered(room: Room, name: str, turn: int) -> None:
    said = CONVERSATIONS[name][turn]
    root, ts, channel = await room.answers[name, turn]
    run_id = run_of(ts, channel)
    told = await final_words(room.slack, ts, channel, root=root)
    run = room.records.run(run_id)
    assert run is not None
    assert run["state"] == said.ending, told
    for wanted in said.contains:
        assert re.search("|".join(map(re.escape, wanted.split("|"))), told, re.I), told
    for unwanted in said.lacks:
        assert unwanted not in told
    documents = cited(room.records, run_id)
    for wanted in said.cites:
        assert {one for one in documents if _fits(one, wanted)}, documents


def _fits(document: str, wanted: str) -> bool:
    return document in wanted.split("|") or document.split("/")[0] in wanted.split("|")


@pytest.mark.asyncio(loop_scope="module")
async def test_thanks_are_met_with_a_reaction_alone(room: Room) -> None:
    root, _, channel = await room.answers["dose by brand name", 0]
    before = await room.slack.thread(root, channel)
    ts = await room.slack.post("thanks!", thread=root, channel=channel, user=before[0]["user"])
    await room.slack.control("GET", "idle?quiet=1&timeout=60")
    (row,) = room.records.inbox(ts)
    assert (row["state"], row["decision"]) == ("routed", "ignored: a courtesy")

    async def is_thanked() -> bool:
        last = (await room.slack.thread(root, channel))[-1]
        return (last["ts"], [one["name"] for one in last.get("reactions", ())]) == (ts, ["pray"])

    await eventually(is_thanked, "the reaction is there, and no reply")
