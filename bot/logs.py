"""Structured logs. They hold ids, names, numbers and error classes; never the words of a message,
a token, or the text of an exception, which may quote either."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast


@contextmanager
def _without_rich() -> Iterator[None]:
    """structlog imports rich where it is installed, to print tracebacks in colour. The logs hold
    none, and rich takes 4 MB of each process for as long as it runs (measured)."""
    if "rich" in sys.modules:
        yield
        return
    sys.modules["rich"] = cast("Any", None)  # An import of it fails, as if it were missing.
    try:
        yield
    finally:
        del sys.modules["rich"]


with _without_rich():
    import structlog
    from structlog.typing import EventDict, WrappedLogger


def configure(level: str = "info") -> None:
    """Send the logs of this process to standard error, one JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *_PROCESSORS],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # Their lines at INFO and DEBUG repeat what was said.
    chatty_ones = ("slack_bolt", "slack_sdk", "procrastinate", "aiohttp.access", "sqlalchemy")
    for chatty in (*chatty_ones, "mcp", "uvicorn"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.getLogger("slack_sdk.socket_mode").setLevel(logging.CRITICAL)
    structlog.configure(
        processors=[
            *_PROCESSORS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def log(name: str) -> Any:
    """The logger of a module."""
    return structlog.get_logger(name)


def only_classes(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace an exception by the names of its classes and the places it came through."""
    info = event.pop("exc_info", None)
    error = sys.exc_info()[1] if info is True else info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        event["error"] = [kind.__name__ for kind in type(error).__mro__[:-2]]
        event["places"] = [
            f"{frame.name}:{frame.lineno}"
            for frame in traceback.extract_tb(error.__traceback__)[-6:]
        ]
    return event


def only_templates(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Lines of libraries: keep who and how bad; the words may be a person's."""
    record = event.get("_record")
    if event.get("_from_structlog") is False and isinstance(record, logging.LogRecord):
        event["event"] = f"{record.name}:{record.funcName}:{record.lineno}"
        event.pop("positional_args", None)
    return event


_PROCESSORS: list[Any] = [
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    only_classes,
    only_templates,
]
