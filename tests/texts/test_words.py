"""The languages say the same things, and put the same things into them."""

import pickle
import re
from errno import EBADF, ENOENT
from pathlib import Path
from string import Formatter

import pytest
from conftest import ROOT

import noughts
from noughts.texts import LANGUAGES, Refused, preferred_language, words

PACKAGE = Path(noughts.__file__).parent
OTHERS = [name for name in LANGUAGES if name != "en"]


def fields(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_sentence_and_no_other(language):
    assert list(words(language).table) == list(words().table)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_puts_the_same_parts_into_a_sentence(language):
    other = words(language)
    for name, sentence in (words().table | words().feedback).items():
        found = fields((other.table | other.feedback)[name])
        if name.startswith("ruff."):  # by its code; English is what ruff itself says
            assert found <= {"rule_text", "name", "n", "most"}, name
        else:
            assert found == fields(sentence), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_one_form_or_two(language):
    for name, sentence in words(language).table.items():
        assert sentence.count("|") <= 1, name


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "pt_PT.UTF-8"}, "pt-BR"),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment, language):
    assert preferred_language(environment) == language


def test_an_unknown_language_is_named():
    with pytest.raises(ValueError, match=f"'xx' is not one of {', '.join(LANGUAGES)}"):
        words("xx")


@pytest.mark.parametrize(
    ("parts", "said"),
    [([], ""), (["1"], "1"), (["1", "2"], "1 e 2"), (list("123"), "1, 2 e 3")],
)
def test_a_list_in_a_sentence(parts, said):
    assert words("pt-BR").listed(parts) == said


def test_numbers_are_formatted_by_language():
    assert [*map(words().number, (1940, 2 / 3))] == ["1,940", "0.67"]
    assert words("pt-BR").number(1940) == "1.940"
    assert words("pt-BR").number(99.479, 3) == "99,479"


def test_a_line_number_has_no_comma():
    assert all("3005" in words(each)("value.line", line=3005) for each in LANGUAGES)


def test_the_count_selects_singular_or_plural():
    english = words("en")
    assert english.table["lesson.minutes"] == "{n} minute|{n} minutes"
    said = [english("lesson.minutes", n=n) for n in range(4)]
    assert said == ["0 minutes", "1 minute", "2 minutes", "3 minutes"]
    assert english("verdict.draw") == "draw"
    one, _ = english.table["explain.slower"].split("|")
    assert english("explain.slower", squares="5") == one.format(squares="5")


def test_a_table_knows_which_sentences_it_has():
    assert "verdict.draw" in words()
    assert "verdict" not in words()


@pytest.mark.parametrize(
    ("outcome", "moves", "short", "long"),
    [
        (1, 3, "vence em 3", "vence em 3 jogadas"),
        (-1, 1, "perde em 1", "perde em 1 jogada"),
        (0, 4, "empate", "empate"),
    ],
)
def test_a_verdict_is_short_or_long(outcome, moves, short, long):
    assert words("pt-BR").verdict(outcome, moves) == short
    assert words("pt-BR").verdict(outcome, moves, "long") == long


def test_a_list_in_a_sentence_is_made_in_one_place():
    """By `listed`, in the words of a language: nowhere else are parts joined by one."""
    joined = re.compile(r"""["'],? (and|or|e|ou) ["']\.join""")
    files = [*(ROOT / "noughts").rglob("*.py"), ROOT / "runner.py"]
    assert [path for path in files if joined.search(path.read_text("utf-8"))] == []


def test_an_error_is_shown_in_any_language_and_is_english_as_text():
    error = Refused("refusal.about", path="a.py", why=Refused("refusal.larger", n=1234))
    assert str(error) == "a.py: the text is larger than 1,234 bytes"
    assert words("pt-BR").message(error) == "a.py: o texto é maior que 1.234 bytes"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_an_error_of_python_keeps_its_message():
    say = words("pt-BR").message
    assert say(OSError(EBADF, "Bad file", "a.py")) == "a.py: Bad file"
    assert say(OSError(2, "No such file")) == "[Errno 2] No such file"
    assert say(ValueError("no")) == "no"


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_the_usual_errors_of_the_system_are_said_in_the_language(language):
    say = words(language)
    error = OSError(ENOENT, "raw text", "a.py")
    assert say.message(error) == f"a.py: {say('system.ENOENT')}"
    why = say("refusal.course_unread", why=error)
    assert say("system.ENOENT") in why
    assert "a.py" not in why


KEY = re.compile(r'\b(?:Said|Refused|(?:Machine|Engine|TooLong)Error)\(\s*"([\w.-]+)"')


def test_every_key_in_the_code_is_in_the_tables():
    for path in PACKAGE.rglob("*.py"):
        for key in KEY.findall(path.read_text("utf-8")):
            assert key in words(), f"{path}: {key}"
