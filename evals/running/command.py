"""What one command of ``curbside eval`` or ``curbside bench`` is."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from evals.running.extras import Extra, require
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox


def _needs_nothing(options: argparse.Namespace) -> Sequence[Extra]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Its arguments, what has to be installed for them, and the work."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Sandbox, Terminal], bool]
    """Whether every goal is met. May raise :class:`evals.running.errors.MeasurementFailed`."""
    needs: Callable[[argparse.Namespace], Sequence[Extra]] = _needs_nothing
    """The extras without which these options cannot be served."""


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """Where a command stands, and what the list of commands says about it. Its module is imported
    when it is run."""

    module: str
    help: str
    extras: tuple[Extra, ...] = ()
    """Those without which its module cannot be read at all."""

    def load(self) -> Command:
        """Raises :class:`evals.running.errors.MeasurementFailed` that names what is not
        installed."""
        require(self.extras)
        found: Command = import_module(self.module).COMMAND
        return found
