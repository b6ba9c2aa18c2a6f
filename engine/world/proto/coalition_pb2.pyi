from engine.world.proto import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetPlayerUnitsRequest(_message.Message):
    __slots__ = ("coalition",)
    COALITION_FIELD_NUMBER: _ClassVar[int]
    coalition: _common_pb2.Coalition
    def __init__(self, coalition: _Optional[_Union[_common_pb2.Coalition, str]] = ...) -> None: ...

class GetPlayerUnitsResponse(_message.Message):
    __slots__ = ("units",)
    UNITS_FIELD_NUMBER: _ClassVar[int]
    units: _containers.RepeatedCompositeFieldContainer[_common_pb2.Unit]
    def __init__(self, units: _Optional[_Iterable[_Union[_common_pb2.Unit, _Mapping]]] = ...) -> None: ...
