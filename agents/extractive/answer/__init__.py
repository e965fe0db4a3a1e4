"""The answer: bottom line, points, options that are not for this patient, missing facts; or a
gap."""
