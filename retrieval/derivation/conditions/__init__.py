"""For whom a claim holds, one dimension a module."""
