"""Words to meaning and back."""
