"""Calibrating cameras with pictures, in steps that a page or a terminal can take."""
