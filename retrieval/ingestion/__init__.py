"""From folders and sources into staging, and from there into the stores."""
