"""An explanation as plain data, for JSON: the facts, and words for them."""

from typing import Any

from noughts.board import board_of
from noughts.explainer.facts import Explanation
from noughts.explainer.words import LANGUAGES, ending, reason, verdict_words
from noughts.notation import board_text


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as dictionaries and lists, with words in all languages."""
    data: dict[str, Any] = plain(explanation)
    del data["key"]
    data = {"board": board_text(board_of(explanation.key)), **data}
    for move, facts in zip(explanation.moves, data["moves"], strict=True):
        facts["words"] = {
            name: {
                "verdict": verdict_words(move.verdict, language),
                "reason": reason(move, language),
            }
            for name, language in LANGUAGES.items()
        }
    data["words"] = {
        name: verdict_words(explanation.verdict, language)
        if explanation.verdict
        else ending(explanation, language)
        for name, language in LANGUAGES.items()
    }
    return data


def plain(value: Any) -> Any:
    """Return records and tuples as dictionaries and lists."""
    if hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value
