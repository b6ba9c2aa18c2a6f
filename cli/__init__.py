"""The `marshall` command: thin, one module per command group."""
