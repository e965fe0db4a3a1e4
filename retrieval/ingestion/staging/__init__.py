"""Where documents wait and stay before any index has them. The only SQL of PostgreSQL here."""

from retrieval.ingestion.staging.harvests import Harvest, StagedPage
from retrieval.ingestion.staging.staging import CurrentVersion, Staging
from retrieval.ingestion.staging.status import Tally

__all__ = ["CurrentVersion", "Harvest", "StagedPage", "Staging", "Tally"]
