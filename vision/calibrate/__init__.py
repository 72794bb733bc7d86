"""Calibrating with pictures: the set, the camera and the colours, each in steps that a page or a terminal can take."""
