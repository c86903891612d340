"""An engine in a guarded process: it answers, within limits, or is stopped."""
