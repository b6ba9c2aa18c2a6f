"""Marshall: an air traffic controller that is a declarative rules engine."""

__all__ = ["__version__"]

__version__ = "0.1.0"
