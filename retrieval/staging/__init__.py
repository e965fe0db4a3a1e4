"""Where documents wait and stay before any index has them. The only SQL of PostgreSQL here."""

from retrieval.staging.staging import Current, Staging

__all__ = ["Current", "Staging"]
