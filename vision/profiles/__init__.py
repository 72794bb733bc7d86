"""Profiles and pictures: which one a picture belongs to, whether it fits, and the command that keeps them."""
