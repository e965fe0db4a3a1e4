"""Which decision is carried out by what."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.incoming.carrying.additions import Additions
from bot.incoming.carrying.changes import ChangedQuestions
from bot.incoming.carrying.means import Means
from bot.incoming.carrying.offers import Offers
from bot.incoming.carrying.presses import Presses
from bot.incoming.carrying.questions import Questions
from bot.incoming.carrying.reasons import Reasons
from bot.incoming.carrying.replies import Replies
from bot.incoming.carrying.reviews import Reviews
from bot.incoming.carrying.steering import RunChanges
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import (
    AddToRun,
    Again,
    Ask,
    AskChanged,
    AskWritten,
    Decision,
    Fork,
    Help,
    Ignore,
    More,
    Offer,
    Show,
    Steer,
    Stop,
    StoreReview,
    WhyNot,
    Withdraw,
)

Carry = Callable[[int, Incoming, Any], Awaitable[None]]


def carriers(means: Means) -> Mapping[type[Decision], Carry]:
    """What is called for each kind of decision, with the row of the event and the event."""
    questions, replies = Questions(means), Replies(means)
    changed, offers = ChangedQuestions(means, questions), Offers(means, questions)
    changes, presses = RunChanges(means.database), Presses(means)
    return {
        Ask: questions.ask,
        AskChanged: changed.ask,
        AskWritten: offers.ask,
        Offer: offers.offer,
        Again: questions.again,
        AddToRun: Additions(means).add,
        Steer: changes.steer,
        Fork: changes.fork,
        Stop: replies.stop,
        Withdraw: changed.withdraw,
        More: replies.more,
        WhyNot: Reasons(means, questions).why_not,
        Help: replies.help,
        Ignore: replies.ignore,
        Show: presses.show,
        StoreReview: Reviews(means).store,
    }
