"""Explanations: facts that hold on all 16,167 moves of all 4,520 positions."""

import json
from string import Formatter

import pytest

from noughts import oracle
from noughts.board import LINES, board_of, play, replies
from noughts.explainer import Fact, explain
from noughts.explainer.as_json import explanation_data, plain
from noughts.explainer.facts import MISTAKES
from noughts.explainer.words import (
    ENGLISH,
    LANGUAGES,
    PORTUGUESE,
    ending,
    phrase,
    reason,
    verdict_words,
)
from noughts.notation import NotationError, parse_board


class Case:
    """A move of a position: its facts by code, and the truth on both sides of it."""

    def __init__(self, explanation, move):
        self.key = explanation.key
        self.mark = explanation.turn
        self.they = "O" if self.mark == "X" else "X"
        self.move = move
        self.facts = {fact.code: fact for fact in move.facts}
        self.before = oracle.table()[self.key]
        self.after = self.play(self.key, move.square, self.mark)
        self.truth = oracle.table()[self.after]
        self.others = [m for m in explanation.moves if m is not move]

    @staticmethod
    def play(key, square, mark):
        return key[: square - 1] + mark + key[square:]

    def completes(self, key, square, mark):
        """Return whether a mark on a free square fills a line: by the oracle's list."""
        assert key[square - 1] == "."
        key = self.play(key, square, mark)
        return any(
            square - 1 in line and all(key[n] == mark for n in line) for line in LINES
        )

    def wins_for(self, key, mark):
        free = [n + 1 for n in range(9) if key[n] == "."]
        return {square for square in free if self.completes(key, square, mark)}


@pytest.fixture(scope="module")
def cases(in_progress):
    explanations = [explain(board) for board in in_progress]
    return [Case(e, move) for e in explanations for move in e.moves]


def having(cases, code):
    found = [(case, case.facts[code]) for case in cases if code in case.facts]
    assert found, code
    return found


def test_every_move_of_every_position_is_explained(cases):
    assert len(cases) == 16_167
    assert all(case.facts for case in cases)
    assert all(len(case.facts) == len(case.move.facts) for case in cases)


def test_every_verdict_is_the_oracles(cases):
    for case in cases:
        action = divmod(case.move.square - 1, 3)
        assert case.move.verdict == oracle.after(board_of(case.key), action)


def test_whoever_completes_a_line_has_won(cases):
    for case, fact in having(cases, "completes"):
        assert case.truth.winner == case.mark
        for line in fact.lines:
            assert case.move.square in line
            assert {case.after[square - 1] for square in line} == {case.mark}
    assert sum(case.truth.winner is not None for case in cases) == len(
        having(cases, "completes")
    )


def test_a_block_takes_the_cell_that_the_opponent_needed(cases):
    for case, fact in having(cases, "blocks"):
        assert fact.mark == case.they
        assert case.completes(case.key, case.move.square, case.they)
        for line in fact.lines:
            marks = sorted(case.key[square - 1] for square in line)
            assert marks == sorted("." + case.they * 2)
            assert case.move.square in line


def test_two_threats_at_once_win_in_two_whatever_the_answer(cases):
    for case, fact in having(cases, "forks"):
        assert len(fact.squares) >= 2
        assert set(fact.squares) == case.wins_for(case.after, case.mark)
        assert case.move.verdict == oracle.Verdict(1, 2)
        for reply in replies(case.after).values():
            assert case.wins_for(reply, case.mark)


def test_a_forced_answer_is_the_only_one_that_does_not_lose_at_once(cases):
    for case, fact in having(cases, "forces"):
        (square,) = fact.squares
        assert fact.mark == case.they
        for (i, j), reply in replies(case.after).items():
            assert oracle.table()[reply].winner is None
            assert bool(case.wins_for(reply, case.mark)) == (3 * i + j + 1 != square)


