"""Reads the pieces of Tactori from a photograph whose board has been found."""
