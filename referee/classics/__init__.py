"""Eight classics of a travel box: what is alike in them once, and each game's own rules in a module of its name."""
