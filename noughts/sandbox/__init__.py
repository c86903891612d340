"""An engine in a guarded process: it answers, within limits, or is stopped."""

from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits
from noughts.sandbox.protections import Protections
from noughts.sandbox.responses import (
    EngineDied,
    EngineError,
    EngineMisanswered,
    EngineRaised,
    EngineTimeout,
    Response,
)

__all__ = [
    "EngineDied",
    "EngineError",
    "EngineMisanswered",
    "EngineRaised",
    "EngineTimeout",
    "Limits",
    "Protections",
    "Response",
    "Sandbox",
]
