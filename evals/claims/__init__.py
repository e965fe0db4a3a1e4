"""Whether the check of sentences and quotes tells lies from honest sentences."""
