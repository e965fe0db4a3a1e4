"""The form in which people change the settings of a channel: a modal of Slack. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from bot.db.channels.choices import ChannelChoices
from bot.rendering.blocks import Block, context
from bot.rendering.forms.inputs import (
    MOST_OPTIONS,
    input_block,
    menu_input,
    option,
    options_of,
    plain_text_object,
)
from bot.rendering.forms.modals import modal

FORM = "channel_settings"
"""The callback id of the form."""
NO, YES = "no", "yes"
AS_FOR_ALL = "usual"
"""The option for what is set for all channels."""
NUMBERS: Mapping[str, tuple[str, str]] = {
    "steps": ("Steps that a question may have", "Fewer are sooner done and find less."),
    "questions_a_day": ("Questions in this channel in 24 hours", ""),
    "questions_a_day_each": ("Questions of one person here in 24 hours", ""),
    "keep_days": (
        "Days that the words of its questions and answers are kept in the database",
        "What stands in Slack stays there.",
    ),
}
"""The settings that are numbers, each with its label and its hint; empty: as for all."""
HIGHEST = 36_500
Highest = Mapping[str, int]
"""What is set for all channels, by the names of numbers: a channel can allow less alone."""
_NO_LIMITS: Highest = {}
_NOT_A_NUMBER = "Enter a whole number from 1 to {most}, or nothing."
_NOT_ALLOWED = (
    "Enter a whole number from 1 to {most}, or nothing: {most} is set for all channels, and a"
    " channel can only have less."
)
_USUAL = "As set for all channels"
_DISPLAYS = {
    AS_FOR_ALL: _USUAL,
    "steps": "A reply for each step",
    "plan": "One message with the progress",
    "quiet": "The answer only",
}
_FOLLOW_UPS = {
    AS_FOR_ALL: _USUAL,
    "mention": "Only replies that mention Curbside",
    "smart": "Replies that are meant for Curbside",
    "always": "All replies",
}
_MAY_ASK = {
    "everyone": "Everybody in the channel",
    "members": "Everybody but guests and other organisations",
    "named": "The people named below",
}
_ANSWERS = {
    NO: "In the thread",
    YES: "Only to the person who asked, who can then publish them",
}
_DIGESTS = {
    AS_FOR_ALL: "Never",
    "daily": "Every morning, if anything was marked",
    "weekly": "On Monday mornings, if anything was marked",
}
_HOSTED = {NO: _USUAL, YES: "Nothing goes to models of others"}
_MENUS: Mapping[str, Mapping[str, str]] = {
    "display": _DISPLAYS,
    "follow_ups": _FOLLOW_UPS,
    "no_hosted_models": _HOSTED,
    "private_first": _ANSWERS,
    "may_ask": _MAY_ASK,
    "digest": _DIGESTS,
}


class TitledSilo(Protocol):
    """A silo, as the form names it."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...


def settings_form(
    chosen: ChannelChoices,
    silos: Sequence[TitledSilo],
    at: Mapping[str, str],
    highest: Highest = _NO_LIMITS,
) -> dict[str, Any]:
    """The form with what is chosen now. ``at`` are the ids that come back with it."""
    blocks = [
        context("They hold for this channel from the next question on. Everybody is told."),
        menu_input(
            "display", "What a thread shows of a question", options_of(_DISPLAYS), chosen.display
        ),
        menu_input(
            "follow_ups", "Replies in its threads", options_of(_FOLLOW_UPS), chosen.follow_ups
        ),
        _silos(chosen, silos),
        menu_input(
            "no_hosted_models",
            "Models of others",
            options_of(_HOSTED),
            YES if chosen.no_hosted_models else NO,
        ),
        menu_input(
            "private_first",
            "Where answers go",
            options_of(_ANSWERS),
            YES if chosen.private_first else NO,
        ),
        menu_input("may_ask", "Who may ask", options_of(_MAY_ASK), chosen.may_ask),
        _people("askers", "People who may ask, if they are named", chosen.askers),
        _people("reviewers", "People who may mark answers; none: all", chosen.reviewers),
        menu_input("digest", "Digest of marks on answers", options_of(_DIGESTS), chosen.digest),
        *(_number(name, getattr(chosen, name), highest.get(name)) for name in NUMBERS),
    ]
    return modal(FORM, "Settings", blocks, at)


