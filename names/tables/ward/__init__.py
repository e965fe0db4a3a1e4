"""What clinicians write short: abbreviations of the ward, and names of laboratory values."""
