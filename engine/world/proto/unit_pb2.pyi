from engine.world.proto import common_pb2 as _common_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetResponse(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: _common_pb2.Unit
    def __init__(self, unit: _Optional[_Union[_common_pb2.Unit, _Mapping]] = ...) -> None: ...

class GetTransformRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetTransformResponse(_message.Message):
    __slots__ = ("time", "position", "orientation", "velocity")
    TIME_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_FIELD_NUMBER: _ClassVar[int]
    time: float
    position: _common_pb2.Position
    orientation: _common_pb2.Orientation
    velocity: _common_pb2.Velocity
    def __init__(self, time: _Optional[float] = ..., position: _Optional[_Union[_common_pb2.Position, _Mapping]] = ..., orientation: _Optional[_Union[_common_pb2.Orientation, _Mapping]] = ..., velocity: _Optional[_Union[_common_pb2.Velocity, _Mapping]] = ...) -> None: ...
