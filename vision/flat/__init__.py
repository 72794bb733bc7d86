"""Reading boards that are flat: one plane, seen obliquely, with things lying on it."""