def test_two_threats_prevented_are_real_before_and_gone_after(cases):
    """Taking any of the squares would have won for the opponent; now none does."""
    for case, fact in having(cases, "prevents"):
        for square in fact.squares:
            threatened = case.play(case.key, square, case.they)
            assert len(case.wins_for(threatened, case.they)) >= 2
            assert not case.wins_for(threatened, case.mark)
        for reply in replies(case.after).values():
            threats = case.wins_for(reply, case.they)
            assert len(threats) < 2 or case.wins_for(reply, case.mark)


def test_the_only_move_that_does_not_lose_is_unique(cases):
    for case, _ in having(cases, "only-draw"):
        assert case.move.verdict.outcome == 0
        assert case.others
        assert all(move.verdict.outcome == -1 for move in case.others)


def test_the_only_move_that_wins_is_unique(cases):
    for case, _ in having(cases, "only-win"):
        assert case.move.verdict.outcome == 1
        assert case.others
        assert all(move.verdict.outcome < 1 for move in case.others)


def test_a_move_that_is_unique_is_said_to_be(cases):
    for case in cases:
        best = case.move.verdict.outcome
        if best >= 0 and all(move.verdict.outcome < best for move in case.others):
            assert case.facts.keys() & {"only-win", "only-draw", "only-square"}


def test_the_only_free_square_is_the_last(cases):
    for case, _ in having(cases, "only-square"):
        assert case.key.count(".") == 1


@pytest.mark.parametrize(("outcomes", "code"), MISTAKES.items())
def test_a_mistake_is_worth_less_than_the_position(outcomes, code, cases):
    for case, _ in having(cases, code):
        board = board_of(case.key)
        assert (oracle.verdict(board).outcome, case.move.verdict.outcome) == outcomes


def test_whatever_keeps_the_value_is_no_mistake(cases):
    for case in cases:
        action = divmod(case.move.square - 1, 3)
        assert case.move.is_mistake == (action not in case.before.optimal)


def test_a_slower_win_and_a_sooner_loss_name_the_better_moves(cases):
    for code in ("slower", "sooner"):
        for case, fact in having(cases, code):
            better = {3 * i + j + 1 for i, j in case.before.best}
            assert set(fact.squares) == better
            assert case.move.square not in better
            assert not case.move.is_mistake


def test_a_lost_move_is_as_good_as_any(cases):
    for case, _ in having(cases, "lost"):
        assert divmod(case.move.square - 1, 3) in case.before.best
        assert case.move.verdict.outcome == -1
        assert all(move.verdict.outcome == -1 for move in case.others)


def test_open_lines_hold_no_mark_of_the_opponent(cases):
    for case, fact in having(cases, "opens"):
        for line in fact.lines:
            assert case.move.square in line
            assert case.they not in [case.key[square - 1] for square in line]


def test_every_line_of_play_is_legal_and_ends_as_the_verdict_says(cases):
    for case in cases:
        key = case.key
        for step in case.move.line:
            assert oracle.table()[key].turn == step.mark
            key = play(key, divmod(step.square - 1, 3))
        truth, verdict = oracle.table()[key], case.move.verdict
        assert truth.turn is None
        winner = {1: case.mark, 0: None, -1: case.they}[verdict.outcome]
        assert truth.winner == winner
        own = [step for step in case.move.line if step.mark == case.mark]
        if verdict.outcome:
            assert len(own) == verdict.moves


def test_every_answer_in_a_line_is_best(cases):
    for case in cases:
        key = case.after
        for step in case.move.line[1:]:
            action = divmod(step.square - 1, 3)
            assert action in oracle.table()[key].best
            key = play(key, action)


def test_every_move_has_a_reason_in_every_language(cases):
    for case in cases:
        for language in LANGUAGES.values():
            said = reason(case.move, language)
            assert said
            assert "{" not in said
            assert "None" not in said


