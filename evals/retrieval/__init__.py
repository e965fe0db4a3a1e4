"""How well documents are found: judged sets, methods, measures, and a report."""
