"""What knows towers and sticks: how they look, and how a demo game with them goes."""
