"""What stands before the lines below an answer, in Slack, in the terminal and in the memory of a
thread. An earlier answer is cut at these words, so that what is named behind them does not count
as said."""

from __future__ import annotations

NOT_FOR_PATIENT = "Not for this patient"
WOULD_CHANGE = "What would change it"
NOT_FOUND = "Not found"
AFTER_ANSWER = (NOT_FOR_PATIENT, WOULD_CHANGE, NOT_FOUND + ":")
"""What begins the lines that follow the sentences of an answer."""
