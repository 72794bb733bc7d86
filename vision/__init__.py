"""A photograph and a calibration in, a reading out."""
