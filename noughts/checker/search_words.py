"""What was seen of a file's search, as facts, and in the words of a language."""

from typing import Any

from noughts.checker.record import SearchFact
from noughts.words import Words


def search_text(facts: tuple[SearchFact, ...], say: Words) -> str:
    """Return facts about a search in sentences."""
    return " ".join(
        say(f"seen.{name}", **{part: _part(part, given[part], say) for part in given})
        for name, given in facts
    )


def _part(name: str, value: Any, say: Words) -> str:
    """Return what a sentence is filled with: a number, a name or a list as it reads."""
    match name, value:
        case "line", [line, cell]:  # of a notebook
            return say.place(line, cell)
        case "line", _:
            return str(value)
        case "code", str():
            return say(f"observe.search.{value}")
        case "bounds", [*names]:
            return say.listed([str(each) for each in names])
        case "causes", [*names]:
            return say.listed([f"`{each}`" for each in names])
        case "textbook", dict():
            searches = ((say(f"observe.textbook.{n}"), value[n]) for n in value)
            return ", ".join(f"{name} {say.number(n)}" for name, n in searches)
        case _, int():
            return say.number(value)
    return str(value)
