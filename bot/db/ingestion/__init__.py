"""Batches of an ingestion in the queue, and what went wrong in them."""
