"""What Slack's clients check before a form goes to the app: required, length, form. Pure."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

from workspace.json_types import JsonObject
from workspace.slack_objects.input_values import STATE_FIELDS

MAX_TEXT = 3000
"""Characters of a text input (docs.slack.dev/reference/block-kit/block-elements)."""
MAX_FILES = 10
"""Of a file input that names no number."""
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@.]+")
_URL = re.compile(r"https?://[^\s/]+\S*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def find_problems(blocks: list[JsonObject], values: JsonObject) -> dict[str, str]:
    """What is wrong with the entries of a form: a sentence by block id; empty if nothing is.

    `values` is the form's `state.values`.
    """
    problems = {}
    for block in blocks:
        element = block.get("element", {})
        if block.get("type") != "input" or element.get("type") not in STATE_FIELDS:
            continue
        entry = values[block["block_id"]][element["action_id"]]
        problem = _problem(block, element, entry[STATE_FIELDS[element["type"]]])
        if problem:
            problems[str(block["block_id"])] = problem
    return problems


def _problem(block: JsonObject, element: JsonObject, value: Any) -> str:
    if value in (None, "", []):
        return "" if block.get("optional") else "Please complete this required field."
    if element["type"] == "file_input":
        return _files_problem(element, value)
    if isinstance(value, list):
        most = element.get("max_selected_items")
        return f"Choose no more than {most}." if most and len(value) > most else ""
    check = _CHECKS.get(element["type"])
    return check(element, value) if check else ""


def _files_problem(element: JsonObject, files: list[JsonObject]) -> str:
    most, taken = element.get("max_files", MAX_FILES), element.get("filetypes")
    if len(files) > most:
        return f"Choose no more than {most}."
    endings = {PurePath(file["name"]).suffix.lstrip(".").lower() for file in files}
    if taken and not endings <= {str(one).lower() for one in taken}:
        return f"Choose files of these kinds: {', '.join(taken)}."
    return ""


def _text_problem(element: JsonObject, value: str) -> str:
    least, most = element.get("min_length", 0), element.get("max_length", MAX_TEXT)
    if len(value) < least:
        return f"Enter at least {least} characters."
    return f"Enter no more than {most} characters." if len(value) > most else ""


def _email_problem(_: JsonObject, value: str) -> str:
    return "" if _EMAIL.fullmatch(value) else "Enter an email address, such as name@example.org."


def _url_problem(_: JsonObject, value: str) -> str:
    return "" if _URL.fullmatch(value) else "Enter a web address that begins with https://."


def _number_problem(element: JsonObject, value: str) -> str:
    if not _NUMBER.fullmatch(value):
        return "Enter a number."
    if "." in value and not element.get("is_decimal_allowed"):
        return "Enter a whole number."
    least, most = element.get("min_value"), element.get("max_value")
    if least and float(value) < float(least):
        return f"Enter {least} or more."
    return f"Enter {most} or less." if most and float(value) > float(most) else ""


_CHECKS = {
    "plain_text_input": _text_problem,
    "email_text_input": _email_problem,
    "url_text_input": _url_problem,
    "number_input": _number_problem,
}
