"""The family of errors that end an evaluation or a benchmark with one sentence."""

from __future__ import annotations


class MeasurementFailed(Exception):
    """An evaluation or a benchmark cannot be made; the message says why."""
