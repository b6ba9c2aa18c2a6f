from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Coalition(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COALITION_ALL: _ClassVar[Coalition]
    COALITION_NEUTRAL: _ClassVar[Coalition]
    COALITION_RED: _ClassVar[Coalition]
    COALITION_BLUE: _ClassVar[Coalition]

class GroupCategory(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GROUP_CATEGORY_UNSPECIFIED: _ClassVar[GroupCategory]
    GROUP_CATEGORY_AIRPLANE: _ClassVar[GroupCategory]
    GROUP_CATEGORY_HELICOPTER: _ClassVar[GroupCategory]
    GROUP_CATEGORY_GROUND: _ClassVar[GroupCategory]
    GROUP_CATEGORY_SHIP: _ClassVar[GroupCategory]
    GROUP_CATEGORY_TRAIN: _ClassVar[GroupCategory]

class AirbaseCategory(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AIRBASE_CATEGORY_UNSPECIFIED: _ClassVar[AirbaseCategory]
    AIRBASE_CATEGORY_AIRDROME: _ClassVar[AirbaseCategory]
    AIRBASE_CATEGORY_HELIPAD: _ClassVar[AirbaseCategory]
    AIRBASE_CATEGORY_SHIP: _ClassVar[AirbaseCategory]
COALITION_ALL: Coalition
COALITION_NEUTRAL: Coalition
COALITION_RED: Coalition
COALITION_BLUE: Coalition
GROUP_CATEGORY_UNSPECIFIED: GroupCategory
GROUP_CATEGORY_AIRPLANE: GroupCategory
GROUP_CATEGORY_HELICOPTER: GroupCategory
GROUP_CATEGORY_GROUND: GroupCategory
GROUP_CATEGORY_SHIP: GroupCategory
GROUP_CATEGORY_TRAIN: GroupCategory
AIRBASE_CATEGORY_UNSPECIFIED: AirbaseCategory
AIRBASE_CATEGORY_AIRDROME: AirbaseCategory
AIRBASE_CATEGORY_HELIPAD: AirbaseCategory
AIRBASE_CATEGORY_SHIP: AirbaseCategory

class Position(_message.Message):
    __slots__ = ("lat", "lon", "alt", "u", "v")
    LAT_FIELD_NUMBER: _ClassVar[int]
    LON_FIELD_NUMBER: _ClassVar[int]
    ALT_FIELD_NUMBER: _ClassVar[int]
    U_FIELD_NUMBER: _ClassVar[int]
    V_FIELD_NUMBER: _ClassVar[int]
    lat: float
    lon: float
    alt: float
    u: float
    v: float
    def __init__(self, lat: _Optional[float] = ..., lon: _Optional[float] = ..., alt: _Optional[float] = ..., u: _Optional[float] = ..., v: _Optional[float] = ...) -> None: ...

class InputPosition(_message.Message):
    __slots__ = ("lat", "lon", "alt")
    LAT_FIELD_NUMBER: _ClassVar[int]
    LON_FIELD_NUMBER: _ClassVar[int]
    ALT_FIELD_NUMBER: _ClassVar[int]
    lat: float
    lon: float
    alt: float
    def __init__(self, lat: _Optional[float] = ..., lon: _Optional[float] = ..., alt: _Optional[float] = ...) -> None: ...

class Vector(_message.Message):
    __slots__ = ("x", "y", "z")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    Z_FIELD_NUMBER: _ClassVar[int]
    x: float
    y: float
    z: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ..., z: _Optional[float] = ...) -> None: ...

class Orientation(_message.Message):
    __slots__ = ("heading", "yaw", "pitch", "roll", "forward", "right", "up")
    HEADING_FIELD_NUMBER: _ClassVar[int]
    YAW_FIELD_NUMBER: _ClassVar[int]
    PITCH_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    FORWARD_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    UP_FIELD_NUMBER: _ClassVar[int]
    heading: float
    yaw: float
    pitch: float
    roll: float
    forward: Vector
    right: Vector
    up: Vector
    def __init__(self, heading: _Optional[float] = ..., yaw: _Optional[float] = ..., pitch: _Optional[float] = ..., roll: _Optional[float] = ..., forward: _Optional[_Union[Vector, _Mapping]] = ..., right: _Optional[_Union[Vector, _Mapping]] = ..., up: _Optional[_Union[Vector, _Mapping]] = ...) -> None: ...

class Velocity(_message.Message):
    __slots__ = ("heading", "speed", "velocity")
    HEADING_FIELD_NUMBER: _ClassVar[int]
    SPEED_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_FIELD_NUMBER: _ClassVar[int]
    heading: float
    speed: float
    velocity: Vector
    def __init__(self, heading: _Optional[float] = ..., speed: _Optional[float] = ..., velocity: _Optional[_Union[Vector, _Mapping]] = ...) -> None: ...

class Group(_message.Message):
    __slots__ = ("id", "name", "coalition", "category")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    COALITION_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    coalition: Coalition
    category: GroupCategory
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., coalition: _Optional[_Union[Coalition, str]] = ..., category: _Optional[_Union[GroupCategory, str]] = ...) -> None: ...

class Unit(_message.Message):
    __slots__ = ("id", "name", "callsign", "coalition", "type", "position", "orientation", "velocity", "player_name", "group", "number_in_group")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CALLSIGN_FIELD_NUMBER: _ClassVar[int]
    COALITION_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_FIELD_NUMBER: _ClassVar[int]
    PLAYER_NAME_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    NUMBER_IN_GROUP_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    callsign: str
    coalition: Coalition
    type: str
    position: Position
    orientation: Orientation
    velocity: Velocity
    player_name: str
    group: Group
    number_in_group: int
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., callsign: _Optional[str] = ..., coalition: _Optional[_Union[Coalition, str]] = ..., type: _Optional[str] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., orientation: _Optional[_Union[Orientation, _Mapping]] = ..., velocity: _Optional[_Union[Velocity, _Mapping]] = ..., player_name: _Optional[str] = ..., group: _Optional[_Union[Group, _Mapping]] = ..., number_in_group: _Optional[int] = ...) -> None: ...

