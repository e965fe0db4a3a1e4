"""The gene panel for breast cancer, and what public sources are asked about it."""

from retrieval.ingestion.panel.genes import CRITERIA, FILE, GROUPS, PanelGene, panel
from retrieval.ingestion.panel.requests import panel_requests

__all__ = ["CRITERIA", "FILE", "GROUPS", "PanelGene", "panel", "panel_requests"]
