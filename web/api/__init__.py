"""The JSON API in writing, for other programs and for people."""
