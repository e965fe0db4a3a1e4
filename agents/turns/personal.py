"""What is personal in a thread, whoever is about to send something of it away."""

from __future__ import annotations

from collections.abc import Iterable

from agents.turns.view import View
from retrieval.documents import Document
from retrieval.privacy.hiding import HiddenWords


def personal_with_judgements(view: View) -> HiddenWords:
    """The same with what people wrote in marks and votes, in a decision and in their dissents."""
    hiding = personal_of(view)
    for each in view.reviews:
        hiding.learn(each.review.comment)
    for vote in view.votes:
        hiding.learn(vote.comment)
    if view.decided is not None:
        decision = view.decided.decision
        for words in (decision.text, decision.why, decision.alternatives, decision.deviation):
            hiding.learn(words)
        for signed in view.decided.signatures:
            hiding.learn(signed.signature.comment)
    return hiding


def personal_of(view: View, documents: Iterable[Document] = ()) -> HiddenWords:
    """What is personal in everything that people said in the thread, their files included. The same
    for every call of a run, and for the next question of the thread.

    Behind it stands what is personal in documents: those that the run shows whole, and those that
    are about to be read. They are sent with numbers before their statements, which part a name
    from what tells that it is one."""
    names = (attachment.name for attachment in view.question.attachments)
    shown = (each.text for each in (*view.documents.values(), *documents))
    said = (message.text for message in view.messages)
    return HiddenWords([*said, view.question.text, *names, *shown])
