from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class GetTheatreRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetTheatreResponse(_message.Message):
    __slots__ = ("theatre",)
    THEATRE_FIELD_NUMBER: _ClassVar[int]
    theatre: str
    def __init__(self, theatre: _Optional[str] = ...) -> None: ...
