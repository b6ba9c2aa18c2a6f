"""Which theatre a command means that was given a field, and perhaps a theatre's name or folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.model.errors import ConfigurationError
from engine.profile.diagnostic import nearest
from engine.profile.find_field import HERE, find_field, folders_here, not_found
from engine.profile.loader import load_theatre_or_raise
from engine.profile.places import shown_name
from engine.profile.theatre import Theatre
from engine.resources import profiles_dir

__all__ = ["Place", "find_theatre"]


@dataclass(frozen=True, slots=True)
class Place:
    """A theatre's folder, the theatre with the field standing in it, and the field's key."""

    folder: Path
    theatre: Theatre
    field: str

    @property
    def shown(self) -> str:
        """The field's file, as a person here would write it."""
        return shown_name(self.folder / f"{self.field}.yaml")

    @property
    def ships(self) -> bool:
        """Whether it is a profile that came with Marshall."""
        return self.folder.resolve().is_relative_to(profiles_dir().resolve())


def find_theatre(name: str | None, field_name: str) -> Place:
    """Return where a field is, by file name, name or ICAO code.

    Without a theatre all are searched, the designer's own before those that ship.

    Raises:
        ConfigurationError: there is no such theatre or field.
        ProfileError: the theatre's profile has an error.
    """
    folders = folders_here() if name is None else (_folder(name),)
    found = find_field(field_name, folders)
    if found is None:
        raise ConfigurationError(not_found(field_name, folders))
    theatre = load_theatre_or_raise(found.folder)
    if found.key not in theatre.every_field():
        raise ConfigurationError(not_found(field_name, folders))
    return Place(found.folder, theatre.standing(found.key), found.key)


def _folder(name: str) -> Path:
    """Return the folder of a theatre: a path, or a name in `profiles` here or that ships."""
    for folder in (Path(name), Path(HERE) / name, profiles_dir() / name):
        if (folder / "theatre.yaml").is_file():
            return folder
    known = sorted({path.name for path in folders_here()})
    guess = nearest(name, known)
    hint = f"did you mean {guess}?" if guess else f"there are {', '.join(known)}"
    message = f"there is no theatre {name!r}; {hint}"
    raise ConfigurationError(message)
