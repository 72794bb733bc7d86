"""What pictures tell of a set of towers and sticks: its measures and its paints."""
