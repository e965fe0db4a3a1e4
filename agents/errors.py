"""The failures of the agent. The docstring is the message that a clinician may read.

AgentError
├── JournalConflict
├── RunUnknown
├── StepUnknown
├── DecisionChanged
├── LeaseLost
├── MemoryUnavailable
├── EndsProcesses
├── PayloadUnreadable
├── AnswerUnverified
├── RecordUnreadable
├── LimitReached
│   ├── StepLimitReached
│   ├── TimeLimitReached
│   ├── TokenLimitReached
│   ├── RunStuck
│   └── ToolsMisused
└── ModelError
    ├── ModelUnavailable
    │   └── ReadingTooSlow
    ├── ModelMisconfigured
    ├── ModelRefused
    ├── ModelAnswerInvalid
    │   └── ModelAnswerCutOff
    ├── GapContradicted
    ├── ContextTooLong
    └── CoreFailed
"""

from __future__ import annotations

from retrieval.errors import sentence_of


class AgentError(Exception):
    """The agent failed."""

    def __init__(self, detail: str = "") -> None:
        self.sentence = sentence_of(type(self))
        super().__init__(f"{self.sentence} {detail}".strip())
        self.detail = detail


class JournalConflict(AgentError):
    """Another worker wrote to this run's journal."""


class RunUnknown(AgentError):
    """No record of this question is stored. Please ask it again."""


class StepUnknown(AgentError):
    """That question has no such step."""


class DecisionChanged(AgentError):
    """Somebody recorded or changed the decision while your form was open, so nothing is stored.
    Read the decision as it is now, and open the form again."""


class LeaseLost(AgentError):
    """Another worker took over this run."""


class MemoryUnavailable(AgentError):
    """The database was not reachable, so this question could not be finished. Please ask again in a
    few minutes."""


class EndsProcesses(AgentError):
    """Work on this ended the process that did it several times, so it is set aside. Please ask in
    other words, or without the file; whoever runs Curbside finds it in the log."""


class PayloadUnreadable(AgentError):
    """A journal row was written by a newer version of the program."""


class AnswerUnverified(AgentError):
    """An answer was drafted, but no sentence of it could be verified against the sources, so it is
    not shown. The steps above show what the sources say."""


class RecordUnreadable(AgentError):
    """The source answered in a form that is not declared, and no code was found that reads it."""


class LimitReached(AgentError):
    """This question used up one of its limits."""


class StepLimitReached(LimitReached):
    """This question used up its steps before there was an answer. A narrower one may get there."""


class TimeLimitReached(LimitReached):
    """This question used up its time before there was an answer. A narrower one may get there."""


class TokenLimitReached(LimitReached):
    """This question used up what a chat model may read and write for it before there was an answer.
    A narrower one may get there."""


class RunStuck(LimitReached):
    """I kept asking the same things and got to no answer. Asking in other words may help."""


class ToolsMisused(LimitReached):
    """The language model called its tools wrongly again and again, so it did not reach an answer.
    Please ask again, or tell whoever runs Curbside: another model may do better."""


class ModelError(AgentError):
    """The language model failed."""


class ModelUnavailable(ModelError):
    """The language model is not answering at the moment, so this question could not be reasoned
    about. Nothing is lost: please ask again in a few minutes."""


class ReadingTooSlow(ModelUnavailable):
    """Reading what was found took too long, so this question could not be reasoned about. Nothing
    is lost: please ask again, or ask for one thing at a time."""


class ModelMisconfigured(ModelError):
    """The language model is not set up correctly (its name or key was refused). Please tell
    whoever runs Curbside to look at `curbside doctor`."""


class ModelRefused(ModelError):
    """The language model declined to answer this question. Putting it in other words, or
    splitting it, may help."""


class ModelAnswerInvalid(ModelError):
    """The language model answered in a form that could not be checked, so it is not shown. Please
    ask again."""


class ModelAnswerCutOff(ModelAnswerInvalid):
    """The language model reached the limit of its length before its end, so what it wrote is not
    shown. Please ask about one part at a time."""


class GapContradicted(ModelError):
    """The language model said twice that something is missing which it had been shown, so this is
    no gap of the sources. Please read what was found, or ask again in other words."""


class ContextTooLong(ModelError):
    """The question and its evidence are longer than the language model can read. Please ask about
    one part at a time."""


class CoreFailed(ModelError):
    """Something went wrong inside the part that reasons, so this question could not be finished. It
    is recorded; please ask again, or tell whoever runs Curbside."""
