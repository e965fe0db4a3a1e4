"""What is written in a PDF and not seen on its pages."""
