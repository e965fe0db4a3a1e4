"""What the page of the API is made from."""
