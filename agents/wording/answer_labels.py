"""What stands before the lines below an answer, in Slack, in the terminal and in the memory of a
thread. An earlier answer is cut at these words, so that what is named behind them does not count
as said."""

from __future__ import annotations

import re

NOT_FOR_PATIENT = "Not for this patient"
UNTIL_CHECKED = "To be checked before"
WOULD_CHANGE = "What would change it"
NOT_FOUND = "Not found"
AFTER_ANSWER = (NOT_FOR_PATIENT, UNTIL_CHECKED + ":", WOULD_CHANGE, NOT_FOUND + ":")
"""What begins the lines that follow the sentences of an answer."""
SILENCE = "the source states no safety"
"""How the reason begins if a source does not speak of a fact of the patient."""
_SILENT = re.compile(rf"{SILENCE}[^;]{{0,200}}; here: [^;]{{1,200}}")


def without_refusals(answer: str) -> str:
    """An earlier answer up to where it names what is no option, or not yet."""
    return answer.split(NOT_FOR_PATIENT)[0].split(UNTIL_CHECKED + ":")[0]


def label_of_refusal(is_to_check: bool) -> str:
    """What stands before an option and the reason against it. That a source does not speak of a
    fact refuses nothing: the fact is to be checked."""
    return UNTIL_CHECKED if is_to_check else NOT_FOR_PATIENT


def tells_only_silence(reason: str) -> bool:
    """Whether a reason that was written down without its kind says only that the source does not
    speak of a fact."""
    rest = _SILENT.sub("", reason).replace("by another indication:", "")
    return reason.startswith(SILENCE) and not rest.strip(" ;")
