"""What a clinician reads about a failure: the sentence in the docstring of its class, which the
terminal shows as well. The text of an exception never reaches a channel."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

from agents import errors
from bot.failures.errors import BotError
from retrieval.errors import EmbedderUnavailable, IndexMismatch, SiloUnavailable, sentence_of

Topic = Literal[
    "empty",
    "too_long",
    "nothing_to_stop",
    "nothing_to_steer",
    "no_new_question",
    "file_off",
    "form_not_opened",
    "nothing_to_mark",
    "no_case",
]

UNKNOWN = (
    "Something went wrong on my side and I could not finish this question. It is recorded; "
    "please ask again, or tell whoever runs Curbside."
)

NOT_INSTALLED = (
    "Curbside is not installed in this workspace any more. Ask an admin to install it again."
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
            "That message is longer than the 12,000 characters I can take as one "
            "question. Please put the long part into a text file, attach it, and ask your question "
            "in a sentence or two."
        ),
        "nothing_to_stop": "Nothing is running in this thread, so there is nothing to stop.",
        "nothing_to_steer": (
            "That came too late: the answer is there already. Ask again, and say in the question "
            "where to search."
        ),
        "file_off": (
            "That question rests on a file that is not used any more. Ask for “files of this "
            "thread” to use it again, or ask the question anew."
        ),
        "no_new_question": (
            "There is no changed question to answer: it was asked anew already, or its message is "
            "gone."
        ),
        "no_case": (
            "I follow a case from its thread: ask a question there first, then write “follow this "
            "case” below it."
        ),
        "form_not_opened": "The form did not open. Nothing is stored; please try again.",
        "nothing_to_mark": (
            "Your mark is not stored: what it is about is not, or no longer, part of this answer."
        ),
    }
)


def sentence(error: str | BaseException) -> str:
    """What a clinician reads about a failure: the sentence of its class or the nearest parent.

    ``error`` is the failure, or the name of its class as a journal keeps it. A name that is not
    known any more, and what nobody foresaw, get one general sentence."""
    if isinstance(error, str):
        kind = _failures_by_name().get(error)
        return UNKNOWN if kind is None else sentence_of(kind)
    for kind in type(error).__mro__:
        if kind in _failures_by_name().values():
            return sentence_of(kind)
    return UNKNOWN


@cache
def _failures_by_name() -> Mapping[str, type[Exception]]:
    """Every failure of the agent and those of retrieval that can end a question. The two families
    themselves say nothing, and a conflict of two workers is nothing that a reader can act on."""
    silent = (errors.AgentError, errors.JournalConflict, errors.LeaseLost, errors.PayloadUnreadable)
    told = (SiloUnavailable, EmbedderUnavailable, IndexMismatch, *vars(errors).values())
    return {
        kind.__name__: kind
        for kind in told
        if isinstance(kind, type) and issubclass(kind, Exception) and kind not in silent
    }


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
        "SLACK_CLIENT_ID": "the page “Basic Information” of your Slack app",
        "SLACK_CLIENT_SECRET": "the page “Basic Information” of your Slack app",
    }
)


def setting_missing(name: str) -> StartRefused:
    """A setting that must be there is not."""
    return StartRefused(f"{name} is not set: copy it from {_WHERE[name]}.")


def one_or_all() -> StartRefused:
    """Both ways to serve workspaces are set."""
    return StartRefused(
        "SLACK_BOT_TOKEN and SLACK_CLIENT_ID are both set: keep the first to serve one workspace, "
        "or the second to serve all that install the app."
    )


def token_keys_missing() -> StartRefused:
    """The tokens of workspaces could not be encrypted."""
    return StartRefused(
        "CURBSIDE_TOKEN_KEYS is not set: the tokens of workspaces are encrypted with it. "
        "`curbside teams new-key` makes one; keep it apart from the database."
    )


def public_url_missing(path: str) -> StartRefused:
    """Slack could lead nobody back from its page."""
    return StartRefused(
        f"CURBSIDE_PUBLIC_URL is not set: whoever installs the app comes back to {path} there."
    )


def token_refused(name: str, error: str) -> StartRefused:
    """Slack did not accept a token. ``error`` is Slack's error name."""
    return StartRefused(f"Slack did not accept {name} ({error}): copy it from {_WHERE[name]}.")


def unreachable(where: str) -> StartRefused:
    """Slack's Web API did not answer."""
    return StartRefused(f"Slack did not answer at {where}: check SLACK_API_URL and the network.")


def address_refused(host: str, port: int, error: OSError, variable: str = "PORT") -> StartRefused:
    """Nothing can listen there. ``variable`` sets the port."""
    where = f"{host}:{port}"
    if error.errno == errno.EADDRINUSE:
        return StartRefused(f"{where} is taken by another program: stop it, or set {variable}.")
    if error.errno == errno.EACCES:
        return StartRefused(f"This user may not listen at {where}: set {variable} above 1023.")
    return StartRefused(f"Nothing can listen at {where}: set HOST to an address of this machine.")


def schema_refused(current: str, newest: str) -> StartRefused:
    """The database lacks tables or columns that this version of the program uses."""
    has = f"has schema {current}, this program needs {newest}" if current else "has no tables yet"
    return StartRefused(f"The database of DATABASE_URL {has}: run `curbside migrate`.")
