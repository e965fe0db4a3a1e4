"""SAS transport files of version 5, in which the CDISC pilot's tables lie, as CSV.

The layout: https://www.loc.gov/preservation/digital/formats/fdd/fdd000466.shtml and SAS's technical
note TS-140. Numbers are IBM's: base 16, exponent in excess of 64."""

from __future__ import annotations

import csv
import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass

_RECORD = 80
_NAMESTR = 140
"""Bytes of a record and of a variable's description (SAS, TS-140)."""
_MARK = b"HEADER RECORD*******NAMESTR HEADER RECORD!!!!!!!"
_OBSERVATIONS = b"HEADER RECORD*******OBS     HEADER RECORD!!!!!!!"
_MISSING = frozenset(b"._ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@dataclass(frozen=True, slots=True)
class _Variable:
    name: str
    is_number: bool
    length: int
    place: int


def csv_of_xport(content: bytes) -> bytes:
    """The one table of a transport file."""
    variables, rows = list(_variables(content)), content.index(_OBSERVATIONS) + _RECORD
    width = sum(each.length for each in variables)
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow([each.name for each in variables])
    for start in range(rows, len(content) - width + 1, width):
        row = content[start : start + width]
        if row.strip():
            writer.writerow([_value(row, each) for each in variables])
    return target.getvalue().encode()


def _variables(content: bytes) -> Iterator[_Variable]:
    head = content.index(_MARK)
    count = int(content[head + 54 : head + 58])
    for number in range(count):
        start = head + _RECORD + _NAMESTR * number
        kind, _, length, _ = struct.unpack(">hhhh", content[start : start + 8])
        name = content[start + 8 : start + 16].decode("ascii").strip()
        (place,) = struct.unpack(">l", content[start + 84 : start + 88])
        yield _Variable(name, kind == 1, length, place)


def _value(row: bytes, variable: _Variable) -> str:
    held = row[variable.place : variable.place + variable.length]
    if not variable.is_number:
        return held.decode("cp1252").strip()
    return _number(held.ljust(8, b"\0"))


def _number(held: bytes) -> str:
    if held[0] in _MISSING and not any(held[1:]):
        return ""
    mantissa = int.from_bytes(held[1:], "big")
    value = mantissa / 2**56 * 16.0 ** ((held[0] & 0x7F) - 64)
    return f"{-value if held[0] & 0x80 else value:.15g}"
