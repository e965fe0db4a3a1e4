"""Token usage of a message, with the unit prices of the day."""

from __future__ import annotations

from dataclasses import dataclass

from genai_prices import Usage as Priced
from genai_prices import calc_price
from langchain_core.messages import AIMessage

from agents.turns import Usage

MILLION = 1_000_000


def usage_of(message: AIMessage, model: str) -> Usage:
    """What the provider counted; prices are unknown for a model that no price list has."""
    counted = message.usage_metadata
    given, written = (counted["input_tokens"], counted["output_tokens"]) if counted else (0, 0)
    details = counted.get("input_token_details") if counted else None
    cached = min((details or {}).get("cache_read") or 0, given)
    prices = unit_prices(model)
    return Usage(
        model=model,
        input_tokens=given,
        output_tokens=written,
        input_price_usd=prices.given,
        output_price_usd=prices.written,
        cached_tokens=cached,
        cached_price_usd=prices.cached if cached else None,
    )


def total_usage(first: Usage, second: Usage) -> Usage:
    """Of two calls made for one row. Of two models the prices are unknown for the sum."""
    if not first.model:
        return second
    same = first.model == second.model
    return Usage(
        model=first.model if same else f"{first.model} + {second.model}",
        input_tokens=first.input_tokens + second.input_tokens,
        output_tokens=first.output_tokens + second.output_tokens,
        input_price_usd=first.input_price_usd if same else None,
        output_price_usd=first.output_price_usd if same else None,
        cached_tokens=first.cached_tokens + second.cached_tokens,
        cached_price_usd=(first.cached_price_usd or second.cached_price_usd) if same else None,
    )


@dataclass(frozen=True, slots=True)
class UnitPrices:
    """US dollars per million tokens; None where no price list has the model."""

    given: float | None = None
    written: float | None = None
    cached: float | None = None
    """Of what was given, what came from the provider's cache."""


def unit_prices(model: str) -> UnitPrices:
    """What a ``provider:model`` costs."""
    provider, _, name = model.partition(":")
    fresh = Priced(input_tokens=MILLION, output_tokens=MILLION)
    from_cache = Priced(input_tokens=MILLION, cache_read_tokens=MILLION, output_tokens=0)
    try:
        price = calc_price(fresh, name, provider_id=provider)
        cached = calc_price(from_cache, name, provider_id=provider).input_price
    except LookupError:
        return UnitPrices()
    return UnitPrices(float(price.input_price), float(price.output_price), float(cached))
