"""Simulated aircraft and the pilots that fly them: what the engine is proved against."""
