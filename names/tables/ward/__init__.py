"""How clinicians write: abbreviations of the ward, names of laboratory values, and the language."""
