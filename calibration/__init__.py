"""The physical set, the camera and the colours: measured once, kept as files."""
