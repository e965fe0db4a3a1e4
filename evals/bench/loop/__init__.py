"""What the loop over its journal costs."""
