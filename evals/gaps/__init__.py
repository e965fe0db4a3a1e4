"""Silos, tumours or fields taken away: is what cannot be answered any more recognised and named?"""
