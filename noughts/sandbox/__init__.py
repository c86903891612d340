"""An engine in a guarded process: it answers, within limits, or is stopped."""

from noughts.sandbox.engine import (
    EngineDied,
    EngineError,
    EngineMisanswered,
    EngineRaised,
    EngineTimeout,
    Sandbox,
)
from noughts.sandbox.limits import Limits, Protections

__all__ = [
    "EngineDied",
    "EngineError",
    "EngineMisanswered",
    "EngineRaised",
    "EngineTimeout",
    "Limits",
    "Protections",
    "Sandbox",
]
