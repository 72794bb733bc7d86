"""Frames in, confirmed turns out: where pictures come from, stillness, memory of what was seen, and the game's log."""
