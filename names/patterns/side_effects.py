"""The words for what a drug does to the one who takes it, in one place for all that ask by them."""

SIDE_EFFECTS = (
    r"\bside[- ]?effects?\b",
    r"\badverse (?:drug )?(?:events?|reactions?|effects?)\b",
    r"\btoxicit(?:y|ies)\b|\btox\b",
    r"\bAEs?\b",
)
"""As questions have them. Contraception, warnings and risks are told in other words."""
