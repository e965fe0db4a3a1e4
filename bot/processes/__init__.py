"""The long-lived processes, and what must be there before one starts."""
