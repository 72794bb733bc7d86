"""Teaches the networks of `vision/`: the map of the board, and how probable pieces are. It is not shipped."""
