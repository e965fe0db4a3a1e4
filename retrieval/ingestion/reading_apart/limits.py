"""What reading one file may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLimits:
    """For one file. All chosen by hand: several times what the largest honest files took."""

    seconds: float = 240.0
    """From handing the file over until its text is there."""
    processor_seconds: int = 180
    memory: int = 1 << 30
    """Bytes of addresses beyond what the process has when it starts; macOS does not keep it."""
    output: int = 64 << 20
    """Bytes of what is read out of a file."""


FOR_INGESTION = ReadLimits()
FOR_ATTACHMENTS = ReadLimits(seconds=60.0, processor_seconds=40)
"""Somebody waits for the answer; a page with a table takes about 0.15 seconds of the processor."""
