"""The analyses themselves, and what they compute with."""
