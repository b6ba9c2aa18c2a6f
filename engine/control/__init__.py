"""Decisions: pure, clock-injected."""
