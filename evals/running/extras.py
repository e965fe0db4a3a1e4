"""The extras of the installation, and which of them is not there. Nothing is imported for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from evals.running.errors import MeasurementFailed


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra of ``pyproject.toml`` and the modules of it that a command imports."""

    name: str
    modules: tuple[str, ...]

    @property
    def missing_modules(self) -> tuple[str, ...]:
        """The modules that are not installed."""
        return tuple(name for name in self.modules if not _is_installed(name))


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # A package above it is missing.
        return False


def require(extras: Sequence[Extra]) -> None:
    """Raises :class:`MeasurementFailed` that names what is missing and how to install it."""
    lacking = [extra for extra in extras if extra.missing_modules]
    if lacking:
        modules = ", ".join(name for extra in lacking for name in extra.missing_modules)
        names = ",".join(extra.name for extra in lacking)
        raise MeasurementFailed(
            f"{modules} is not installed: `.venv/bin/pip install -c constraints.txt"
            f" -e '.[{names}]'`, or `make dev` for all."
        )
