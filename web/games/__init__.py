"""Past games: listed, replayed, exported, imported, printed."""
