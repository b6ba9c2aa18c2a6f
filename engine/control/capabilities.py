"""The registry: every capability by the name that plans and traces use."""

from __future__ import annotations

from collections.abc import Mapping

from engine.control.arrival import request_approach
from engine.control.cancel import cancel
from engine.control.check_in import check_in
from engine.control.emergency import declare_emergency, distress_over
from engine.control.final import final
from engine.control.gone import gone
from engine.control.hand_off import hand_off
from engine.control.identify import identify
from engine.control.information import information
from engine.control.landing import landed, report_landed
from engine.control.landing_request import request_landing
from engine.control.missed import missed, report_missed
from engine.control.observe import observe
from engine.control.outcome import Capability
from engine.control.phase import phase
from engine.control.radio_check import radio_check
from engine.control.readback import acknowledged, read_back, readback_owed
from engine.control.replies import acknowledge, not_available, not_understood, standby, unable
from engine.control.runway import runways
from engine.control.say_again import say_again
from engine.control.separation import separation
from engine.control.timers import timers
from engine.control.vectoring import first_vector, vectoring
from engine.control.wrong_name import wrong_name
from engine.control.wrong_station import wrong_station

__all__ = ["CAPABILITIES"]

CAPABILITIES: Mapping[str, Capability] = {
    "acknowledge": acknowledge,
    "acknowledged": acknowledged,
    "cancel": cancel,
    "check_in": check_in,
    "declare_emergency": declare_emergency,
    "distress_over": distress_over,
    "final": final,
    "first_vector": first_vector,
    "gone": gone,
    "hand_off": hand_off,
    "identify": identify,
    "information": information,
    "landed": landed,
    "missed": missed,
    "not_available": not_available,
    "not_understood": not_understood,
    "observe": observe,
    "phase": phase,
    "radio_check": radio_check,
    "read_back": read_back,
    "readback_owed": readback_owed,
    "report_landed": report_landed,
    "report_missed": report_missed,
    "request_approach": request_approach,
    "request_landing": request_landing,
    "runways": runways,
    "say_again": say_again,
    "separation": separation,
    "standby": standby,
    "timers": timers,
    "unable": unable,
    "vectoring": vectoring,
    "wrong_name": wrong_name,
    "wrong_station": wrong_station,
}
