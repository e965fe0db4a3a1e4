"""What is said of a provider that did not answer. Pure."""

from __future__ import annotations

from retrieval.retry import CallFailure


def failure_sentence(failure: CallFailure, service: str, model: str, key: str) -> str:
    """One sentence on what to do. ``key`` is the name of the setting that holds the key; neither
    the key nor the provider's own words are in it."""
    if failure.unreadable:
        return f"{service} sent an answer that cannot be read."
    if failure.timed_out:
        return f"{service} did not answer in time."
    known = {
        0: "cannot be reached; check the address and the network.",
        401: f"refused the key; check {key}.",
        403: f"refused the key; check {key}.",
        # Cohere's status for a token that is not valid (docs.cohere.com, errors).
        498: f"refused the key; check {key}.",
        404: f"does not know the model {model}, or its address is wrong.",
        413: "was asked for too much at once.",
        429: "had too many requests, or its quota is used up; try again later.",
    }
    other = (
        f"failed (status {failure.status}); try again later."
        if failure.status >= 500
        else f"did not accept the request (status {failure.status}); check the model {model}."
    )
    return f"{service} {known.get(failure.status, other)}"
