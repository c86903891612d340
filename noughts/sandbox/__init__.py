"""An engine in a guarded process: it answers, within limits, or is stopped."""

from noughts.contract import MachineError
from noughts.sandbox.answers import (
    Answer,
    EngineDied,
    EngineError,
    EngineMisanswered,
    EngineRaised,
    EngineTimeout,
)
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits
from noughts.sandbox.protections import Protections

__all__ = [
    "Answer",
    "EngineDied",
    "EngineError",
    "EngineMisanswered",
    "EngineRaised",
    "EngineTimeout",
    "Limits",
    "MachineError",
    "Protections",
    "Sandbox",
]
