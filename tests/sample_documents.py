"""A few made-up documents and questions that tests of the agent share. Nothing here is a fact."""

from __future__ import annotations

from agents.turns import Question, ThreadKey
from retrieval.documents import Document

THREAD = ThreadKey("T0CURBSIDE", "C0TUMORBOARD", "1700000000.000100")
QUESTION = Question(thread=THREAD, asker="U0ANA", text="What does drug alpha do in gene beta?")


def question(text: str, thread: ThreadKey = THREAD) -> Question:
    """A question of Ana's in a thread."""
    return Question(thread=thread, asker="U0ANA", text=text)


def document(silo: str, name: str, text: str, *, version: str = "1") -> Document:
    """A made-up document whose first line is its title, too."""
    return Document(
        silo=silo,
        id=name,
        version=version,
        title=f"About {name}",
        text=text,
        url=f"https://example.org/{silo}/{name}",
        organisation="Example",
        date="2024-05-01",
    )


DOCUMENTS = (
    document(
        "clinical_trials",
        "trial-alpha",
        "In the alpha trial the response rate was 41.5% in 120 patients with gene beta. "
        "Median survival was 10.1 months.",
    ),
    document(
        "pubmed",
        "paper-alpha",
        "Drug alpha inhibits gene beta in cells that carry the variant. "
        "It did not inhibit gene gamma in any of the models.",
    ),
    document(
        "drug_information",
        "label-alpha",
        "The recommended dose of drug alpha is 600 mg orally twice daily with food. "
        "Reduce the dose to 400 mg in severe renal impairment.",
    ),
)
