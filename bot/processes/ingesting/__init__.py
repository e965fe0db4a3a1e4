"""Ingestion by several processes, on any machines: who takes batches, who waits for them."""
