"""How an ending is told: its order, as text or JSON, and what stands beside a source."""
