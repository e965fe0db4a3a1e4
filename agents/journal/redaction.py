"""What is left of a journal row when its words are taken out. Pure.

A redacted row keeps its hash. So the chain still shows that the row was written, when, and in which
order, and whoever holds a copy of the words can show that they are those that were written. What is
left of the row fits no more to that hash: a later row of the chain notes what fits instead, and
:func:`agents.journal.hash_chain.verify_chain` asks for that note.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agents.journal.codec import Addition, Compaction, PayloadValue, decode, encode
from agents.journal.entry import REDACTED, Entry
from agents.turns import (
    NO_DISCUSSION,
    Abstention,
    Answer,
    Attachment,
    BlindVote,
    BoardDecision,
    Ending,
    Failed,
    FileUse,
    Forked,
    Gap,
    Observation,
    Published,
    Question,
    Redacted,
    Reply,
    Review,
    Signature,
    Steering,
    Stopped,
    Thought,
    Withdrawn,
)
from agents.turns.computing.code_runs import CodeRun
from agents.turns.computing.drawings import ComputedAnalysis

ALL, PART = "all", "part"
"""What was taken out of a row: everything that somebody said, found or did; or the texts of its
files, or what one person said."""


def redact(entry: Entry) -> Entry:
    """The row without words of people, of documents or of a core, and without who they were. Its
    kind, its cost and its place stay. A row that notes a redaction has nothing to take out."""
    if entry.kind == "redacted":
        return entry
    bare = _bare(decode(entry.kind, entry.payload))
    return replace(entry, payload={**encode(bare), REDACTED: ALL})


def redact_files(entry: Entry) -> Entry:
    """The row without the texts and names of its files, and without what code of a model printed
    and drew of them; the same row when it has none of that."""
    if entry.kind == "redacted":
        return entry
    value = decode(entry.kind, entry.payload)
    match value:
        case Question() | Addition() if any(file.text for file in value.attachments):
            kept = tuple(Attachment(name="") for _ in value.attachments)
            return _without_part(entry, replace(value, attachments=kept))
        case Observation(ran=CodeRun() as ran) if ran.printed or ran.complaint or ran.picture:
            bare = replace(ran, printed="", complaint="", picture="")
            return _without_part(entry, replace(value, ran=bare))
        case Reply() if any(map(_shows_rows, value.computed)):
            computed = tuple(replace(each, printed="", drawing=None) for each in value.computed)
            return _without_part(entry, replace(value, computed=computed))
    return entry


def _shows_rows(computed: ComputedAnalysis) -> bool:
    """Whether it holds what code of a model made of a file."""
    return bool(computed.printed or (computed.drawing and computed.drawing.png))


def redact_person(entry: Entry, person: str) -> Entry:
    """The row without what this person said or did; the same row when that is nothing."""
    if entry.kind == "redacted":
        return entry
    value = decode(entry.kind, entry.payload)
    if getattr(value, "by", "") == person:
        return redact(entry)
    if not isinstance(value, Question):
        return entry
    said = tuple(each for each in value.discussion.said if each.by != person)
    left = len(value.discussion.said) - len(said)
    if not left and value.asker != person:
        return entry
    discussion = replace(value.discussion, said=said, left_out=value.discussion.left_out + left)
    if value.asker == person:
        return redact(entry)
    return _without_part(entry, replace(value, discussion=discussion))


def hides_only(entry: Entry) -> bool:
    """Whether a row that says it was redacted holds nothing that redacting it would take out. Of a
    row that lost a part, only the row that notes it tells."""
    return entry.payload.get(REDACTED) == PART or _adds_nothing(
        entry.payload, redact(entry).payload
    )


def _adds_nothing(stored: Any, bare: Any) -> bool:
    """Whether what is stored says no more than what would be left now. A row that was redacted
    before a field was thought of lacks it, and one of a field that is no more is empty."""
    if isinstance(stored, Mapping) and isinstance(bare, Mapping):
        return all(
            _adds_nothing(value, bare[key]) if key in bare else not value
            for key, value in stored.items()
        )
    return bool(stored == bare)


def _without_part(entry: Entry, value: PayloadValue) -> Entry:
    return replace(entry, payload={**encode(value), REDACTED: PART})


def _bare(value: PayloadValue) -> PayloadValue:
    """The same kind of value with nothing in it that tells of a patient or a person."""
    match value:
        case Question():
            return _bare_question(value)
        case Forked():
            return replace(value, text="", by="", cited=())
        case Steering():
            return replace(value, text="", by="")
        case Addition():
            return Addition(text="", by="")
        case Withdrawn() | Published() | FileUse():
            return replace(value, by="")
        case Redacted():
            return value
        case Review() | BlindVote() | BoardDecision() | Signature():
            return _bare_judgement(value)
        case Thought() | Observation() | Compaction():
            return _bare_work(value)
        case _:
            return _bare_ending(value)


def _bare_question(value: Question) -> Question:
    return replace(
        value, asker="", text="", attachments=(), discussion=NO_DISCUSSION, private_in=""
    )


def _bare_judgement(value: Review | BlindVote | BoardDecision | Signature) -> PayloadValue:
    match value:
        case Review():
            return replace(value, comment="", by="")
        case BlindVote():
            return replace(value, comment="", by="", choice="")
        case BoardDecision():
            return BoardDecision(text="", why="", by="", role="", instead_of=value.instead_of)
        case Signature():
            return replace(value, by="", role="", comment="")


def _bare_work(value: Thought | Observation | Compaction) -> PayloadValue:
    match value:
        case Thought():
            return Thought(text="", usage=value.usage, prompt_sha=value.prompt_sha)
        case Compaction():
            return replace(value, summary="")
        case Observation():
            return Observation(
                call_id=value.call_id,
                tool=value.tool,
                outcome=value.outcome,
                usage=value.usage,
                prompt_sha=value.prompt_sha,
                seconds=value.seconds,
            )


def _bare_ending(value: Ending) -> PayloadValue:
    match value:
        case Answer():
            return Answer(sentences=(), citations=())
        case Reply():
            return Reply(text="")
        case Abstention():
            return Abstention(gap=Gap(purpose="", missing=value.gap.missing, name=""))
        case Failed():
            return Failed(error=value.error, reason="")
        case Stopped():
            return Stopped(by="")
