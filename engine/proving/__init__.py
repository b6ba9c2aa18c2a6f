"""The judge: a sortie's evidence against what was promised, counted from outside the engine."""
