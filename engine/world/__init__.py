"""What exists in the sim: tracks, events, weather, projections, feeds."""
