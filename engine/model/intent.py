"""Intents: what a pilot may mean, and the slots each may carry.

The 38 names and their slots stand once, in `profiles/common/intents.yaml`; this module gives the
closed set of names that rules may be written against, so that a typo is an error at import.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Intent"]


class Intent(StrEnum):
    """The intents of pilots' calls, and NONE for a call that is not for us."""

    RADIO_CHECK = "radio_check"
    CHECK_IN = "check_in"
    REQUEST_CLEARANCE = "request_clearance"
    REQUEST_STARTUP = "request_startup"
    REQUEST_TAXI = "request_taxi"
    REPORT_HOLDING_SHORT = "report_holding_short"
    REQUEST_TAKEOFF = "request_takeoff"
    REPORT_AIRBORNE = "report_airborne"
    REPORT_POSITION = "report_position"
    REPORT_ALTITUDE = "report_altitude"
    REQUEST_ALTITUDE = "request_altitude"
    REQUEST_VECTOR = "request_vector"
    REQUEST_HOLD = "request_hold"
    REQUEST_FREQUENCY = "request_frequency"
    REQUEST_INFO = "request_info"
    REPORT_TRAFFIC = "report_traffic"
    REQUEST_APPROACH = "request_approach"
    REQUEST_VISUAL = "request_visual"
    REQUEST_OVERHEAD = "request_overhead"
    REQUEST_LANDING = "request_landing"
    REPORT_IN_SIGHT = "report_in_sight"
    REPORT_ESTABLISHED = "report_established"
    REPORT_PATTERN = "report_pattern"
    REPORT_MISSED = "report_missed"
    REPORT_LANDED = "report_landed"
    READBACK = "readback"
    ACKNOWLEDGE = "acknowledge"
    ANSWER = "answer"
    UNABLE = "unable"
    SAY_AGAIN = "say_again"
    STANDBY = "standby"
    FORMATION_CHANGE = "formation_change"
    DECLARE_EMERGENCY = "declare_emergency"
    REPORT_FUEL = "report_fuel"
    REPORT_FAILURE = "report_failure"
    CARRIER_INBOUND = "carrier_inbound"
    CARRIER_REPORT = "carrier_report"
    CANCEL = "cancel"
    NONE = "none"
