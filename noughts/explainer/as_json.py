"""An explanation as plain data, for JSON: the facts, and words for them."""

from typing import Any

from noughts.board import board_of
from noughts.explainer.facts import Explanation
from noughts.explainer.phrases import ending, reason
from noughts.notation import board_text
from noughts.words import LANGUAGES, words


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as dictionaries and lists, with words in all languages."""
    data: dict[str, Any] = plain(explanation)
    del data["key"]
    data = {"board": board_text(board_of(explanation.key)), **data}
    for move, facts in zip(explanation.moves, data["moves"], strict=True):
        facts["words"] = {
            language: {
                "verdict": words(language).verdict(*move.verdict),
                "reason": reason(move, language),
            }
            for language in LANGUAGES
        }
    data["words"] = {
        language: words(language).verdict(*explanation.verdict)
        if explanation.verdict
        else ending(explanation, language)
        for language in LANGUAGES
    }
    return data


def plain(value: Any) -> Any:
    """Return records and tuples as dictionaries and lists."""
    if hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value
