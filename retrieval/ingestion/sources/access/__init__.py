"""What sources share: HTTP, pages, tables, reading JSON."""
