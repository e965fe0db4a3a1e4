"""Token usage of a message, with the unit prices of the day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genai_prices import Usage as Priced
from genai_prices import calc_price
from langchain_core.messages import AIMessage

from agents.turns import Usage

MILLION = 1_000_000
"""Tokens for which prices are listed: providers publish prices for one million tokens."""
_WRITTEN = ("cache_creation", "ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")
"""Details in which clients count what was put into the cache; each token stands in one of them."""


def usage_of(message: AIMessage, model: str) -> Usage:
    """What the provider counted; prices are unknown for a model that no price list has."""
    counted = message.usage_metadata
    given, written = (counted["input_tokens"], counted["output_tokens"]) if counted else (0, 0)
    details = counted.get("input_token_details") if counted else None
    told: Mapping[str, Any] = details or {}
    cached = min(told.get("cache_read") or 0, given)
    stored = min(sum(told.get(name) or 0 for name in _WRITTEN), given - cached)
    prices = unit_prices(model)
    return Usage(
        model=model,
        input_tokens=given,
        output_tokens=written,
        input_price_usd=_mean(given - cached - stored, prices.given, stored, prices.stored),
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
        input_price_usd=_price_of_both(first, second) if same else None,
        output_price_usd=first.output_price_usd if same else None,
        cached_tokens=first.cached_tokens + second.cached_tokens,
        cached_price_usd=(first.cached_price_usd or second.cached_price_usd) if same else None,
    )


def _price_of_both(first: Usage, second: Usage) -> float | None:
    read = [each.input_tokens - each.cached_tokens for each in (first, second)]
    return _mean(read[0], first.input_price_usd, read[1], second.input_price_usd)


def _mean(some: int, price: float | None, others: int, other_price: float | None) -> float | None:
    """The price of a token, of so many at each price; None when one that counts is unknown."""
    if not others:
        return price
    if not some:
        return other_price
    if price is None or other_price is None:
        return None
    return (some * price + others * other_price) / (some + others)


@dataclass(frozen=True, slots=True)
class UnitPrices:
    """US dollars per million tokens; None where no price list has the model."""

    given: float | None = None
    written: float | None = None
    cached: float | None = None
    """Of what was given, what came from the provider's cache."""
    stored: float | None = None
    """Of what was given, what the provider put into its cache: Anthropic asks a quarter more."""


def unit_prices(model: str) -> UnitPrices:
    """What a ``provider:model`` costs."""
    provider, _, name = model.partition(":")
    fresh = Priced(input_tokens=MILLION, output_tokens=MILLION)
    to_cache = Priced(input_tokens=MILLION, cache_write_tokens=MILLION, output_tokens=0)
    from_cache = Priced(input_tokens=MILLION, cache_read_tokens=MILLION, output_tokens=0)
    try:
        price = calc_price(fresh, name, provider_id=provider)
        cached = calc_price(from_cache, name, provider_id=provider).input_price
        stored = calc_price(to_cache, name, provider_id=provider).input_price
    except LookupError:
        return UnitPrices()
    given, written = float(price.input_price), float(price.output_price)
    return UnitPrices(given, written, float(cached), float(stored))
