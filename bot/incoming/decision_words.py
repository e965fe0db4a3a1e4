"""What was decided about an event, in words for an admin."""

from __future__ import annotations

from collections.abc import Mapping

from bot.db.inbox import NOT_IN_SLACK, NOT_INSTALLED
from bot.incoming.routing import Reason

_IGNORED = "ignored: "
REASONS: Mapping[Reason, str] = {
    "a bot wrote it": "a bot did it, or Curbside itself, such as its own 👀",
    "not a stop sign": "a reaction other than 🛑 asks for nothing",
    "nothing runs": "it asked to stop, and no run of the thread was going on",
    "not for us": "no event that Curbside acts on",
    "a courtesy": 'only thanks, such as "ok" or "great"',
    "not our thread": "nobody had asked Curbside in this thread; it is looked at again if an older"
    " question to it arrives late",
    "no mention": "CURBSIDE_FOLLOW_UPS is `mention`, and the reply did not mention Curbside",
    "addressed to somebody else": "the reply mentions or names somebody else",
    "people talk to each other": "CURBSIDE_FOLLOW_UPS is `smart`, and the reply is a statement, an"
    " errand or a question to people",
    "no change to a question": "the edit changed no words, or the message was no question to"
    " Curbside",
    "nothing to stop": "a 🛑, and the message's run had ended (or it had none), or the deletion of"
    " a message that was no question to Curbside",
    "a button without effect": "no button of this version",
    "a command of another version": "the app in Slack declares a command that this version does not"
    " have",
}
_DECISIONS = {
    "ask": "a run was opened",
    "stop": "the runs that were going on were asked to stop",
    "edited": "the question was changed: what was said to it was marked",
    "deleted": "the question was deleted, or taken back by who asked it: what was said to it, too",
    "file deleted": "a file was deleted: what was said to the questions with it was taken back",
    "fact": "a run got a fact",
    "steering": "a run was told how to go on",
    "fork": "a run was made again from one of its steps",
    "why not": "the recorded reasons against an option were said in the thread",
    "told": "what was recorded of the last answer was said in the thread",
    "files": "the files of the thread were listed, or switched off or on again",
    "case": "the case of a thread is told in the morning what has changed for it, or no longer",
    "more": "the rest of an answer was said in the thread",
    "pressed": "something was shown to the person who pressed",
    "settings": "the settings of the channel were offered, or changed",
    "refused": "the person may not do that in this channel, or a limit is reached; they were told",
    "second reader": "colleagues were asked to read the findings blind",
    "marked": "a mark on an answer, a step or a citation, or a blind vote, was stored",
    "decided": "what the board decided on an answer was stored",
    "signed": "a signature of what the board decided, or a dissent, was stored",
    "published": "an answer that only the asker had seen was shown in the thread",
    "offered": "its writer, and nobody else, was shown a button that asks it",
    "asked for": "the question was posted for the person who asked it, to be answered there",
    "look-up": "a worker was told to show what the sources hold on one named thing",
    "home": "the person's Home was made anew",
    "command": "it was answered to the person who typed it",
    "help": "a hint was sent, for example that the message was empty or too long",
    "failed": "it broke five times; the asker was told",
}


def decision_in_words(state: str, decision: str) -> str:
    """What became of an event of the inbox, by the two columns that tell it."""
    if state == "received":
        return "not looked at yet; `bot` or `web` tries again every two seconds"
    if not decision.startswith(_IGNORED):
        return f"{decision}: {_DECISIONS[decision]}" if decision in _DECISIONS else decision
    reasons = {str(reason): meaning for reason, meaning in REASONS.items()}
    reasons[NOT_IN_SLACK] = "it was to be looked at again, and Slack no longer gives the message"
    reasons[NOT_INSTALLED] = "its workspace has taken the app out, or its token is revoked"
    meaning = reasons.get(decision.removeprefix(_IGNORED))
    return f"{decision} ({meaning})" if meaning else decision
