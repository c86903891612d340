"""What the commands share, by itself: values and guesses."""

import math

import pytest

from noughts.cli import explore, options
from noughts.cli.options import Parser, Refusal
from noughts.solver.mnk import LARGEST
from noughts.words import words


@pytest.mark.parametrize(
    ("argv", "language"),
    [
        ("--language pt-BR", "pt-BR"),
        ("--language=pt-BR 4", "pt-BR"),
        ("4 --language pt-BR", "pt-BR"),
        ("--language en --language pt-BR", "pt-BR"),
        ("--language pt-BR --language=en", "en"),
        ("-- --language pt-BR", "en"),
        ("--language pt-BR -- --language en", "pt-BR"),
        ("--language", "en"),
        ("--language xx", "en"),
        ("pt-BR", "en"),
        ("--languages pt-BR", "en"),
        ("--lang pt-BR", "en"),  # which is not an option, and refused as that
    ],
)
def test_the_language_is_read_before_all_else(argv, language):
    assert options.language_of(argv.split()) == language


VALUES = [
    (options.seconds, "0.5", 0.5),
    (options.seconds, "1e3", 1000),
    (options.size, "1", 1),
    (options.size, str(LARGEST), LARGEST),
    (options.size, "000000008", 8),
    (explore._port, "1024", 1024),
    (explore._port, "65535", 65535),
    (options.board, "4x5", (4, 5)),
    (options.board, "4X5", (4, 5)),
]
REFUSED = [
    *((options.seconds, text) for text in ("0", "-1", "inf", "nan", "", "soon")),
    *((options.size, text) for text in ("0", f"{LARGEST + 1}", "-1", "²", "", "1.5")),
    (options.size, "1" * 5000),
    (options.size, "0000000089"),
    *((explore._port, text) for text in ("1023", "65536", "0000655359", "web")),
    *((options.board, text) for text in ("4", "x", "4x", "0x4", "4x4x4")),
    (options.pattern, "("),
]


@pytest.mark.parametrize(("read", "text", "value"), VALUES)
def test_a_value_is_read(read, text, value):
    assert read(text) == value


@pytest.mark.parametrize(("read", "text"), REFUSED)
def test_a_value_that_cannot_be_meant_is_refused_by_its_name(read, text):
    with pytest.raises(Refusal) as refused:
        read(text)
    assert repr(text)[1:20] in str(refused.value)


@pytest.mark.parametrize(
    ("word", "guess"),
    [("solv", "solve"), ("chekc", "check"), ("zzz", ""), ("1", ""), ("solve", "solve")],
)
def test_a_guess_is_made_where_something_is_close(word, guess):
    said = options.did_you_mean(word, ["solve", "check", "11"], words("en"))
    assert said == (words("en")("cli.did_you_mean", name=guess) if guess else "")


def test_a_command_that_reads_no_arguments_has_no_parser():
    with pytest.raises(TypeError, match="reads no arguments"):
        options.built(lambda argv: 0, words("en"))
    assert Parser.reads


def test_a_narrow_usage_names_no_options(monkeypatch):
    for width, named in (("61", False), ("62", True)):  # argparse keeps two columns
        monkeypatch.setenv("COLUMNS", width)
        parser = Parser("play", words("en"))
        parser.add_argument("file", metavar="FILE")
        assert ("--language" in parser.format_usage()) is named
        assert "FILE" in parser.format_usage()


@pytest.mark.parametrize("columns", range(30, 61, 3))
def test_a_narrow_help_breaks_no_option_and_no_name(columns, monkeypatch):
    text = "Give --no-browser where no-one looks, or --or-play, as make-shift."
    parser = Parser("test-tests", words("en"), description=text)
    parser.add_argument("command-line")
    monkeypatch.setenv("COLUMNS", str(columns))
    told = parser.format_help().partition("\n\narguments")[0].split()
    usage = ["usage:", "noughts", "test-tests", "[OPTIONS]", "command-line"]
    assert told == [*usage, *text.split()]


def test_time_has_a_limit_unless_another_is_given():
    parser = Parser("play", words("en"))
    options.add_time(parser)
    given = parser.parse_args([])
    assert options.engine_time(parser, given, engine=True) == options.SECONDS
    assert options.engine_time(parser, given, engine=False) == options.SECONDS
    given = parser.parse_args(["--time", "2"])
    assert options.engine_time(parser, given, engine=True) == 2
    assert math.isfinite(options.SECONDS)


def test_what_is_meant_is_guessed_by_us_and_not_by_python_too():
    """From Python 3.15 on argparse would, in the middle of a sentence that we read."""
    assert Parser("", words()).suggest_on_error is False


@pytest.mark.parametrize(
    "argv",
    [
        "4 5 X.. ... --time 5 --moves",
        "--time 5 --moves 4 5 X.. ...",
        "4 --time 5 5 --moves X.. ...",
        "4 5 --moves X.. --time=5 ...",
        "--moves 4 5 --time 5 -- X.. ...",
        "4 5 X.. -t 5 ... --moves",
    ],
)
def test_options_may_stand_between_the_other_arguments(argv):
    given = solver_like().parse_args(argv.split())
    assert (given.rows, given.columns, given.board) == ("4", "5", ["X..", "..."])
    assert (given.time, given.moves) == ("5", True)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("4 5 X.. --time", "--time needs a value"),
        ("4 --time --moves 5 X..", "--time needs a value"),
        ("4 --moves", "N is missing"),
        ("4 5 --tim 5", "there is no option --tim; did you mean --time?"),
    ],
)
def test_what_is_missing_is_told_wherever_options_stand(argv, said, capsys):
    with pytest.raises(SystemExit):
        solver_like().parse_args(argv.split())
    assert said in capsys.readouterr().err


def solver_like():
    """Return a parser of all kinds of arguments that commands have."""
    parser = Parser("x", words())
    parser.add_argument("rows", metavar="M")
    parser.add_argument("columns", metavar="N")
    parser.add_argument("board", nargs="*", default=[])
    parser.add_argument("-t", "--time")
    parser.add_argument("--moves", action="store_true")
    return parser


@pytest.fixture
def parser():
    parser = Parser("", words())
    parser.add_argument("files", nargs="*")
    parser.add_argument("-t", "--time")
    parser.add_argument("--all", action="store_true")
    return parser


@pytest.mark.parametrize(
    ("given", "joined"),
    [
        ("--time -5", "--time=-5"),
        ("x --time -5 y", "x --time=-5 y"),
        ("--time -x", "--time -x"),
        ("--time 5 -5", "--time 5 -5"),
        ("-t -5", "-t -5"),
        ("--all -5", "--all -5"),
        ("x -5", "x -5"),
        ("-- --time -5", "-- --time -5"),
    ],
)
def test_a_number_below_0_is_the_value_of_the_option_before_it(parser, given, joined):
    assert " ".join(parser._joined(given.split())) == joined


@pytest.mark.parametrize(
    ("given", "ordered"),
    [
        ("x --all y", "--all x y"),
        ("x --time 5 y", "--time 5 x y"),
        ("x --time=5 y", "--time=5 x y"),
        ("x -- --all y", "x -- --all y"),
        ("x --time --all", "x --time --all"),
        ("x --time", "x --time"),
    ],
)
def test_options_go_before_all_else(parser, given, ordered):
    assert " ".join(parser._options_first(given.split())) == ordered
