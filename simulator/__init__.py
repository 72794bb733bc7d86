"""A position in, a picture out: for the demo table, the documentation and the tests."""
