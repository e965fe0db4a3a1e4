"""Tokens of a text for models whose own tokeniser is not here.

Providers' tokenisers are not at hand without a download, so MiniLM's counts for them. Its
vocabulary of 30,000 pieces cuts prose at least as finely as theirs of 50,000 to 250,000; numbers,
blanks and marks it may cut more coarsely. Therefore a quarter of every window stays free, digits
count one by one, and what it does not know (emoji, sequences without a blank) counts by its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tokenizers import Tokenizer

from retrieval.embedding.minilm.embedder import installed_folder, open_tokenizer

LONGEST_PIECE = 16
"""No vocabulary has many longer ones. Chosen by hand."""

Spans = tuple[tuple[int, int], ...]


def usable(window: int) -> int:
    """How many tokens as counted here surely fit a window of so many of the provider's."""
    return window * 3 // 4


def token_spans(text: str) -> Spans:
    """Where each token stands, in code points; what counts double stands there twice. Raises
    :class:`retrieval.errors.EmbedderUnavailable` when MiniLM's package is missing."""
    tokenizer = _tokenizer()
    unknown = tokenizer.token_to_id("[UNK]")
    encoding = tokenizer.encode(text, add_special_tokens=False)
    found = zip(encoding.ids, encoding.offsets, strict=True)
    return tuple(
        span
        for token, (start, end) in found
        for span in _pieces(text, start, end, strange=token == unknown)
    )


def count_tokens(text: str) -> int:
    """How many tokens at most, as :func:`token_spans` counts."""
    return len(token_spans(text))


def _pieces(text: str, start: int, end: int, *, strange: bool) -> Iterator[tuple[int, int]]:
    if strange or end - start > LONGEST_PIECE:
        for place in range(start, end):
            for _ in text[place].encode(errors="replace"):
                yield place, place + 1
    elif text[start:end].isdigit():
        yield from ((place, place + 1) for place in range(start, end))
    else:
        yield start, end


@cache
def _tokenizer() -> Tokenizer:
    return open_tokenizer(installed_folder() / "tokenizer.json")
