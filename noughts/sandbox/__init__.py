"""An engine in a guarded process: it answers, within limits, or is stopped."""

from noughts.sandbox.engine import EngineError, Sandbox
from noughts.sandbox.limits import Limits, Protections

__all__ = [
    "EngineError",
    "Limits",
    "Protections",
    "Sandbox",
]
