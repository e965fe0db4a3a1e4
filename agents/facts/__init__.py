"""The fact sheet: what a thread says of its patient."""
