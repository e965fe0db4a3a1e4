"""The failures of the bot that are not a channel's business. The docstring is the message.

BotError
├── BatchFileUnreadable
├── BatchLineInvalid
├── ChangesNotUnderstood
├── ClientNameInvalid
├── ConversationNameInvalid
├── McpMissing
├── NameNotKnown
├── NoMessageLink
├── NoMoreQuestions
├── NoPacket
├── NoQuestion
├── NoRunInThread
├── NoSuchChannel
├── NoSuchDocument
├── NoSuchLanguage
├── NoTimeSpan
├── NothingToForget
├── PacketNeedsFile
├── QuestionTooLong
├── RunForgotten
├── RunIdTooShort
├── RunLeft
├── RunNotFound
├── RunWithoutWords
├── SiloNotSearched
├── TeamNotFound
├── TokenNotFound
├── TokenUnreadable
├── TooBusy
└── (others stand where they are raised: bot.failures.sentences, bot.demo)
"""

from __future__ import annotations

from retrieval.errors import sentence_of


class BotError(Exception):
    """The bot failed."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(f"{sentence_of(type(self))} {detail}".strip())


class BatchFileUnreadable(BotError):
    """The batch file could not be read."""


class BatchLineInvalid(BotError):
    """The batch file does not hold one sound JSON object a line."""


class ChangesNotUnderstood(BotError):
    """These words name no silo to search or leave out, and no fact of the patient: say it like
    "without ESMO", "trials too", "deeper" or "HER2 0". Nothing was asked."""


class ClientNameInvalid(BotError):
    """A client is named with 1 to 40 small letters, digits, points and hyphens, not "mcp"."""


class ConversationNameInvalid(BotError):
    """The name of a conversation may have 200 characters, all of them readable."""


class McpMissing(BotError):
    """`curbside mcp` needs the extra mcp: `pip install -c constraints.txt -e '.[mcp]'`."""


class NameNotKnown(BotError):
    """That names nothing that can be looked up."""


class NoMessageLink(BotError):
    """This is no link of a message in Slack; ⋮ beside the message has "Copy link"."""


class NoMoreQuestions(BotError):
    """No more questions are allowed now."""

    def __init__(self, detail: str = "", seconds: int = 1) -> None:
        super().__init__(detail)
        self.seconds = seconds


class NoPacket(BotError):
    """The file is no packet of this run in JSON: `curbside packet RUN --format json` writes one."""


class NoQuestion(BotError):
    """There is no question: give some words."""


class NoRunInThread(BotError):
    """No run that stands was asked in this thread; `curbside why LINK` says what became of a
    message."""


class NoSuchChannel(BotError):
    """That is no id of a channel: it is the last part of the channel's link in Slack ("Copy link"),
    such as C0123456789."""


class NoSuchDocument(BotError):
    """No silo holds a document of this id; `curbside explain` without it shows what is found. A
    question of several words goes in quotes."""


class LinksOfNothing(BotError):
    """Give the link of a message in a thread with answers, or a run with --run."""


class NoSuchLanguage(BotError):
    """Code is run that ends with .py (Python), .R (R) or .sh (Bash)."""


class NoTimeSpan(BotError):
    """A time span is a number of days or weeks, such as 90d or 12w, and at most 36,500 days."""


class NothingToForget(BotError):
    """Say what to forget: the link of a thread, --run, --user, --team or --older-than, which all
    have to fit; or --by-age alone."""


class PacketNeedsFile(BotError):
    """A DOCX file is not printed: say where to write it with --to FILE."""


class QuestionTooLong(BotError):
    """A question may have 12,000 characters: leave out what it does not depend on."""


class RunForgotten(BotError):
    """The words of this run were taken out: they were forgotten, or older than they may become."""


class RunIdTooShort(BotError):
    """Several runs begin with this id: give more of it, as `curbside runs` lists it."""


class RunLeft(BotError):
    """This process stops before the answer is there: ask for the run again, and it goes on."""


class RunNotFound(BotError):
    """No run has this id; `curbside runs` lists the newest."""


class RunWithoutWords(BotError):
    """The words of this run were taken out, so there is nothing to put into a packet;
    `curbside show` says why."""


class SiloNotSearched(BotError):
    """No silo of this name may be searched."""


class TeamNotFound(BotError):
    """No workspace with this id has installed the app: `curbside teams list` shows all."""


class TokenNotFound(BotError):
    """No token that holds has this id, and no client this name: `curbside tokens list`."""


class TokenUnreadable(BotError):
    """No key of CURBSIDE_TOKEN_KEYS reads the token of a workspace: put the key with which it was
    encrypted behind the first one, or install the app there again."""


class TooBusy(BotError):
    """Too many questions are being answered: ask again in a while."""
