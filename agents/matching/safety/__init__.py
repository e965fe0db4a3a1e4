"""Facts of the patient that a treatment has to weigh, and those that may limit a drug."""
