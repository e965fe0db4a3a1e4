"""A hospital's own protocols, invented for this evaluation, and questions that only they answer."""
