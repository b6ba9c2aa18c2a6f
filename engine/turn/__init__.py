"""The nine-state life of one turn."""
