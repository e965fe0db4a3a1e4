"""Regimens, classes of drugs, and approvals that ended."""