class Unknown(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class Weapon(_message.Message):
    __slots__ = ("id", "type", "position", "orientation", "velocity")
    ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_FIELD_NUMBER: _ClassVar[int]
    id: int
    type: str
    position: Position
    orientation: Orientation
    velocity: Velocity
    def __init__(self, id: _Optional[int] = ..., type: _Optional[str] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., orientation: _Optional[_Union[Orientation, _Mapping]] = ..., velocity: _Optional[_Union[Velocity, _Mapping]] = ...) -> None: ...

class Static(_message.Message):
    __slots__ = ("id", "type", "name", "coalition", "position")
    ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    COALITION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    id: int
    type: str
    name: str
    coalition: Coalition
    position: Position
    def __init__(self, id: _Optional[int] = ..., type: _Optional[str] = ..., name: _Optional[str] = ..., coalition: _Optional[_Union[Coalition, str]] = ..., position: _Optional[_Union[Position, _Mapping]] = ...) -> None: ...

class Scenery(_message.Message):
    __slots__ = ("id", "type", "position")
    ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    id: int
    type: str
    position: Position
    def __init__(self, id: _Optional[int] = ..., type: _Optional[str] = ..., position: _Optional[_Union[Position, _Mapping]] = ...) -> None: ...

class Airbase(_message.Message):
    __slots__ = ("unit", "name", "callsign", "coalition", "position", "category", "display_name")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CALLSIGN_FIELD_NUMBER: _ClassVar[int]
    COALITION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    unit: Unit
    name: str
    callsign: str
    coalition: Coalition
    position: Position
    category: AirbaseCategory
    display_name: str
    def __init__(self, unit: _Optional[_Union[Unit, _Mapping]] = ..., name: _Optional[str] = ..., callsign: _Optional[str] = ..., coalition: _Optional[_Union[Coalition, str]] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., category: _Optional[_Union[AirbaseCategory, str]] = ..., display_name: _Optional[str] = ...) -> None: ...

class Cargo(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Initiator(_message.Message):
    __slots__ = ("unknown", "unit", "weapon", "static", "scenery", "airbase", "cargo")
    UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    STATIC_FIELD_NUMBER: _ClassVar[int]
    SCENERY_FIELD_NUMBER: _ClassVar[int]
    AIRBASE_FIELD_NUMBER: _ClassVar[int]
    CARGO_FIELD_NUMBER: _ClassVar[int]
    unknown: Unknown
    unit: Unit
    weapon: Weapon
    static: Static
    scenery: Scenery
    airbase: Airbase
    cargo: Cargo
    def __init__(self, unknown: _Optional[_Union[Unknown, _Mapping]] = ..., unit: _Optional[_Union[Unit, _Mapping]] = ..., weapon: _Optional[_Union[Weapon, _Mapping]] = ..., static: _Optional[_Union[Static, _Mapping]] = ..., scenery: _Optional[_Union[Scenery, _Mapping]] = ..., airbase: _Optional[_Union[Airbase, _Mapping]] = ..., cargo: _Optional[_Union[Cargo, _Mapping]] = ...) -> None: ...

class Target(_message.Message):
    __slots__ = ("unknown", "unit", "weapon", "static", "scenery", "airbase", "cargo")
    UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    STATIC_FIELD_NUMBER: _ClassVar[int]
    SCENERY_FIELD_NUMBER: _ClassVar[int]
    AIRBASE_FIELD_NUMBER: _ClassVar[int]
    CARGO_FIELD_NUMBER: _ClassVar[int]
    unknown: Unknown
    unit: Unit
    weapon: Weapon
    static: Static
    scenery: Scenery
    airbase: Airbase
    cargo: Cargo
    def __init__(self, unknown: _Optional[_Union[Unknown, _Mapping]] = ..., unit: _Optional[_Union[Unit, _Mapping]] = ..., weapon: _Optional[_Union[Weapon, _Mapping]] = ..., static: _Optional[_Union[Static, _Mapping]] = ..., scenery: _Optional[_Union[Scenery, _Mapping]] = ..., airbase: _Optional[_Union[Airbase, _Mapping]] = ..., cargo: _Optional[_Union[Cargo, _Mapping]] = ...) -> None: ...
