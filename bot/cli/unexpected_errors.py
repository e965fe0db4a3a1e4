"""What the command line says of a fault of the program, and the log that keeps where it was.

The words of an exception may be those of a patient: neither is told them."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path

LOG = Path("logs") / "faults.log"
"""Below the data folder; a JSON object a line."""


class ErrorLogHandler(logging.Handler):
    """Of what is logged while a command runs, the words to standard error as ever; where an
    exception came from goes to the log."""

    def emit(self, record: logging.LogRecord) -> None:
        """As :class:`logging.Handler`."""
        said = record.getMessage()
        error = record.exc_info[1] if record.exc_info else None
        sys.stderr.write(f"{said} {_write_down(error)}\n" if error is not None else f"{said}\n")


def log_unexpected_errors() -> None:
    """From now on. A process that serves sets up logs of its own in place of it."""
    logging.getLogger().addHandler(ErrorLogHandler(logging.WARNING))


def unexpected_error_sentence(error: BaseException) -> str:
    """What is said of a fault. In a process that serves, its places go to the logs of that."""
    logger = logging.getLogger()
    if any(isinstance(each, ErrorLogHandler) for each in logger.handlers):
        where = _write_down(error)
    else:
        logger.error("fault", exc_info=error)
        where = f"({type(error).__name__}). Where it broke stands in the log."
    return f"Something broke inside Curbside {where} Please tell whoever runs it."


def _write_down(error: BaseException) -> str:
    """Write the fault down; says its class and where that is, or else tells the places."""
    from bot.settings import SettingsInvalid, read_settings

    places = _places(error)
    kind = type(error).__name__
    try:
        path = read_settings().home.absolute() / LOG
        path.parent.mkdir(parents=True, exist_ok=True)
        row = {"time": datetime.now(UTC).isoformat(timespec="seconds"), "places": places}
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
    except (OSError, SettingsInvalid) as refused:
        told = f"That could not be written down ({type(refused).__name__})"
        return f"({kind}). {told}: {', '.join(places)}."
    return f"({kind}). Where it broke stands at the end of {path}."


def _places(error: BaseException) -> list[str]:
    """From the first call to the fault, each error before the one that it brought about."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    frames = traceback.extract_tb(error.__traceback__)
    told = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return [*(_places(before) if before else []), *told, type(error).__qualname__]
