from engine.world.proto import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetPlayersRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetPlayersResponse(_message.Message):
    __slots__ = ("players",)
    class GetPlayerInfo(_message.Message):
        __slots__ = ("id", "name", "coalition", "slot", "ping", "remote_address", "ucid", "locale")
        ID_FIELD_NUMBER: _ClassVar[int]
        NAME_FIELD_NUMBER: _ClassVar[int]
        COALITION_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        PING_FIELD_NUMBER: _ClassVar[int]
        REMOTE_ADDRESS_FIELD_NUMBER: _ClassVar[int]
        UCID_FIELD_NUMBER: _ClassVar[int]
        LOCALE_FIELD_NUMBER: _ClassVar[int]
        id: int
        name: str
        coalition: _common_pb2.Coalition
        slot: str
        ping: int
        remote_address: str
        ucid: str
        locale: str
        def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., coalition: _Optional[_Union[_common_pb2.Coalition, str]] = ..., slot: _Optional[str] = ..., ping: _Optional[int] = ..., remote_address: _Optional[str] = ..., ucid: _Optional[str] = ..., locale: _Optional[str] = ...) -> None: ...
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[GetPlayersResponse.GetPlayerInfo]
    def __init__(self, players: _Optional[_Iterable[_Union[GetPlayersResponse.GetPlayerInfo, _Mapping]]] = ...) -> None: ...
