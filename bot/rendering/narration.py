"""What a thread shows of a run: a pure function from the view of a run to outbox rows.

The same view always gives the same rows under the same keys, so a run that is narrated again after
a crash changes nothing that is on Slack already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agents.endings.changes import changes_of
from agents.endings.exclusions import Exclusion
from agents.endings.standing import standing_of_run
from agents.facts.read_sheet import Message
from agents.turns import Ending, View
from bot.db.channels.choices import Display
from bot.db.outbox import FINAL, LATE, PROGRESS, Outgoing, SlackAddress
from bot.db.queue_places import LABEL
from bot.db.withdrawn_messages import REST
from bot.rendering import changed_questions, fact_sheet, plans, steering, steps
from bot.rendering.answer import answers, evidence, pictures
from bot.rendering.answer.question_label import question_label
from bot.rendering.answer.signs import SIGNS
from bot.rendering.blocks import Block, context, message_body, plain_text, split_into_messages
from bot.rendering.board import reply
from bot.rendering.links import PassageLinks
from bot.rendering.live.draft import with_stream
from bot.rendering.private.placing import place

HOLD_SECONDS = 0.25
"""Seconds that a step which still changes waits before its first post. Chosen by hand: searches and
a core without a model often come back sooner, and then one call to Slack does for both."""

QUIET_SECONDS = 2.0
"""Seconds before a run that shows no steps says that it is at work. Chosen by hand: a core without
a model has answered by then."""

EYES = "eyes"
ANSWER = "answer"
"""What the parts of the last words of a run begin with."""
_OF_GAP = SIGNS["not answered"].reaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How runs are shown."""

    links: PassageLinks
    display: Display = "steps"
    titles: Mapping[str, str] = field(default_factory=dict)
    """Title of each tool, by its name."""
    workspace: str = ""
    """Where links to messages begin, as ``https://team.slack.com/``."""


def eyes_reaction(run_id: str, address: SlackAddress, question_ts: str) -> Outgoing:
    """The first sign: eyes on the question."""
    return _reaction(run_id, address, question_ts, EYES, part="eyes")


def fact_reaction(run_id: str, address: SlackAddress, ts: str) -> Outgoing:
    """The sign that a fact was taken down."""
    return _reaction(run_id, address, ts, "memo", part="noted")


def thanks_reaction(own_id: str, address: SlackAddress, ts: str) -> Outgoing:
    """The sign that thanks were seen."""
    return _reaction(own_id, address, ts, "pray", part="thanked")


def waiting_body(label: str, before: int) -> Mapping[str, Any]:
    """What a question says that waits for others of its thread, by its label."""
    others = "one question" if before == 1 else f"{before} questions"
    words = f"⏳ Place {before + 1} in this thread: {others} before it · {label}".rstrip(" ·")
    notice = "Waiting: its place in the thread"
    blocks = [context(words)]
    return {"text": notice, "blocks": blocks, "plain": plain_text(blocks), LABEL: label}


def narrate(view: View, question_ts: str, style: Style) -> tuple[Outgoing, ...]:
    """Everything that the thread should show of the run now; of one without words nothing new."""
    if view.redacted is not None:
        return ()
    rows = place(_replies_of_state(view, question_ts, style), view, question_ts, style.workspace)
    is_deleted = view.withdrawn is not None and view.withdrawn.how == "deleted"
    return changed_questions.taken_back(rows) if is_deleted else rows


def _replies_of_state(view: View, question_ts: str, style: Style) -> tuple[Outgoing, ...]:
    thread = view.question.thread
    address = SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread)
    progress = (
        *(() if view.forked else _understood_messages(view, address)),
        *_fork_messages(view, address),
        *_steering_messages(view, address, style),
        *_PROGRESS[style.display](view, address, style),
    )
    if view.ending is None and view.drafting:
        blocks = answers.draft(view, style.links)
        growing = _message(
            view.run_id, _part(ANSWER, view), address, blocks, "Answer, being written"
        )
        return (*progress, with_stream(growing, view))
    if view.ending is None:
        return progress
    ending = _ending_messages(view, view.ending, address, question_ts, style)
    return (*progress, *ending, *_decision_messages(view, address))


def correction_messages(run_id: str, view: View, added: Sequence[Message]) -> tuple[Outgoing, ...]:
    """What a message with a fact changed (its words and files are *added*), after the run of
    *view* had ended: a reply that says so under the id of the message, *run_id*, and what was
    understood as it is now."""
    thread = view.question.thread
    address = SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread)
    corrected = replace(view, said=(*view.said, *added))
    blocks = fact_sheet.correction(view.sheet, corrected.sheet)
    reply = _message(run_id, "changed", address, blocks, "A fact was taken down")
    return (*_understood_messages(corrected, address), reply)


