"""Teaches the map of the board (`vision/board/map.py`) on drawn scenes: `python -m training`. It is not shipped."""
