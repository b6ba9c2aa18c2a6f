"""Load the theatre of a configuration, with the fields it is to work."""

from __future__ import annotations

from dataclasses import replace

from engine.model.errors import ConfigurationError
from engine.profile.loader import load_theatre_or_raise
from engine.profile.theatre import Theatre
from engine.service.config import Config

__all__ = ["load_fields"]


def load_fields(config: Config) -> Theatre:
    """Return the configured theatre with only the configured fields.

    Raises:
        ProfileError: a profile has an error.
        ConfigurationError: a field or station is named that the theatre has not.
    """
    theatre = load_theatre_or_raise(config.theatre, mission_year=config.mission_year)
    for name in config.fields:
        if name not in theatre.every_field():
            known = ", ".join(sorted(theatre.every_field()))
            message = f"{_place(config, name)}{theatre.name} has no field {name}; it has {known}"
            raise ConfigurationError(message)
    for name in config.fields:
        beside = [base for base in theatre.extended.get(name, ()) if base in config.fields]
        if beside:
            message = f"{_place(config, name)}{name} stands in the place of {beside[0]}: name one"
            raise ConfigurationError(message)
    if config.fields:
        theatre = theatre.standing(*config.fields)
        theatre = replace(theatre, fields={name: theatre.fields[name] for name in config.fields})
    stations = {station.key for station in theatre.all_stations()}
    for name in config.voices:
        if name not in stations:
            known = ", ".join(sorted(stations))
            message = f"{_place(config, name)}no station is called {name}; there are {known}"
            raise ConfigurationError(message)
    return theatre


def _place(config: Config, name: str) -> str:
    return f"{config.places[name]}: " if name in config.places else ""
