"""How a service of records is asked, and how what it sends is read."""
