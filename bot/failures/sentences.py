"""Which failure says what to a clinician: one table. No exception text ever reaches a channel."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from bot.failures.errors import BotError

Topic = Literal["empty", "too_long", "nothing_to_stop"]

_UNKNOWN = (
    "Something went wrong on my side and I could not finish this question. It is recorded; "
    "please ask again, or tell whoever runs Curbside."
)

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "ModelUnavailable": (
            "The language model is not answering at the moment, so I could not reason about this "
            "question. Nothing is lost: please ask again in a few minutes."
        ),
        "ModelMisconfigured": (
            "The language model is not set up correctly (its name or key was refused). Please "
            "tell whoever runs Curbside to look at `curbside doctor`."
        ),
        "ModelRefused": (
            "The language model declined to answer this question. Putting it in other words, or "
            "splitting it, may help."
        ),
        "ModelAnswerInvalid": (
            "The language model answered in a form that I could not check, so I do not show it. "
            "Please ask again."
        ),
        "ContextTooLong": (
            "The question and its evidence are longer than the language model can read. Please "
            "ask about one part at a time."
        ),
        "StepLimitReached": (
            "I used up my steps before I had enough evidence to answer. A narrower question may "
            "get there."
        ),
        "TimeLimitReached": (
            "I ran out of time before I had enough evidence to answer. A narrower question may "
            "get there."
        ),
        "TokenLimitReached": (
            "I used up what I may spend on one question before I had enough evidence to answer. A "
            "narrower question may get there."
        ),
        "SiloUnavailable": (
            "A source that this question needs did not answer. Please ask again in a few minutes."
        ),
        "EmbedderUnavailable": (
            "The search is not set up correctly. Please tell whoever runs Curbside to look at "
            "`curbside doctor`."
        ),
        "IndexMismatch": (
            "The search index does not fit the search model. Please tell whoever runs Curbside to "
            "ingest the documents again."
        ),
        "MemoryUnavailable": (
            "My database was not reachable, so I could not finish this question. Please ask again "
            "in a few minutes."
        ),
        "LedgerUnavailable": (
            "My database was not reachable, so I could not finish this question. Please ask again "
            "in a few minutes."
        ),
        "AnswerUnverified": (
            "I drafted an answer, but could not verify a single sentence of it against the "
            "sources, so I do not show it. The steps above show what the sources say."
        ),
        "RunStuck": (
            "I kept asking the same things without getting further, so I stopped. Asking in other "
            "words may help."
        ),
        "CoreFailed": _UNKNOWN,
        "JournalConflict": _UNKNOWN,
        "RunUnknown": "I no longer have the record of this question. Please ask it again.",
    }
)

HELP: Mapping[Topic, str] = MappingProxyType(
    {
        "empty": (
            "Ask me a question in the same message, for example: “What is first-line therapy for "
            "HER2-positive metastatic breast cancer?” I search guidelines, trials, drug labels and "
            "gene databases, show every step here, and cite the passages I rely on. Say `stop` or "
            "react with 🛑 to stop me."
        ),
        "too_long": (
            "That message is longer than the 12,000 characters I can take as one question. Please "
            "put the long part into a text file, attach it, and ask your question in a sentence "
            "or two."
        ),
        "nothing_to_stop": "Nothing is running in this thread, so there is nothing to stop.",
    }
)


def sentence(error: str | BaseException) -> str:
    """What a clinician reads about a failure, by the name of its class or the nearest parent."""
    if isinstance(error, str):
        return SENTENCES.get(error, _UNKNOWN)
    for kind in type(error).__mro__:
        if kind.__name__ in SENTENCES:
            return SENTENCES[kind.__name__]
    return _UNKNOWN


class StartRefused(BotError):
    """A process cannot start. The message is one sentence: what is wrong and where to get it."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.args = (sentence,)


_WHERE = MappingProxyType(
    {
        "SLACK_BOT_TOKEN": (
            "the page “OAuth & Permissions” of your Slack app (it starts with xoxb-)"
        ),
        "SLACK_APP_TOKEN": (
            "“App-Level Tokens” on the page “Basic Information” of your Slack app, with the scope "
            "connections:write (it starts with xapp-)"
        ),
        "SLACK_SIGNING_SECRET": "the page “Basic Information” of your Slack app",
    }
)


def missing(name: str) -> StartRefused:
    """A setting that must be there is not."""
    return StartRefused(f"{name} is not set: copy it from {_WHERE[name]}.")


def refused(name: str, error: str) -> StartRefused:
    """Slack did not accept a token. ``error`` is Slack's error name."""
    return StartRefused(f"Slack did not accept {name} ({error}): copy it from {_WHERE[name]}.")


def unreachable(where: str) -> StartRefused:
    """Slack's Web API did not answer."""
    return StartRefused(f"Slack did not answer at {where}: check SLACK_API_URL and the network.")
