"""The door: who may ask for what, over which connections, and how it is refused."""
