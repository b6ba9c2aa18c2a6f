"""Scripted sorties and the checker that judges them."""
