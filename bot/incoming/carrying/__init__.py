"""What becomes of a decision. One module for each kind of decision, and a table of them."""
