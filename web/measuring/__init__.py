"""Measuring a set, a camera and its colours; profiles."""
