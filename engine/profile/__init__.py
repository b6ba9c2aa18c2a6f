"""YAML airfield profiles: source spans, schemas, diagnostics, compilation."""
