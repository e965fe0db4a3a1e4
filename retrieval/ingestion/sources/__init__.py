"""Where documents come from: one small adapter per public source."""
