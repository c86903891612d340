"""Names of people as platforms write them, and whether two may be one person's."""

import re
import unicodedata
from collections.abc import Iterator

from noughts.classroom.platforms.entry import first_name_first

APOSTROPHES = re.compile("['\u2018\u2019\u02bc\u00b4`]")  # "O'Neill" is one word
# What is said or left out between the words of a name.
PARTICLES = {
    "da",
    "das",
    "de",
    "del",
    "der",
    "di",
    "do",
    "dos",
    "e",
    "la",
    "van",
    "von",
}


# The scripts in which a name is often written without its accents. In others a mark
# makes another letter, or is a vowel.
ACCENTED = ("LATIN ", "GREEK ")


def name_words(name: str) -> list[str]:
    """Return the words of a name, without accents, the first name first."""
    plain = APOSTROPHES.sub("", first_name_first(name)).casefold()
    letters = "".join(_without_accents(unicodedata.normalize("NFKD", plain)))
    spaced = (each if _is_in_word(each) else " " for each in letters)
    words = unicodedata.normalize("NFC", "".join(spaced)).split()
    return [word for word in words if any(map(str.isalnum, word))]


def _without_accents(letters: str) -> Iterator[str]:
    """Yield the letters and marks, those marks left out that only are accents."""
    letter = " "
    for each in letters:
        if not unicodedata.combining(each):
            letter = each
            yield each
        elif not unicodedata.name(letter, "").startswith(ACCENTED):
            yield each


def _is_in_word(each: str) -> bool:
    return each.isalnum() or unicodedata.category(each) in ("Mn", "Mc")


def spelled(name: str) -> str:
    """Return a name as it is written, whatever system it was written on."""
    return unicodedata.normalize("NFC", " ".join(first_name_first(name).split()))


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common; without words, itself."""
    return " ".join(name_words(name) or name.split())


def name_keys(name: str) -> set[str]:
    """
    Return the keys that a name may have in a list.

    In the name of a folder the surname may go first, "silva_ana". A name with spaces
    is in its order: Paulo André is not André Paulo.
    """
    parts = [] if " " in name.strip() or "_" not in name else name_words(name)
    return {name_key(name), *map(" ".join, rotations(parts))}


def bare_name(name: str, *marks: str) -> str:
    """Return a name without the id or address that tells two of one name apart."""
    for mark in marks:
        name = name.removesuffix(f" ({mark})")
    return name


def may_be_one(one: str, other: str) -> bool:
    """
    Return whether one name may be the other, turned round or with words left out.

    "Ana Silva" may be "Costa e Silva, Ana", "Ana S." and "silvaana". Only whole words
    count: Joana is not Ana, and a surname makes nobody the same.
    """
    mine, theirs = name_words(one), name_words(other)
    if not mine:
        return name_key(one) == name_key(other)
    few, many = sorted((_telling(mine), _telling(theirs)), key=len)
    return (
        _is_part(few, many)
        or "".join(mine) in map("".join, rotations(theirs))
        or "".join(theirs) in map("".join, rotations(mine))
    )


def _telling(words: list[str]) -> list[str]:
    """Return the words without particles, unless there are no others."""
    return [word for word in words if word not in PARTICLES] or words


def _is_part(few: list[str], many: list[str]) -> bool:
    """Return whether the words are among the many: one at least, others as initials."""
    left, strange = list(many), list[str]()
    for word in few:
        (left.remove if word in left else strange.append)(word)
    return len(strange) < len(few) and all(
        any(1 in (len(word), len(each)) and word[0] == each[0] for each in left)
        for word in strange
    )


def rotations(words: list[str]) -> Iterator[list[str]]:
    """Yield the words from each on, those before it behind."""
    return (words[n:] + words[:n] for n in range(len(words)))
