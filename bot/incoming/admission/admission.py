"""Whether somebody may ask in a channel, and whether what they ask may leave."""

from __future__ import annotations

from dataclasses import dataclass

from bot.db.channels.rules import ChannelRules, RulesOfChannels
from bot.incoming.admission.slack_access import SlackAccess
from bot.incoming.payloads.events import Incoming

NOT_NAMED = "In this channel only the people named in its settings can ask me."
NOT_BY_GUESTS = (
    "Guests and people of other organisations cannot change the settings of a channel. Nothing is"
    " changed."
)
NO_MEMBER = (
    "I am not in that channel yet, so I cannot write there. Invite me with `/invite @curbside`,"
    " then try again."
)
NO_GUESTS = (
    "In this channel guests and people of other organisations cannot ask me. A colleague who is"
    " neither can ask for you."
)


@dataclass(frozen=True, slots=True)
class Admission:
    """Asks Slack only where a rule depends on it."""

    channels: RulesOfChannels
    access: SlackAccess

    async def rules(self, incoming: Incoming) -> ChannelRules:
        """What holds in the channel of an event."""
        return await self.channels.rules(incoming.team, incoming.channel)

    async def refusal(self, incoming: Incoming, rules: ChannelRules) -> str:
        """Why the person may not ask here; empty if they may."""
        if rules.may_ask == "named" and incoming.user not in rules.askers:
            return NOT_NAMED
        if rules.may_ask == "members" and await self.access.is_guest(incoming.user):
            return NO_GUESTS
        return ""

    async def must_be_sealed(self, incoming: Incoming) -> bool:
        """Whether nothing of the question may go to models of others, whatever is set: a guest asks
        it, or people of another organisation read the channel."""
        if not self.channels.asks_others:
            return False
        if await self.access.is_guest(incoming.user):
            return True
        return not incoming.direct and await self.access.is_shared(incoming.channel)
