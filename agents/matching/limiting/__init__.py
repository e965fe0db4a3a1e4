"""By which facts of the patient a drug may be none, and what speaks of them."""
