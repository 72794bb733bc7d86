"""Tables that are open: watched, played at, corrected, told of."""
