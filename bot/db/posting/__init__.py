"""Questions that we post for somebody."""
