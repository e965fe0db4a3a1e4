"""Pictures of evaluations as SVG, written without a library: they need nothing installed."""
