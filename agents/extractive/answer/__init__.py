"""The answer: bottom line, points, what is not for this patient, what is missing; or a gap."""
