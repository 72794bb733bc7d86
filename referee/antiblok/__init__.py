"""Anti-Blok: its positions, its rules and the verdicts on both."""
