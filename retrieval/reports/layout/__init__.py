"""How a report is laid out: its marks, tables without outer bars, its samples."""
