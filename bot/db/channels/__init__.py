"""What channels have chosen, who changed it, and how much was asked in them."""
