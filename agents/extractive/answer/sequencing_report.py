"""What is said of a sequencing report before its rows are looked up, and in their place."""

from __future__ import annotations

from agents.reports.attached import asked_of_reports, left_out, looked_up, reports_of
from agents.turns import Reply, View

_ONLY_ROWS = "Ask “what is actionable?” to have them looked up, or ask for one by its name."
_NO_ROW = (
    "I looked none of it up: the report calls every variant it names uncertain or benign, and no"
    " marker of the tumour high or positive. Ask for one by its name."
)


_NOTHING_TAKEN = (
    "I took no variant in it as a finding: its layout is one that I do not read, or it tells none."
    " Compare with the report, and ask for a variant by its name."
)


def reply_on_report(view: View) -> Reply | None:
    """The reply to a message that asks for the rows of a report, or of which no row is looked up;
    None for any other. The rows themselves are shown with it."""
    asked = asked_of_reports(view)
    if asked is None or (asked == "actionable" and looked_up(view)):
        return None
    if not any(each.report.variants for each in reports_of(view)):
        return Reply(text=f"{_names(view)} {_NOTHING_TAKEN}")
    return Reply(text=f"{_names(view)} {_NO_ROW if asked == 'actionable' else _ONLY_ROWS}")


def reading_of_report(view: View) -> str:
    """What was read of the reports and how much of it is looked up; empty for a question on
    anything else."""
    if asked_of_reports(view) != "actionable":
        return ""
    taken, left = len(looked_up(view)), len(left_out(view))
    rest = f"; {left} I leave" if left else ""
    return f"{_names(view)} I look up {taken} of what they name{rest}."


def _names(view: View) -> str:
    reports = reports_of(view)
    files = ", ".join(each.file for each in reports)
    rows = sum(len(each.report.variants) for each in reports)
    return f"I read {rows} {'variant' if rows == 1 else 'variants'} in {files}."
