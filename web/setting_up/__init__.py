"""Setting up a table: what there is to choose from, sources tried out, what was chosen."""
