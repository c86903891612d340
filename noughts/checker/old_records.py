"""
Records of earlier versions, in which some reasons were told only by a sentence.

This is the one place that reads a sentence's key.
"""

from collections.abc import Mapping
from typing import Any

STATUS_REASONS = {
    "note.marks": "marks",
    "note.silent": "silent",
    "note.constant": "constant",
}
PROOFS = {"why.step": "step", "why.all": "repair", "why.proved": "repair"}


def completed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a record with all reasons as fields."""
    refused_by = None
    if data.get("refusal"):
        refused_by = "file" if data.get("hint") else "machine"
    return {
        **data,
        "refused_by": refused_by,
        "checks": [_check(each) for each in data.get("checks", ())],
        "misconceptions": [_mistake(each) for each in data.get("misconceptions", ())],
    }


def _check(check: Mapping[str, Any]) -> dict[str, Any]:
    key, _ = _fact(check, "note")
    failures = [_failure(each) for each in check["failures"]]
    return {**check, "reason": STATUS_REASONS.get(key), "failures": failures}


def _failure(failure: Mapping[str, Any]) -> dict[str, Any]:
    key, said = _fact(failure, "got")
    remark: dict[str, Any] | None = None
    if key == "value.remark":
        text = said["text"]["fact"] if isinstance(said["text"], dict) else None
        remark = {
            "line": _fact(failure, "call")[1]["line"],
            "code": said["rule"],
            "text": "" if text else said["text"],
            "facts": {"text": text} if text else {},
        }
    return {**failure, "remark": remark}


def _mistake(mistake: Mapping[str, Any]) -> dict[str, Any]:
    said = {_fact(mistake, name)[0] for name in ("explanation", "hint")}
    seen = "source" if mistake["line"] else "answers"
    proof = next((PROOFS[key] for key in said if key in PROOFS), seen)
    return {**mistake, "proof": proof}


def _fact(holder: Mapping[str, Any], name: str) -> tuple[str, dict[str, Any]]:
    """Return the key and the parts of a fact; an empty key for a quotation."""
    key, parts = holder.get("facts", {}).get(name, ("", {}))
    return key, parts
