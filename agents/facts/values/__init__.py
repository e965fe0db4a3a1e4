"""Clinical values as rows hold them, and what a later message makes of them."""
