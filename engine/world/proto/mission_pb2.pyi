from engine.world.proto import common_pb2 as _common_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StreamEventsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StreamEventsResponse(_message.Message):
    __slots__ = ("time", "takeoff", "land", "crash", "ejection", "dead", "pilot_dead", "mission_start", "mission_end", "birth", "player_enter_unit", "player_leave_unit", "kill", "unit_lost", "runway_takeoff", "runway_touch", "connect", "disconnect", "player_change_slot", "simulation_fps")
    class DisconnectReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DISCONNECT_REASON_UNSPECIFIED: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_THATS_OKAY: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_INVALID_ADDRESS: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_CONNECT_FAILED: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_WRONG_VERSION: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_PROTOCOL_ERROR: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_TIMEOUT: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_INVALID_PASSWORD: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_BANNED: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_BAD_CALLSIGN: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_TAINTED_CLIENT: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_KICKED: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_REFUSED: _ClassVar[StreamEventsResponse.DisconnectReason]
        DISCONNECT_REASON_DENIED_TRIAL_ONLY: _ClassVar[StreamEventsResponse.DisconnectReason]
    DISCONNECT_REASON_UNSPECIFIED: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_THATS_OKAY: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_INVALID_ADDRESS: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_CONNECT_FAILED: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_WRONG_VERSION: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_PROTOCOL_ERROR: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_TIMEOUT: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_INVALID_PASSWORD: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_BANNED: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_BAD_CALLSIGN: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_TAINTED_CLIENT: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_KICKED: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_REFUSED: StreamEventsResponse.DisconnectReason
    DISCONNECT_REASON_DENIED_TRIAL_ONLY: StreamEventsResponse.DisconnectReason
    class TakeoffEvent(_message.Message):
        __slots__ = ("initiator", "place")
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        PLACE_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        place: _common_pb2.Airbase
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ..., place: _Optional[_Union[_common_pb2.Airbase, _Mapping]] = ...) -> None: ...
    class RunwayTakeoffEvent(_message.Message):
        __slots__ = ("initiator", "place")
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        PLACE_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        place: _common_pb2.Airbase
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ..., place: _Optional[_Union[_common_pb2.Airbase, _Mapping]] = ...) -> None: ...
    class LandEvent(_message.Message):
        __slots__ = ("initiator", "place")
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        PLACE_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        place: _common_pb2.Airbase
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ..., place: _Optional[_Union[_common_pb2.Airbase, _Mapping]] = ...) -> None: ...
    class RunwayTouchEvent(_message.Message):
        __slots__ = ("initiator", "place")
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        PLACE_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        place: _common_pb2.Airbase
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ..., place: _Optional[_Union[_common_pb2.Airbase, _Mapping]] = ...) -> None: ...
    class CrashEvent(_message.Message):
        __slots__ = ("initiator",)
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ...) -> None: ...
    class EjectionEvent(_message.Message):
        __slots__ = ("initiator", "target")
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        TARGET_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        target: _common_pb2.Target
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ..., target: _Optional[_Union[_common_pb2.Target, _Mapping]] = ...) -> None: ...
    class DeadEvent(_message.Message):
        __slots__ = ("initiator",)
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ...) -> None: ...
    class PilotDeadEvent(_message.Message):
        __slots__ = ("initiator",)
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ...) -> None: ...
    class MissionStartEvent(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class MissionEndEvent(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class BirthEvent(_message.Message):
        __slots__ = ("initiator", "place")
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        PLACE_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        place: _common_pb2.Airbase
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ..., place: _Optional[_Union[_common_pb2.Airbase, _Mapping]] = ...) -> None: ...
    class PlayerEnterUnitEvent(_message.Message):
        __slots__ = ("initiator",)
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ...) -> None: ...
    class PlayerLeaveUnitEvent(_message.Message):
        __slots__ = ("initiator",)
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ...) -> None: ...
    class KillEvent(_message.Message):
        __slots__ = ("initiator", "weapon", "target", "weapon_name")
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        WEAPON_FIELD_NUMBER: _ClassVar[int]
        TARGET_FIELD_NUMBER: _ClassVar[int]
        WEAPON_NAME_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        weapon: _common_pb2.Weapon
        target: _common_pb2.Target
        weapon_name: str
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ..., weapon: _Optional[_Union[_common_pb2.Weapon, _Mapping]] = ..., target: _Optional[_Union[_common_pb2.Target, _Mapping]] = ..., weapon_name: _Optional[str] = ...) -> None: ...
    class UnitLostEvent(_message.Message):
        __slots__ = ("initiator",)
        INITIATOR_FIELD_NUMBER: _ClassVar[int]
        initiator: _common_pb2.Initiator
        def __init__(self, initiator: _Optional[_Union[_common_pb2.Initiator, _Mapping]] = ...) -> None: ...
    class ConnectEvent(_message.Message):
        __slots__ = ("addr", "name", "ucid", "id")
        ADDR_FIELD_NUMBER: _ClassVar[int]
        NAME_FIELD_NUMBER: _ClassVar[int]
        UCID_FIELD_NUMBER: _ClassVar[int]
        ID_FIELD_NUMBER: _ClassVar[int]
        addr: str
        name: str
        ucid: str
        id: int
        def __init__(self, addr: _Optional[str] = ..., name: _Optional[str] = ..., ucid: _Optional[str] = ..., id: _Optional[int] = ...) -> None: ...
    class DisconnectEvent(_message.Message):
        __slots__ = ("id", "reason")
        ID_FIELD_NUMBER: _ClassVar[int]
        REASON_FIELD_NUMBER: _ClassVar[int]
        id: int
        reason: StreamEventsResponse.DisconnectReason
        def __init__(self, id: _Optional[int] = ..., reason: _Optional[_Union[StreamEventsResponse.DisconnectReason, str]] = ...) -> None: ...
    class PlayerChangeSlotEvent(_message.Message):
        __slots__ = ("player_id", "coalition", "slot_id")
        PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
        COALITION_FIELD_NUMBER: _ClassVar[int]
        SLOT_ID_FIELD_NUMBER: _ClassVar[int]
        player_id: int
        coalition: _common_pb2.Coalition
        slot_id: str
        def __init__(self, player_id: _Optional[int] = ..., coalition: _Optional[_Union[_common_pb2.Coalition, str]] = ..., slot_id: _Optional[str] = ...) -> None: ...
    class SimulationFpsEvent(_message.Message):
        __slots__ = ("average",)
        AVERAGE_FIELD_NUMBER: _ClassVar[int]
        average: float
        def __init__(self, average: _Optional[float] = ...) -> None: ...
    TIME_FIELD_NUMBER: _ClassVar[int]
    TAKEOFF_FIELD_NUMBER: _ClassVar[int]
    LAND_FIELD_NUMBER: _ClassVar[int]
    CRASH_FIELD_NUMBER: _ClassVar[int]
    EJECTION_FIELD_NUMBER: _ClassVar[int]
    DEAD_FIELD_NUMBER: _ClassVar[int]
    PILOT_DEAD_FIELD_NUMBER: _ClassVar[int]
    MISSION_START_FIELD_NUMBER: _ClassVar[int]
    MISSION_END_FIELD_NUMBER: _ClassVar[int]
    BIRTH_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ENTER_UNIT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_LEAVE_UNIT_FIELD_NUMBER: _ClassVar[int]
    KILL_FIELD_NUMBER: _ClassVar[int]
    UNIT_LOST_FIELD_NUMBER: _ClassVar[int]
    RUNWAY_TAKEOFF_FIELD_NUMBER: _ClassVar[int]
    RUNWAY_TOUCH_FIELD_NUMBER: _ClassVar[int]
    CONNECT_FIELD_NUMBER: _ClassVar[int]
    DISCONNECT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_CHANGE_SLOT_FIELD_NUMBER: _ClassVar[int]
    SIMULATION_FPS_FIELD_NUMBER: _ClassVar[int]
    time: float
    takeoff: StreamEventsResponse.TakeoffEvent
    land: StreamEventsResponse.LandEvent
    crash: StreamEventsResponse.CrashEvent
    ejection: StreamEventsResponse.EjectionEvent
    dead: StreamEventsResponse.DeadEvent
    pilot_dead: StreamEventsResponse.PilotDeadEvent
    mission_start: StreamEventsResponse.MissionStartEvent
    mission_end: StreamEventsResponse.MissionEndEvent
    birth: StreamEventsResponse.BirthEvent
    player_enter_unit: StreamEventsResponse.PlayerEnterUnitEvent
    player_leave_unit: StreamEventsResponse.PlayerLeaveUnitEvent
    kill: StreamEventsResponse.KillEvent
    unit_lost: StreamEventsResponse.UnitLostEvent
    runway_takeoff: StreamEventsResponse.RunwayTakeoffEvent
    runway_touch: StreamEventsResponse.RunwayTouchEvent
    connect: StreamEventsResponse.ConnectEvent
    disconnect: StreamEventsResponse.DisconnectEvent
    player_change_slot: StreamEventsResponse.PlayerChangeSlotEvent
    simulation_fps: StreamEventsResponse.SimulationFpsEvent
    def __init__(self, time: _Optional[float] = ..., takeoff: _Optional[_Union[StreamEventsResponse.TakeoffEvent, _Mapping]] = ..., land: _Optional[_Union[StreamEventsResponse.LandEvent, _Mapping]] = ..., crash: _Optional[_Union[StreamEventsResponse.CrashEvent, _Mapping]] = ..., ejection: _Optional[_Union[StreamEventsResponse.EjectionEvent, _Mapping]] = ..., dead: _Optional[_Union[StreamEventsResponse.DeadEvent, _Mapping]] = ..., pilot_dead: _Optional[_Union[StreamEventsResponse.PilotDeadEvent, _Mapping]] = ..., mission_start: _Optional[_Union[StreamEventsResponse.MissionStartEvent, _Mapping]] = ..., mission_end: _Optional[_Union[StreamEventsResponse.MissionEndEvent, _Mapping]] = ..., birth: _Optional[_Union[StreamEventsResponse.BirthEvent, _Mapping]] = ..., player_enter_unit: _Optional[_Union[StreamEventsResponse.PlayerEnterUnitEvent, _Mapping]] = ..., player_leave_unit: _Optional[_Union[StreamEventsResponse.PlayerLeaveUnitEvent, _Mapping]] = ..., kill: _Optional[_Union[StreamEventsResponse.KillEvent, _Mapping]] = ..., unit_lost: _Optional[_Union[StreamEventsResponse.UnitLostEvent, _Mapping]] = ..., runway_takeoff: _Optional[_Union[StreamEventsResponse.RunwayTakeoffEvent, _Mapping]] = ..., runway_touch: _Optional[_Union[StreamEventsResponse.RunwayTouchEvent, _Mapping]] = ..., connect: _Optional[_Union[StreamEventsResponse.ConnectEvent, _Mapping]] = ..., disconnect: _Optional[_Union[StreamEventsResponse.DisconnectEvent, _Mapping]] = ..., player_change_slot: _Optional[_Union[StreamEventsResponse.PlayerChangeSlotEvent, _Mapping]] = ..., simulation_fps: _Optional[_Union[StreamEventsResponse.SimulationFpsEvent, _Mapping]] = ...) -> None: ...

