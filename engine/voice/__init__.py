"""Opus, speech to text, text to speech."""