def test_the_languages_say_the_same_things():
    def fields(text):
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    assert ENGLISH.phrases.keys() == PORTUGUESE.phrases.keys()
    for code, text in ENGLISH.phrases.items():
        assert fields(text) == fields(PORTUGUESE.phrases[code]), code


@pytest.mark.parametrize(
    ("text", "square", "words", "em_portugues"),
    [
        (
            "... ... ...",
            5,
            "has four open lines",
            "tem quatro linhas abertas",
        ),
        (
            "X.. .O. ..X",
            2,
            "forces X to 8; keeps X from two threats at once on 3 or 7",
            "obriga X a jogar em 8; impede duas ameaças de X ao mesmo tempo em 3 ou 7",
        ),
        (
            "X.. .O. ..X",
            3,
            "is a mistake: it gives up the draw; X answers 7 and makes two threats "
            "at once, on 4 and 8, then O 2, X 4: X wins",
            "é um erro: deixa escapar o empate; X responde 7 e faz duas ameaças "
            "ao mesmo tempo, em 4 e 8, depois O 2, X 4: X ganha",
        ),
        (
            "XX. OO. ...",
            6,
            "is a mistake: it gives up the win; O answers 3 and blocks X on 1-2-3, "
            "then X 7, O 8, X 9: a tie",
            "é um erro: deixa escapar a vitória; O responde 3 e bloqueia X em 1-2-3, "
            "depois X 7, O 8, X 9: empate",
        ),
        (
            "XX. OO. ...",
            3,
            "is the only move that wins; completes 1-2-3",
            "é a única jogada que ganha; completa 1-2-3",
        ),
        (
            "XX. OO. ..X",
            3,
            "wins, but sooner on 6; makes two threats at once, on 6 and 7; "
            "blocks X on 1-2-3",
            "ganha, mas mais cedo em 6; faz duas ameaças ao mesmo tempo, em 6 e 7; "
            "bloqueia X em 1-2-3",
        ),
    ],
)
def test_reasons_read_well(text, square, words, em_portugues):
    move = explain(parse_board(text)).move(square)
    assert reason(move) == words
    assert reason(move, PORTUGUESE) == em_portugues


@pytest.mark.parametrize(
    ("text", "words", "em_portugues"),
    [
        ("XXX OO. ...", "X has won: 1-2-3", "X ganhou: 1-2-3"),
        ("XXO OOX XOX", "a tie: the board is full", "empate: o tabuleiro está cheio"),
        ("XXX XOO XOO", "X has won: 1-2-3 and 1-4-7", "X ganhou: 1-2-3 e 1-4-7"),
    ],
)
def test_a_finished_game_says_how_it_ended(text, words, em_portugues):
    explanation = explain(parse_board(text))
    assert explanation.moves == ()
    assert ending(explanation) == words
    assert ending(explanation, PORTUGUESE) == em_portugues


def test_one_open_line_is_said_in_the_singular():
    fact = Fact("opens", "X", lines=((1, 2, 3),))
    assert phrase(fact) == "has one open line"
    assert phrase(fact, PORTUGUESE) == "tem uma linha aberta"


def test_verdicts_in_english_are_those_of_the_oracle():
    for verdict in [(1, 3), (0, 4), (-1, 2)]:
        verdict = oracle.Verdict(*verdict)
        assert verdict_words(verdict) == str(verdict)
    assert verdict_words(oracle.Verdict(-1, 2), PORTUGUESE) == "perde em 2"


def test_a_position_that_cannot_occur_is_refused():
    with pytest.raises(NotationError, match="both players have a line"):
        explain(parse_board("XXX OOO ..."))


def test_facts_are_plain_data_for_json(in_progress):
    for board in in_progress[::50]:
        data = explanation_data(explain(board))
        assert json.loads(json.dumps(data)) == data
    assert plain(Fact("blocks", "O", lines=((1, 2, 3),))) == {
        "code": "blocks",
        "mark": "O",
        "squares": [],
        "lines": [[1, 2, 3]],
    }
