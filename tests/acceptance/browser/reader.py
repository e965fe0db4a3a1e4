"""A person who asks Curbside something in the page and reads what comes."""

from __future__ import annotations

import re
import time

from bot.rendering.answer.signs import LAST_REACTIONS
from tests.acceptance.browser.page import Locator, Window, expect
from tests.waiting import eventually

SLOW = 30_000
"""Milliseconds to wait for the end of a run; the worker may only just have started."""

WATCH = """() => {
  if (window.seen) return;
  window.seen = { reactions: [], texts: [] };
  const look = () => {
    for (const chip of document.querySelectorAll("[data-reaction]")) {
      const name = chip.dataset.reaction;
      if (!seen.reactions.includes(name)) seen.reactions.push(name);
    }
    for (const row of document.querySelectorAll("#thread article.message")) {
      const text = row.querySelector(".message-body").textContent;
      if (!seen.texts.includes(text)) seen.texts.push(text);
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""

MINE = """([words, began]) =>
  [...document.querySelectorAll("#channel article.message")]
    .filter((row) => row.textContent.includes(words) && Number(row.dataset.ts) > began)
    .at(-1)?.dataset.ts"""


class Reader:
    """One person at one window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.page = window.page
        self.thread = window.thread
        self.asked = ""
        """The ts of the question whose thread is open."""

    async def ask(self, question: str) -> None:
        """Ask in the channel, open the thread and read until its end."""
        await self.post(question)
        await self.wait_until_ended(self.root)
        await self._wait_for_steps()

    async def post(self, question: str) -> None:
        """Ask in the channel and open the thread."""
        await self.watch()
        began = time.time()
        await self.window.say(f"@Curbside {question}")
        posted = await self.page.wait_for_function(MINE, arg=[question, began])
        await self.open(await posted.json_value())

    async def open(self, asked: str) -> None:
        """Open the thread of a question that is there; as people do, once more if a redrawn message
        took no click."""
        self.asked = asked
        first = self.window.rows(self.thread).first
        await self.window.tool(self.root, "thread")
        try:
            await expect(first).to_be_visible()
        except AssertionError:
            await self.window.tool(self.root, "thread")
            await expect(first).to_be_visible()

    @property
    def root(self) -> Locator:
        """The question in the channel."""
        return self.window.channel.locator(f"article.message[data-ts='{self.asked}']")

    async def reply(self, question: str) -> None:
        """Ask in the open thread and read until the end."""
        await self.window.say(question, self.thread)
        people = self.thread.locator("article.message:not([aria-label^=Curbside])")
        await self.wait_until_ended(people.filter(has_text=question).last)
        await self._wait_for_steps()

    async def wait_until_ended(self, question: Locator) -> None:
        """Until the bot has left its last sign on the question and taken its first one back."""
        signs = ", ".join(f"[data-reaction={name}]" for name in LAST_REACTIONS)
        await expect(question.locator(signs)).to_be_visible(timeout=SLOW)
        await expect(question.locator("[data-reaction=eyes]")).to_have_count(0)

    async def _wait_for_steps(self) -> None:
        """Until every step shows what it found: the answer and its sign go before that."""
        looking = self.steps.filter(has_text="looking…")
        await expect(looking).to_have_count(0, timeout=SLOW)

    async def wait_for_words_of(self, other: Reader) -> None:
        """Until this window shows the thread as the other one does."""

        async def is_same() -> bool:
            return await self.words() == await other.words()

        await eventually(is_same, "both windows show the same thread")

    @property
    def steps(self) -> Locator:
        """The replies that show a step."""
        return self.window.row(re.compile(r"Step \d+ · "), self.thread)

    @property
    def last(self) -> Locator:
        """The last message of the thread that everybody sees."""
        return self.thread.locator("article.message:not(.ephemeral)").last

    @property
    def whispers(self) -> Locator:
        """The messages that only this person sees."""
        return self.thread.locator("article.message.ephemeral")

    async def words(self) -> list[str]:
        """All that everybody sees in the thread, message by message. Not `innerText`: of a row out
        of sight, which is not laid out, it leaves the breaks between blocks out."""
        bodies = self.thread.locator("article.message:not(.ephemeral) .message-body")
        return [re.sub(r"\s+", " ", text) for text in await bodies.all_text_contents()]

    async def watch(self) -> None:
        """From now on remember everything that appears, however briefly."""
        await self.page.evaluate(WATCH)

    async def read_texts(self, what: str) -> list[str]:
        """Since `watch`: the `reactions` or the `texts` that were there, in order."""
        found: list[str] = await self.page.evaluate(f"seen.{what}")
        return found
