"""Turn the frozen values of the engine into JSON values and back, driven by their type hints.

A board, a stimulus and a transmission are all trees of frozen dataclasses. One codec for all of
them means that a new field needs no second place to be remembered, which is how a snapshot comes
to differ from the log it was folded from.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.model.errors import InternalError

__all__ = ["from_json", "to_json"]


def to_json(value: object) -> Any:
    """Return `value` as JSON values: dataclasses as objects, tuples as arrays, enums as values."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_json(item) for item in value]
    return value


def from_json(kind: Any, data: Any) -> Any:
    """Return the value of type `kind` that `to_json` wrote as `data`.

    Raises:
        InternalError: `data` is not of that type.
    """
    try:
        return _reader(kind)(data)
    except (KeyError, TypeError, ValueError) as error:
        name = getattr(kind, "__name__", str(kind))
        message = f"cannot read a {name} from its record: {type(error).__name__}: {error}"
        raise InternalError(message) from error


def _as_is(data: Any) -> Any:
    return tuple(_as_is(item) for item in data) if isinstance(data, list) else data


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """Return the function that reads one type."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union_reader(tuple(get_args(kind)))
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin is not None and issubclass(origin, Mapping):
        item = _reader(get_args(kind)[1])
        return lambda data: {key: item(value) for key, value in data.items()}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_reader(kind)
    return _as_is


def _tuple_reader(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = _reader(arguments[0])
        return lambda data: tuple(item(value) for value in data)
    items = tuple(_reader(argument) for argument in arguments)
    return lambda data: tuple(read(value) for read, value in zip(items, data, strict=True))


def _union_reader(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Read `T | None`, or a union of plain JSON values; a union of dataclasses needs a tag."""
    kinds = [argument for argument in arguments if argument is not type(None)]
    if len(kinds) == 1:
        item = _reader(kinds[0])
        return lambda data: None if data is None else item(data)
    return _as_is


def _dataclass_reader(kind: type[Any]) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    names = tuple(field.name for field in fields(kind))
    readers: dict[str, Callable[[Any], Any]] = {}

    def read(data: Mapping[str, Any]) -> Any:
        if not readers:  # filled late: a dataclass may refer to itself
            readers.update({name: _reader(hints[name]) for name in names})
        unknown = sorted(set(data) - set(names))
        if unknown:
            message = f"unknown fields {unknown}"
            raise ValueError(message)
        return kind(**{name: readers[name](data[name]) for name in names if name in data})

    return read
