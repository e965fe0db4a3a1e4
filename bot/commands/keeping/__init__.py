"""Commands on what is stored: forgetting it, closing links to it, packing it for a board."""