def more_messages(run_id: str, view: View, links: PassageLinks) -> tuple[Outgoing, ...]:
    """The rest of the answer of *view*, as replies to the message *run_id* that asked for more."""
    thread = view.question.thread
    address = SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread)
    return tuple(
        _message(
            view.run_id, f"{REST}-{run_id}-{number}", address, blocks, "The rest of the answer"
        )
        for number, blocks in enumerate(split_into_messages(answers.more(view, links)), start=1)
    )


def why_not_message(
    run_id: str, view: View, found: Sequence[Exclusion], links: PassageLinks
) -> Outgoing:
    """What was recorded against options, as a reply to the message *run_id* that asks for it."""
    thread = view.question.thread
    address = SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread)
    blocks = evidence.why_not_blocks(view, found, links)
    return _message(run_id, "why-not", address, blocks, "Why not")


def _understood_messages(view: View, address: SlackAddress) -> tuple[Outgoing, ...]:
    """What was understood. Until a step can carry it, this carries the Stop button; a core without
    a model is past that before it is posted."""
    blocks = fact_sheet.understood_blocks(view)
    if not blocks:
        return ()
    notice = "What was understood"
    if not _is_stopped_above(view):
        return (_message(view.run_id, "understood", address, blocks, notice),)
    waiting = [*blocks, steps.stop_button(0, view.run_id)]
    row = _message(view.run_id, "understood", address, waiting, notice)
    return (replace(row, delay=HOLD_SECONDS),)


def _is_stopped_above(view: View) -> bool:
    """Whether what was understood carries the Stop button: no step can yet."""
    at_work = view.own_steps or view.drafting or view.ending is not None
    return fact_sheet.is_news(view) and not view.forked and not at_work


def _steering_messages(view: View, address: SlackAddress, style: Style) -> Iterator[Outgoing]:
    first = view.forked.seq if view.forked else 0
    for each in (each for each in view.steering if each.seq > first):
        blocks = steering.steering_blocks(each, view, style.titles)
        notice = "Where it searches on"
        yield _message(view.run_id, f"steering{each.seq}", address, blocks, notice)


def _fork_messages(view: View, address: SlackAddress) -> Iterator[Outgoing]:
    """What a fork makes anew, and, when it is over, what that changed_questions."""
    if view.forked is None:
        return
    blocks = steering.fork_blocks(view)
    yield _message(view.run_id, "fork", address, blocks, "Again from an earlier step")
    if changes := changes_of(view):
        changed = steering.change_blocks(changes)
        row = _message(view.run_id, "changes", address, changed, "What the new answer changes")
        yield replace(row, priority=LATE)


def _decision_messages(view: View, address: SlackAddress) -> Iterator[Outgoing]:
    """What a board decided: one reply, which is changed when somebody changes or signs it."""
    if blocks := reply.decision_blocks(view):
        yield _message(view.run_id, reply.DECISION, address, blocks, reply.NOTICE)


def _part(name: str, view: View) -> str:
    """The part of a key: what a run says after it went on is said below, under keys of its own."""
    return f"{name}-r{view.resumptions}" if view.resumptions else name


def hint_message(run_id: str, address: SlackAddress, words: str, part: str = "help") -> Outgoing:
    """Plain sentences in the thread that are not the end of a run."""
    return _message(run_id, part, address, answers.failure(words), "A hint")


def file_forgotten(file_id: str, address: SlackAddress) -> Outgoing:
    """That what was said of a deleted file is taken back."""
    words = "A file was deleted in Slack, so what I said to the question with it is gone, too."
    row = hint_message(f"file-{file_id}", address, words, part=f"gone-{address.thread_ts}")
    return replace(row, priority=LATE)


def _ending_messages(
    view: View, ending: Ending, address: SlackAddress, question_ts: str, style: Style
) -> tuple[Outgoing, ...]:
    label = question_label(view.question, question_ts, style.workspace)
    behind = style.display != "steps"
    said = answers.render(view, ending, style.links, steps_behind=behind, label=label)
    spread = split_into_messages(changed_questions.blocks_of(view, ending, said))
    sign = SIGNS[standing_of_run(view, ending)]
    part, notice = _part(ANSWER, view), sign.notice
    posts = tuple(
        _message(view.run_id, f"{part}{number}" if number > 1 else part, address, blocks, notice)
        for number, blocks in enumerate(spread, start=1)
    )
    shown = pictures.picture_messages(view.run_id, _part("picture", view), address, ending)
    posts = (*posts, *shown)
    signs = _signs(view, sign.reaction, address, question_ts)
    if view.withdrawn is not None and view.withdrawn.was_live:
        # The run in its place has put its own eyes on the question by now.
        return (*posts, *signs)
    return (*posts, *signs, eyes_removal(view.run_id, address, question_ts))


