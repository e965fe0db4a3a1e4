"""Questions that are asked by a press or in a form, and not in a message."""
