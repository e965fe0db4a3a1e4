"""The failures of the agent. The docstring is the message that a clinician may read.

AgentError
├── JournalConflict
├── RunUnknown
├── LeaseLost
├── MemoryUnavailable
├── PayloadUnreadable
├── AnswerUnverified
├── LimitReached
│   ├── StepLimitReached
│   ├── TimeLimitReached
│   ├── TokenLimitReached
│   └── RunStuck
└── ModelError
    ├── ModelUnavailable
    ├── ModelMisconfigured
    ├── ModelRefused
    ├── ModelAnswerInvalid
    ├── ContextTooLong
    └── CoreFailed
"""

from __future__ import annotations


class AgentError(Exception):
    """The agent failed."""

    def __init__(self, detail: str = "") -> None:
        self.sentence = (type(self).__doc__ or "").strip().splitlines()[0]
        super().__init__(f"{self.sentence} {detail}".strip())
        self.detail = detail


class JournalConflict(AgentError):
    """Another worker wrote to this run's journal."""


class RunUnknown(AgentError):
    """No such run is stored."""


class LeaseLost(AgentError):
    """Another worker took over this run."""


class MemoryUnavailable(AgentError):
    """The database did not answer."""


class PayloadUnreadable(AgentError):
    """A journal row was written by a newer version of the program."""


class AnswerUnverified(AgentError):
    """An answer was drafted, but no sentence of it could be verified, so it is not shown."""


class LimitReached(AgentError):
    """The run used up one of its limits."""


class StepLimitReached(LimitReached):
    """The run used up its steps before it reached an answer."""


class TimeLimitReached(LimitReached):
    """The run used up its time before it reached an answer."""


class TokenLimitReached(LimitReached):
    """The run used up its tokens before it reached an answer."""


class RunStuck(LimitReached):
    """The run kept asking the same things before it reached an answer."""


class ModelError(AgentError):
    """The language model failed."""


class ModelUnavailable(ModelError):
    """The language model did not answer."""


class ModelMisconfigured(ModelError):
    """The language model is not set up: its name or its key was not accepted."""


class ModelRefused(ModelError):
    """The language model declined to answer this question."""


class ModelAnswerInvalid(ModelError):
    """The language model answered in a form that could not be read."""


class ContextTooLong(ModelError):
    """The question and its evidence are longer than the language model can read."""


class CoreFailed(ModelError):
    """Something went wrong inside the part that reasons."""
