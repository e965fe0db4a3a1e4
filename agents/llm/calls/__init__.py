"""What differs between the wires that chat models speak."""