class StreamUnitsRequest(_message.Message):
    __slots__ = ("poll_rate", "max_backoff", "category")
    POLL_RATE_FIELD_NUMBER: _ClassVar[int]
    MAX_BACKOFF_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    poll_rate: int
    max_backoff: int
    category: _common_pb2.GroupCategory
    def __init__(self, poll_rate: _Optional[int] = ..., max_backoff: _Optional[int] = ..., category: _Optional[_Union[_common_pb2.GroupCategory, str]] = ...) -> None: ...

class StreamUnitsResponse(_message.Message):
    __slots__ = ("time", "unit", "gone")
    class UnitGone(_message.Message):
        __slots__ = ("id", "name")
        ID_FIELD_NUMBER: _ClassVar[int]
        NAME_FIELD_NUMBER: _ClassVar[int]
        id: int
        name: str
        def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ...) -> None: ...
    TIME_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    GONE_FIELD_NUMBER: _ClassVar[int]
    time: float
    unit: _common_pb2.Unit
    gone: StreamUnitsResponse.UnitGone
    def __init__(self, time: _Optional[float] = ..., unit: _Optional[_Union[_common_pb2.Unit, _Mapping]] = ..., gone: _Optional[_Union[StreamUnitsResponse.UnitGone, _Mapping]] = ...) -> None: ...

class GetSessionIdRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetSessionIdResponse(_message.Message):
    __slots__ = ("session_id",)
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: int
    def __init__(self, session_id: _Optional[int] = ...) -> None: ...