def _signs(view: View, name: str, address: SlackAddress, question_ts: str) -> tuple[Outgoing, ...]:
    """The sign of the ending; another, or none, if the question was changed since."""
    off = replace(
        _ending_reaction(view.run_id, address, question_ts, name),
        part=_part("sign-changed", view),
        operation="unreact",
    )
    if view.withdrawn is None:
        signs = _signs_of_ending(view, name, address, question_ts)
        pencil = replace(off, body={"name": changed_questions.SIGN, "ts": question_ts})
        return (*signs, pencil) if view.question.replaces else signs
    if not view.withdrawn.was_live:
        # In the row of the sign that stands: the one of the ending may not be out yet.
        return (*_signs_of_ending(view, changed_questions.SIGN, address, question_ts), off)
    return _signs_of_ending(view, name, address, question_ts)[:-1]


def _signs_of_ending(
    view: View, name: str, address: SlackAddress, question_ts: str
) -> tuple[Outgoing, ...]:
    """The sign. That of a gap before it is taken away when the run went on."""
    sign = replace(
        _ending_reaction(view.run_id, address, question_ts, name), part=_part("sign", view)
    )
    if not view.resumptions:
        return (sign,)
    if name == _OF_GAP:
        return ()
    before = replace(
        sign,
        part=_part("sign-off", view),
        operation="unreact",
        body={"name": _OF_GAP, "ts": question_ts},
    )
    return (before, sign)


def _step_messages(view: View, address: SlackAddress, style: Style) -> tuple[Outgoing, ...]:
    over = view.ending is not None
    shown = [step for step in view.own_steps if step.thought.actions]
    rows: list[Outgoing] = []
    for step in shown:
        newest = step is shown[-1] and not view.drafting
        blocks = steps.render(step, view, style.titles, style.links, over=over, newest=newest)
        row = _message(view.run_id, "step", address, blocks, f"Step {step.number}")
        delay = HOLD_SECONDS if (step.pending or newest) and not over else 0.0
        rows.append(replace(row, seq=step.seq, priority=PROGRESS, delay=delay))
    return tuple(rows)


def _plan_messages(view: View, address: SlackAddress, style: Style) -> tuple[Outgoing, ...]:
    shown = tuple(step for step in view.own_steps if step.thought.actions)
    return tuple(
        Outgoing(
            run_id=view.run_id,
            seq=page.first.seq,
            part="plan",
            address=address,
            priority=PROGRESS,
            delay=HOLD_SECONDS if view.ending is None else 0.0,
            body={
                "text": "Steps so far",
                "blocks": page.blocks,
                "simple": page.simple,
                "plain": plain_text(page.simple),
            },
        )
        for page in plans.render(shown, view, style.titles, style.links)
    )


def _place_of_answer(view: View, address: SlackAddress, _style: Style) -> tuple[Outgoing, ...]:
    """While a run works, the message that will be its answer: it can stop the run."""
    if view.ending is not None or view.drafting or _is_stopped_above(view):
        return ()
    blocks = [context("⏳ I am looking this up."), steps.stop_button(0, view.run_id)]
    row = _message(view.run_id, _part(ANSWER, view), address, blocks, "At work")
    return (replace(row, delay=QUIET_SECONDS),)


_PROGRESS = {"steps": _step_messages, "plan": _plan_messages, "quiet": _place_of_answer}


def _message(
    run_id: str, part: str, address: SlackAddress, blocks: Sequence[Block], notice: str
) -> Outgoing:
    return Outgoing(
        run_id=run_id,
        seq=0,
        part=part,
        address=address,
        priority=FINAL,
        body=message_body(notice, blocks),
    )


def _reaction(run_id: str, address: SlackAddress, ts: str, name: str, *, part: str) -> Outgoing:
    return Outgoing(
        run_id=run_id,
        seq=0,
        part=part,
        address=address,
        operation="react",
        priority=FINAL,
        body={"name": name, "ts": ts},
    )


def _ending_reaction(run_id: str, address: SlackAddress, ts: str, name: str) -> Outgoing:
    """How the run ended; it follows the last words."""
    return replace(_reaction(run_id, address, ts, name, part="sign"), priority=LATE)


def eyes_removal(run_id: str, address: SlackAddress, ts: str) -> Outgoing:
    """The first sign goes."""
    gone = _reaction(run_id, address, ts, EYES, part="eyes-off")
    return replace(gone, operation="unreact", priority=LATE)
