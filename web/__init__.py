"""The page: tables watched, games played back, photographs read, sets and cameras measured, in a browser."""
