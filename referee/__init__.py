"""What happened at the table and whether it was allowed: positions, verdicts, turns, games and their records."""
