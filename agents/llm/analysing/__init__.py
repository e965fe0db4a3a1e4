"""Computes with the tables of a thread: plans, writes code, reviews what came of it."""
