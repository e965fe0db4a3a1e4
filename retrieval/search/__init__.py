"""How a query finds documents: its terms and vectors, and the fusion of both legs."""
