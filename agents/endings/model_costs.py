"""What the model calls of a run cost."""

from __future__ import annotations

from dataclasses import dataclass

from agents.turns import View


@dataclass(frozen=True, slots=True)
class RunCosts:
    """Tokens and money of a whole run."""

    given: int
    cached: int
    """Of those given, what the provider had in its cache."""
    written: int
    cost_usd: float | None
    """None when the price of a call is unknown."""


def spent_on(view: View) -> RunCosts:
    """The sum over all calls."""
    costs = [usage.cost_usd for usage in view.usage]
    known = [cost for cost in costs if cost is not None]
    return RunCosts(
        given=sum(usage.input_tokens for usage in view.usage),
        cached=sum(usage.cached_tokens for usage in view.usage),
        written=sum(usage.output_tokens for usage in view.usage),
        cost_usd=round(sum(known), 6) if len(known) == len(costs) else None,
    )


def spent_words(view: View) -> str:
    """The same in words; nothing for a run that called no model."""
    if not view.usage:
        return ""
    spent = spent_on(view)
    cached = f" ({spent.cached:,} of them cached)" if spent.cached else ""
    cost = "" if spent.cost_usd is None else f", ${spent.cost_usd:.4f}"
    return f"{spent.given:,} tokens in{cached}, {spent.written:,} out{cost}"


def took_words(view: View) -> str:
    """``1 min 12 s · $0.0123 · claude-opus-4``: what an answer took, for people; nothing for a run
    that called no model."""
    if not view.usage:
        return ""
    spent = spent_on(view)
    cost = "price not known" if spent.cost_usd is None else f"${spent.cost_usd:.4f}"
    models = ", ".join(dict.fromkeys(usage.model for usage in view.usage if usage.model))
    return " · ".join([_time_words(view.seconds), cost, models])


def _time_words(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
