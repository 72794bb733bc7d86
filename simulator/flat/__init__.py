"""Anti-Blok: cards that lie on a board, blocks between them and a die beside it."""
