"""What a question that names several publishers gets of each of them."""

from __future__ import annotations

from agents.endings.standing import standing_of
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

ASKED = "Do NCCN, ESMO and ASCO differ on HER2-negative metastatic breast cancer?"
ADVICE = (
    "{by} recommends olaparib for HER2-negative metastatic breast cancer.",
    "{by} recommends capecitabine for HER2-negative metastatic breast cancer.",
    "{by} recommends eribulin for HER2-negative metastatic breast cancer.",
)
HANGS = "{by} recommends elacestrant for ESR1-mutated, HER2-negative metastatic breast cancer."


def advice(by: str, *statements: str) -> str:
    return "## Position\n\n" + "\n\n".join(each.format(by=by) for each in statements)


async def asked_of(library: FakeLibrary, thread: Conversation, **texts: str) -> Answer:
    for by, text in texts.items():
        title = f"{by}: treatment of metastatic breast cancer"
        library.documents.append(document(f"{by.lower()}_guidelines", by.lower(), title, text))
    ending = await thread.ask(ASKED)
    assert isinstance(ending, Answer), ending
    return ending


async def test_each_is_heard_before_one_is_heard_twice(
    library: FakeLibrary, thread: Conversation
) -> None:
    ending = await asked_of(
        library,
        thread,
        NCCN=advice("NCCN", ADVICE[2]),
        ESMO=advice("ESMO", *ADVICE),
        ASCO=advice("ASCO", *ADVICE),
    )
    told = " ".join(each.text for each in ending.sentences)
    assert all(by in told for by in ("NCCN", "ESMO", "ASCO")), told
    assert not any("which the question names" in line for line in ending.not_found)


async def test_what_is_not_shown_of_one_is_not_told_as_absent(
    library: FakeLibrary, thread: Conversation
) -> None:
    ending = await asked_of(
        library,
        thread,
        NCCN=advice("NCCN", ADVICE[0]),
        ESMO=advice("ESMO", ADVICE[1]),
        ASCO=advice("ASCO", HANGS),
    )
    told = " ".join(each.text for each in ending.sentences)
    (line,) = (each for each in ending.not_found if "ASCO" in each)
    assert "ASCO" not in told
    assert "is not shown here" in line
    assert standing_of(ending) == "partly"


async def test_one_of_which_nothing_answers_is_told_as_absent(
    library: FakeLibrary, thread: Conversation
) -> None:
    ending = await asked_of(
        library, thread, NCCN=advice("NCCN", ADVICE[0]), ESMO=advice("ESMO", ADVICE[1])
    )
    assert "Nothing in ASCO guidelines, which the question names, answers it." in ending.not_found
