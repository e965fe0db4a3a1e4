"""Carries out what people ask of the files of a thread."""

from __future__ import annotations

from collections.abc import Sequence

from agents.journal.thread_files import ThreadFile
from agents.replies.files import files_meant
from bot.db import event_transactions
from bot.db.keeping import thread_files
from bot.db.outbox import Outgoing
from bot.incoming.addressing import address_of, own_run_id, run_id_of, thread_of
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import ListFiles, SwitchFiles
from bot.rendering import file_lists, narration
from bot.rendering.channel.messages import refusal


class ThreadFiles:
    """Lists the files of a thread, and switches them."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def tell(self, row: int, incoming: Incoming, _decision: ListFiles) -> None:
        """Say which files the thread has, and what became of each."""
        if await self._is_refused(row, incoming):
            return
        files = await self._context.memory.files_of(thread_of(incoming))
        own_id, address = _own_id(incoming), address_of(incoming)
        known = {each.id for each in files}
        others = await self._context.discussions.files_in_thread(incoming)
        unread = [(card.name, by) for card, by in others if card.id not in known]
        told = [
            file_lists.list_message(own_id, address, files),
            *file_lists.others_message(own_id, address, unread),
        ]
        await event_transactions.finish_event(self._context.database, row, "files", told)

    async def switch(self, row: int, incoming: Incoming, decision: SwitchFiles) -> None:
        """Use a file no longer, or again, from the next question of the thread on."""
        if await self._is_refused(row, incoming):
            return
        own_id, address = _own_id(incoming), address_of(incoming)

        def meant(files: Sequence[ThreadFile]) -> Sequence[ThreadFile]:
            if decision.words is not None:
                return files_meant(decision.words, files)
            return [each for each in files if each.id == decision.file_id]

        def unchanged(
            found: Sequence[ThreadFile], files: Sequence[ThreadFile]
        ) -> Sequence[Outgoing]:
            words = _why_unchanged(found, is_used=decision.is_used)
            hint = narration.hint_message(own_id, address, words)
            return [hint] if found else [hint, file_lists.list_message(own_id, address, files)]

        wanted = thread_files.Switch(
            thread=thread_of(incoming),
            by=incoming.user,
            is_used=decision.is_used,
            meant=meant,
            tell=lambda run_id, switched: file_lists.switched_message(
                run_id, own_id, address, switched, incoming.user
            ),
            unchanged=unchanged,
        )
        await thread_files.switch(self._context.database, row, wanted, file_lists.LISTS)

    async def _is_refused(self, row: int, incoming: Incoming) -> bool:
        admission = self._context.admission
        why_not = await admission.refusal(incoming, await admission.rules(incoming))
        if why_not:
            told = refusal(
                _own_id(incoming), address_of(incoming), incoming.user, why_not, incoming.ts
            )
            await event_transactions.finish_event(self._context.database, row, "refused", [told])
        return bool(why_not)


def _own_id(incoming: Incoming) -> str:
    """The id under which is said what answers the event: of its message, or of the press."""
    if incoming.kind == "action":
        return run_id_of(incoming.team, incoming.channel, incoming.event_id)
    return own_run_id(incoming)


def _why_unchanged(found: Sequence[ThreadFile], *, is_used: bool) -> str:
    if not found:
        return "I do not know which file you mean. Name it as it is listed, or press its button."
    if not any(each.text for each in found):
        return "I could not read that file, so it is not used in any case."
    return "That file is used already." if is_used else "That file is not used already."
