"""What an event asks of us, decided without a look at the database or at Slack."""

from __future__ import annotations

from bot.incoming.routing.deciding import decide
from bot.incoming.routing.decisions import (
    AddToRun,
    Again,
    Ask,
    AskChanged,
    AskWritten,
    Decision,
    FollowUps,
    Fork,
    Help,
    Ignore,
    More,
    Offer,
    Reason,
    RoutingRules,
    Show,
    Steer,
    Stop,
    StoreReview,
    ThreadState,
    WhyNot,
    Withdraw,
)

__all__ = [
    "AddToRun",
    "Again",
    "Ask",
    "AskChanged",
    "AskWritten",
    "Decision",
    "FollowUps",
    "Fork",
    "Help",
    "Ignore",
    "More",
    "Offer",
    "Reason",
    "RoutingRules",
    "Show",
    "Steer",
    "Stop",
    "StoreReview",
    "ThreadState",
    "WhyNot",
    "Withdraw",
    "decide",
]