def words_of_choice(setting: str, value: Any) -> str:
    """What the form calls a value of a menu; empty for what is no menu."""
    options = _MENUS.get(setting, {})
    entry = AS_FOR_ALL if value is None else {True: YES, False: NO}.get(value, value)
    return options.get(entry, "")


def read_choices(entries: Mapping[str, str]) -> ChannelChoices:
    """What was entered; the numbers have been checked by :func:`problems_with`."""
    numbers = {name: int(entries[name]) if entries.get(name) else None for name in NUMBERS}
    given = {
        "display": _unless_usual(entries.get("display", ""), _DISPLAYS),
        "follow_ups": _unless_usual(entries.get("follow_ups", ""), _FOLLOW_UPS),
        "digest": _unless_usual(entries.get("digest", ""), _DIGESTS),
        "may_ask": _unless_usual(entries.get("may_ask", ""), _MAY_ASK) or "everyone",
        "no_hosted_models": entries.get("no_hosted_models") == YES,
        "private_first": entries.get("private_first") == YES,
        "without": _several(entries.get("without", "")),
        "askers": _several(entries.get("askers", "")),
        "reviewers": _several(entries.get("reviewers", "")),
        **numbers,
    }
    return ChannelChoices(**cast("Any", given))


def problems_with(entries: Mapping[str, str], highest: Highest = _NO_LIMITS) -> Mapping[str, str]:
    """What is wrong with what was entered, by its blocks: the person sees it beside the entry."""
    wrong = {}
    for name in NUMBERS:
        most = highest.get(name)
        if not _is_number(entries.get(name, ""), HIGHEST if most is None else most):
            wrong[name] = (_NOT_ALLOWED if most else _NOT_A_NUMBER).format(most=most or HIGHEST)
    if entries.get("may_ask") == "named" and not entries.get("askers"):
        wrong["askers"] = "Name who may ask."
    return wrong


def _is_number(entered: str, most: int) -> bool:
    words = entered.strip()
    return not words or (words.isascii() and words.isdecimal() and 1 <= int(words) <= most)


def _unless_usual(entered: str, options: Mapping[str, str]) -> str | None:
    return entered if entered in options and entered != AS_FOR_ALL else None


def _several(entered: str) -> tuple[str, ...]:
    return tuple(sorted(each for each in entered.split(",") if each))


def _silos(chosen: ChannelChoices, silos: Sequence[TitledSilo]) -> Block:
    options = [option(silo.title, silo.name) for silo in silos][:MOST_OPTIONS]
    element: Block = {
        "type": "multi_static_select",
        "action_id": "without",
        "options": options,
        "placeholder": plain_text_object("All are searched"),
    }
    left_out = [one for one in options if one["value"] in chosen.without]
    element |= {"initial_options": left_out} if left_out else {}
    return input_block("without", "Silos that are not searched", element, required=False)


def _people(name: str, label: str, chosen: Sequence[str]) -> Block:
    element: Block = {"type": "multi_users_select", "action_id": name}
    element |= {"initial_users": list(chosen)} if chosen else {}
    return input_block(name, label, element, required=False)


def _number(name: str, value: int | None, most: int | None) -> Block:
    label, hint = NUMBERS[name]
    hint = " ".join(filter(None, (hint, f"At most {most}, as for all." if most else "")))
    element: Block = {
        "type": "plain_text_input", "action_id": name, "max_length": 5,
        "placeholder": plain_text_object(_USUAL),
    }  # fmt: skip
    element |= {"initial_value": str(value)} if value is not None else {}
    return input_block(name, label, element, required=False, hint=hint)
