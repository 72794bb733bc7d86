"""Heavy work in processes of its own, and the memory it takes."""
