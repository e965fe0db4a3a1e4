"""Token usage of a message, with the unit prices of the day."""

from __future__ import annotations

from genai_prices import Usage as Priced
from genai_prices import calc_price
from langchain_core.messages import AIMessage

from agents.turns import Usage

MILLION = 1_000_000


def usage_of(message: AIMessage, model: str) -> Usage:
    """What the provider counted; prices are unknown for a model that no price list has."""
    counted = message.usage_metadata
    given, written = (counted["input_tokens"], counted["output_tokens"]) if counted else (0, 0)
    input_price, output_price = unit_prices(model)
    return Usage(
        model=model,
        input_tokens=given,
        output_tokens=written,
        input_price_usd=input_price,
        output_price_usd=output_price,
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
    )


def unit_prices(model: str) -> tuple[float | None, float | None]:
    """US dollars per million input and output tokens of a ``provider:model``."""
    provider, _, name = model.partition(":")
    try:
        price = calc_price(
            Priced(input_tokens=MILLION, output_tokens=MILLION), name, provider_id=provider
        )
    except LookupError:
        return None, None
    return float(price.input_price), float(price.output_price)
