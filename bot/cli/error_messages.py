"""What the command line says when something failed. In a channel
``bot.failures.sentences`` speaks; here the reader runs the program, so
paths and settings may be named. Never a secret."""

from __future__ import annotations

import errno

from agents.errors import AgentError, ModelMisconfigured
from bot.db.server.own_postgres import PostgresError
from bot.demo.children import ChildDied
from bot.demo.workspace_client import WorkspaceSilent
from bot.failures.database_refusals import why_unavailable
from bot.failures.errors import BotError
from bot.settings import SettingsInvalid
from retrieval.errors import DatabaseUnavailable, RetrievalError

SPEAKS_FOR_ITSELF = (
    AgentError,
    BotError,
    ChildDied,
    PostgresError,
    RetrievalError,
    SettingsInvalid,
    WorkspaceSilent,
)


_OTHER_FOLDER = "set CURBSIDE_HOME to another folder"
_WAYS_OUT = {
    errno.EEXIST: f"If the data folder is to be there, {_OTHER_FOLDER}.",
    errno.ENOTDIR: f"If the data folder is to be there, {_OTHER_FOLDER}.",
    errno.EACCES: f"Give your account the right to it; for data of Curbside, or {_OTHER_FOLDER}.",
    errno.ENOTEMPTY: "Move what is in it elsewhere, and start again.",
}
"""What to do, by what the system says of a file or folder."""


def plain_sentence(error: BaseException) -> str | None:
    """One sentence for an error that we know, None for one that we do not."""
    if isinstance(error, DatabaseUnavailable):
        return why_unavailable(error)
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return "The disk is full: make room, or set CURBSIDE_HOME to a folder on another."
    if isinstance(error, OSError) and error.filename is not None:
        way_out = _WAYS_OUT.get(error.errno or 0, "")
        return f"{error.filename} could not be used: {error.strerror}. {way_out}".strip()
    if isinstance(error, ModelMisconfigured) and error.detail:
        # In a channel it is told whom to ask; here that is who reads it.
        return f"The language model is not set up: {error.detail}"
    if isinstance(error, UnicodeEncodeError):
        return "What was typed holds bytes that are no text in UTF-8: type it again."
    return str(error) if isinstance(error, SPEAKS_FOR_ITSELF) else None
