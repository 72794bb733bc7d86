"""The demo table: a simulated game, played by hands that come and go, for a machine with no camera at all."""
