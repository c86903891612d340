"""A recorded search as plain data, for JSON."""

from math import isinf
from typing import Any

from noughts.notation import board_text, square
from noughts.search.recording.events import Enter, Event, Recording


def recording_data(recording: Recording) -> dict[str, Any]:
    """Return a recording as dictionaries and lists; actions as squares 1 to 9."""
    return {
        "value": recording.value,
        "positions": recording.positions,
        "events": [event_data(event) for event in recording.events],
    }


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as a dictionary: its kind, and its fields; no bound is None."""
    fields: dict[str, Any] = {"event": type(event).__name__.lower()} | event._asdict()
    fields["path"] = [square(action) for action in event.path]
    if isinstance(event, Enter):
        fields["board"] = board_text(event.board)
    if "action" in fields:
        fields["action"] = square(fields["action"])
    if "skipped" in fields:
        fields["skipped"] = [square(action) for action in fields["skipped"]]
    for name in {"alpha", "beta", "limit"} & fields.keys():
        fields[name] = None if isinf(fields[name]) else fields[name]
    return fields
