"""What was said in a thread beside what was said to us, as it read when a question was asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from agents.facts.discussed import stated_part, tells_of_another
from agents.facts.patients import names_several_patients, starts_new_patient
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import Fact, time_told


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscussionMessage:
    """One message of a thread that was not written to us, by a person or by another bot."""

    ts: str
    by: str
    """Id of who wrote it."""
    name: str
    """The same as people read it."""
    at: str
    """ISO time."""
    text: str
    """Its words, with spaces in the place of what is personal."""
    link: str = ""
    """The message in Slack."""
    is_edited: bool = False
    edited_at: str = ""
    """ISO time of the last edit; empty for none, and where it is not known."""
    is_new: bool = True
    """Whether no question of the thread was answered with it before."""
    files: int = 0
    """Files that came with it; they are not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discussion:
    """What was read of a thread for one question, oldest first. It is read anew for the next one,
    so what was changed or deleted meanwhile counts as it is then."""

    said: tuple[DiscussionMessage, ...] = ()
    left_out: int = 0
    """Messages that were left out or cut, because only so many are read."""
    gone: int = 0
    """Messages that the question before was answered with, and that are gone."""
    problem: str = ""
    """Why the thread could not be read, as a sentence; what was read before stands in ``said``."""


NO_DISCUSSION = Discussion()


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadQuote:
    """Words of one message, as its author wrote them."""

    name: str
    words: str
    link: str = ""
    is_edited: bool = False


@dataclass(frozen=True, slots=True)
class HeardMessages:
    """What of a discussion counts for the patient of the thread."""

    messages: tuple[Message, ...] = ()
    """What is stated in it, by message; the words of others than this patient are blanked."""
    of_another: tuple[DiscussionMessage, ...] = ()
    """Messages that tell of another patient to compare; what they tell of that one is not taken."""
    of_several: tuple[DiscussionMessage, ...] = ()
    """The messages with which somebody else's case begins. If there is one, nothing is taken over:
    nobody can tell of whom the next messages speak."""


@dataclass(slots=True)
class _Patients:
    """Whom the messages speak of, while they are read one after the other."""

    known: list[Fact] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    of_another: list[DiscussionMessage] = field(default_factory=list)
    of_several: list[DiscussionMessage] = field(default_factory=list)

    def ask(self, message: Message) -> None:
        """A question to us: it may lead to another patient, as its asker wants."""
        facts = read_fact_sheet((message,)).facts
        if starts_new_patient(message.text, facts, self.known):
            self.known = []
        self.known += facts

    def hear(self, said: DiscussionMessage) -> None:
        """Something that was said between people."""
        words = stated_part(said.text, is_first=not self.known)
        message = Message(words, "thread", said.by, said.at, edited_at=said.edited_at)
        facts = read_fact_sheet((message,)).facts
        if tells_of_another(said.text, is_first=not self.known):
            self.of_another.append(said)
        elif names_several_patients(said.text) or starts_new_patient(said.text, facts, self.known):
            self.of_several.append(said)
        self.known += facts
        self.messages.append(message)


@lru_cache(maxsize=500)
def heard_of(discussion: Discussion, earlier: tuple[Message, ...]) -> HeardMessages:
    """What of a discussion counts for the thread's patient; ``earlier``: what people said to us in
    the thread before."""
    if not discussion.said:
        return HeardMessages()
    patients = _Patients()
    entries: list[Message | DiscussionMessage] = [*earlier, *discussion.said]
    for entry in sorted(entries, key=_time_of):
        if isinstance(entry, DiscussionMessage):
            patients.hear(entry)
        else:
            patients.ask(entry)
    of_several = tuple(patients.of_several)
    messages = () if of_several else tuple(each for each in patients.messages if each.text.strip())
    return HeardMessages(messages, tuple(patients.of_another), of_several)


def in_order(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The messages as they were said, one after the other."""
    return tuple(sorted(messages, key=_time_of))


def speakers(said: Sequence[DiscussionMessage]) -> tuple[str, ...]:
    """Who wrote, each once, in the order of their first message."""
    return tuple(dict.fromkeys(each.name for each in said))


def _time_of(entry: Message | DiscussionMessage) -> datetime:
    return time_told(entry.at if isinstance(entry, DiscussionMessage) else entry.said_at)
