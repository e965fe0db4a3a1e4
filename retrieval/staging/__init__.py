"""Where documents wait and stay before any index has them. The only SQL of PostgreSQL here."""

from retrieval.staging.gatherings import Gathering, Staged
from retrieval.staging.staging import Current, Staging
from retrieval.staging.status import Tally

__all__ = ["Current", "Gathering", "Staged", "Staging", "Tally"]
