"""What an editor asks about profiles: values in, values out; `cli/lsp.py` speaks the protocol."""
