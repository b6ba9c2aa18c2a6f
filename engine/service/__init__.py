"""The composition root: wires adapters to the core, and nothing else."""
