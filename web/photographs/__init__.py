"""Lists of photographs: read, put right, grouped, kept."""
