"""Which model has which part of a run: plan, execute, conclude, check."""

from __future__ import annotations

from dataclasses import dataclass

from agents.llm.calls.provider import CallSettings, NamedModel, Provider, open_model


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelNames:
    """The models by ``provider:model``. A part without one of its own is the first model's."""

    model: str
    fallback: str | None = None
    """Answers when the model of a part is down."""
    planner: str | None = None
    """Has the first thought."""
    executor: str | None = None
    """Has the further thoughts, reads documents and shortens what a run has found."""
    concluder: str | None = None
    """Writes the answer, in a call of its own, and mends it."""
    checker: str | None = None
    """Holds verified sentences against their quotes once more."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The models, opened."""

    planner: Provider
    executor: Provider
    concluder: Provider | None = None
    """None: who has nothing more to search writes the answer."""
    checker: Provider | None = None


def open_roles(
    names: ModelNames, *, base_url: str | None, tuning: CallSettings, is_trusted: bool = False
) -> Roles:
    """Each model once, however many parts it has. ``is_trusted``: the models at ``base_url`` may
    see who a patient is; a fallback is at its provider's own address and never may. Raises
    :class:`agents.errors.ModelMisconfigured`."""
    second = (
        open_model(names.fallback, base_url=None, seconds=tuning.seconds, tuning=tuning)
        if names.fallback
        else None
    )
    opened: dict[tuple[str, bool], Provider] = {}

    def open_here(name: str, *, is_replaced: bool = True) -> Provider:
        fallback = second if is_replaced else None
        return opened.setdefault((name, is_replaced), _provider(name, fallback))

    def _provider(name: str, fallback: NamedModel | None) -> Provider:
        first = open_model(
            name, base_url=base_url, seconds=tuning.seconds, is_trusted=is_trusted, tuning=tuning
        )
        return Provider(first, fallback, calls=tuning.calls)

    return Roles(
        planner=open_here(names.planner or names.model),
        executor=open_here(names.executor or names.model),
        concluder=open_here(names.concluder) if names.concluder else None,
        # What it cannot check stays as it is: nobody has to stand in for it.
        checker=open_here(names.checker, is_replaced=False) if names.checker else None,
    )
