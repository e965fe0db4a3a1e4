"""Faults of Web API calls, planned by a test.

A fault lets the first `skip` calls of its methods pass and applies to the next `times`. `drop`
cuts the connection after the call was carried out, `drop_before` without carrying it out;
`rate_limited`, `server_error` and `error` answer instead of the method; `delay` answers late,
after `seconds` of the workspace's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

FaultKind = Literal["drop", "drop_before", "rate_limited", "server_error", "error", "delay"]
FAULT_KINDS: tuple[str, ...] = get_args(FaultKind)


@dataclass(slots=True, kw_only=True)
class Fault:
    """One planned fault; `methods` empty means every method."""

    kind: FaultKind
    methods: tuple[str, ...] = ()
    times: int = 1
    skip: int = 0
    retry_after: int = 1
    """For `rate_limited`: seconds."""
    error: str = "fatal_error"
    """For `error`: Slack's error name."""
    seconds: float = 1.0
    """For `delay`."""
    hits: int = 0
    """To how many calls it applied."""

    def take(self, method: str) -> bool:
        """Whether the fault applies to this call of `method`; counts the call."""
        if self.times <= 0 or (self.methods and method not in self.methods):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.times -= 1
        self.hits += 1
        return True


@dataclass(slots=True)
class FaultPlan:
    """The planned faults, oldest first."""

    planned: list[Fault] = field(default_factory=list)

    def take(self, method: str) -> list[Fault]:
        """The faults that apply to this call of `method`; each counts the call."""
        return [fault for fault in self.planned if fault.take(method)]
