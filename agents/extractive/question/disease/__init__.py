"""What a question names of the disease: its tumours, genes and variants."""
