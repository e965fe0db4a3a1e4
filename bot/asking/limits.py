"""How long a question may be, whichever way it comes."""

from __future__ import annotations

LONGEST_QUESTION = 12_000
"""Characters, as many as one markdown block of Slack takes. What is longer belongs into a file.
Other programs and the terminal take as many. ``bot.failures`` (which imports nothing from here),
docs/for-users.md and ``evals.reviews.cases`` write the number out; a test holds them to it."""
