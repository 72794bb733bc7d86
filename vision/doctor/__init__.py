"""What to improve at a table before a game: light, angle, distance, focus, white balance, in plain sentences."""
