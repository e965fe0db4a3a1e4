"""What the logs hold."""

from __future__ import annotations

import io
import json
import logging

import structlog

from bot import logs


def test_logs_hold_classes_and_places_and_never_words() -> None:
    stream = io.StringIO()
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.configure("info")
    try:
        root.handlers[0].setStream(stream)  # type: ignore[attr-defined]
        try:
            raise ValueError("patient Jane Roe")
        except ValueError as error:
            logs.log("test").warning("run_broke", exc_info=error)
        logging.getLogger("some.library").warning("posting %s", "Jane Roe", exc_info=True)
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        structlog.reset_defaults()
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert lines[0]["error"] == ["ValueError", "Exception"]
    assert len(lines) == 2
    assert "Jane" not in stream.getvalue()
