"""What reasons and remembers: the loop, its cores, the checks and the journal."""
