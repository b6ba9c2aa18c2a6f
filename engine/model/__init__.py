"""The words that every room shares, as frozen values; no I/O."""
