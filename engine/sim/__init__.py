"""Simulated aircraft and virtual pilots."""
