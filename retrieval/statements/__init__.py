"""Statements: what a document claims, for whom it holds, and on which record it rests."""
