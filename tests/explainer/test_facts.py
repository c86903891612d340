"""Explanations: facts that hold on all 16,167 moves of all 4,520 positions."""

import json
from collections import Counter
from functools import cache

import pytest

from noughts import oracle
from noughts.board import LINES, board_of, play, replies
from noughts.explainer import Fact, explain, tactics
from noughts.explainer.facts import MISTAKES
from noughts.explainer.phrases import phrase, reason, refutation
from noughts.explainer.printed import explanation_data, plain
from noughts.notation import parse_board
from noughts.words import LANGUAGES, Refused, words


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

    def answers(self):
        """Yield each answer of the opponent: its square, and the marks after it."""
        for (i, j), key in replies(self.after).items():
            yield 3 * i + j + 1, key

    def forks(self, key, mark):
        """Return where a mark makes two threats at once, and the other has none."""
        they = "O" if mark == "X" else "X"
        return {
            square
            for square in (n + 1 for n in range(9) if key[n] == ".")
            if not self.completes(key, square, mark)
            and len(self.wins_for(self.play(key, square, mark), mark)) >= 2
            and not self.wins_for(self.play(key, square, mark), they)
        }


@cache
def filled(key):
    """Return (line, mark) for all lines that some continuation of the game fills."""
    if oracle.table()[key].turn is None:
        return frozenset(
            (line, mark)
            for line in LINES
            for mark in "XO"
            if all(key[n] == mark for n in line)
        )
    return frozenset().union(*(filled(reply) for reply in replies(key).values()))


@pytest.fixture(scope="module")
def cases(in_progress, share):
    explanations = [explain(board) for board in in_progress[::share]]
    return [Case(e, move) for e in explanations for move in e.moves]


def having(cases, code):
    found = [(case, case.facts[code]) for case in cases if code in case.facts]
    assert found, code
    return found


# What counts all moves is of CI alone: the ordinary tests take one position of seven.
COUNTS_ALL = pytest.mark.parametrize(
    "share", [pytest.param(1, marks=pytest.mark.ci)], indirect=True
)


@COUNTS_ALL
def test_every_move_of_every_position_is_among_the_cases(cases):
    assert len(cases) == 16_167


def test_every_move_is_explained(cases):
    assert all(case.facts for case in cases)
    assert all(len(case.facts) == len(case.move.facts) for case in cases)


def test_every_verdict_is_the_oracles(cases):
    for case in cases:
        action = divmod(case.move.square - 1, 3)
        assert case.move.verdict == oracle.after(board_of(case.key), action)


def test_completing_a_line_wins(cases):
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


def test_one_threat_forces_an_answer_wherever_there_is_a_choice(cases):
    for case in cases:
        threats = case.wins_for(case.after, case.mark)
        lost = "completes" in case.facts or case.wins_for(case.after, case.they)
        forces = len(threats) == 1 and case.after.count(".") > 1 and not lost
        assert ("forces" in case.facts) == forces


def test_a_block_beside_a_second_threat_does_not_help(cases):
    for case, fact in having(cases, "second"):
        assert "blocks" in case.facts
        assert fact.mark == case.they
        assert set(fact.squares) == case.wins_for(case.after, case.they)
        assert case.move.verdict == oracle.Verdict(-1, 1)


def test_a_win_by_a_forced_answer_names_what_makes_two_threats_then(cases):
    for case, fact in having(cases, "then-forks"):
        (forced,) = case.facts["forces"].squares
        answered = case.play(case.after, forced, case.they)
        assert fact.mark == case.mark
        assert fact.squares
        assert set(fact.squares) == case.forks(answered, case.mark)
        assert case.move.verdict == oracle.Verdict(1, 3)


def test_a_win_without_a_threat_makes_two_after_every_answer(cases):
    for case, fact in having(cases, "always-forks"):
        assert fact.mark == case.mark
        assert not case.wins_for(case.after, case.mark)
        for _, answered in case.answers():
            assert case.forks(answered, case.mark)
        assert case.move.verdict == oracle.Verdict(1, 3)


def test_every_win_says_how_it_is_won(cases):
    """A line, two threats, or two threats after the answer: there is no other way."""
    for case in cases:
        how = {"completes", "forks", "then-forks", "always-forks"} & case.facts.keys()
        assert len(how) == (case.move.verdict.outcome == 1)


def test_two_threats_prevented_are_real_before_and_gone_after(cases):
    """From any of the squares the opponent would have won; now from none."""
    for code in ("prevents", "takes"):
        for case, fact in having(cases, code):
            assert fact.mark == case.they
            assert set(fact.squares) == case.forks(case.key, case.they)
            assert not case.forks(case.after, case.they)
            assert (fact.squares == (case.move.square,)) == (code == "takes")
            assert case.move.verdict.outcome == 0
            assert "blocks" not in case.facts


def losing_answers(case):
    """Return the squares on which the opponent loses, by the oracle."""
    win = 1 if case.mark == "X" else -1
    return {
        square for square, key in case.answers() if oracle.table()[key].value == win
    }


def test_a_trap_names_exactly_the_answers_that_lose(cases):
    for case, fact in having(cases, "trap"):
        assert fact.mark == case.they
        assert set(fact.squares) == losing_answers(case)


def test_what_must_be_answered_is_all_that_does_not_lose(cases):
    for case, fact in having(cases, "must"):
        assert fact.mark == case.they
        answers = {square for square, _ in case.answers()}
        assert set(fact.squares) == answers - losing_answers(case)
        assert len(losing_answers(case)) > len(fact.squares)


def test_every_draw_says_which_answers_lose_if_any_do(cases):
    for case in cases:
        if case.move.verdict.outcome == 0 and not case.move.is_mistake:
            said = {"forces", "trap", "must"} & case.facts.keys()
            assert len(said) == bool(losing_answers(case))


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


def test_a_unique_move_has_a_fact_that_says_so(cases):
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


def test_a_move_that_keeps_the_value_is_not_a_mistake(cases):
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


def test_an_open_line_can_still_be_filled(cases):
    for case, fact in having(cases, "opens"):
        found = filled(case.after)
        for line in fact.lines:
            assert case.move.square in line
            assert (tuple(square - 1 for square in line), case.mark) in found


def test_a_closed_line_could_have_been_filled(cases):
    for case, fact in having(cases, "closes"):
        before, after = filled(case.key), filled(case.after)
        assert fact.mark == case.they
        for line in fact.lines:
            cells = tuple(square - 1 for square in line)
            assert case.move.square in line
            assert (cells, case.they) in before
            assert (cells, case.they) not in after


def test_an_idle_move_lies_on_no_line_that_can_be_filled(cases):
    for case, _ in having(cases, "idle"):
        assert not any(case.move.square - 1 in line for line, _ in filled(case.key))


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


def test_in_a_line_of_play_threats_are_blocked_unless_the_player_wins(cases):
    """So of two threats the loser answers one, and the other is seen to be filled."""
    faced = 0
    for case in cases:
        key = case.after
        for step in case.move.line[1:]:
            they = "O" if step.mark == "X" else "X"
            threats = case.wins_for(key, they)
            if threats and not case.wins_for(key, step.mark):
                faced += 1
                assert step.square in threats
            key = play(key, divmod(step.square - 1, 3))
    assert faced > 500


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_a_reason_in_every_language(cases, language):
    for case in cases:
        said = reason(case.move, language)
        assert said
        assert "{" not in said
        assert "None" not in said
        assert "|" not in said


@COUNTS_ALL
def test_how_often_a_fact_is_the_only_one(cases):
    """Lines are a weak reason: of 1,789 draws that are right few have no better one."""
    whole = Counter(tuple(case.facts) for case in cases)
    assert {code: whole[code,] for code in ("opens", "closes", "idle")} == {
        "opens": 16,  # X or O in a corner beside the centre, and the like
        "closes": 8,
        "idle": 136,  # the last moves of a game that is drawn
    }
    right = [c for c in cases if c.move.verdict.outcome == 0 and not c.move.is_mistake]
    assert len(right) == 1_789
    said = Counter(code for case in right for code in case.facts)
    assert (said["trap"], said["must"], said["forces"]) == (201, 40, 808)


def test_reasons_leave_out_moot_facts(cases):
    for case in cases:
        said = reason(case.move)
        if "blocks" in case.facts:
            assert "stops" not in said.partition(" answers ")[0]
        if case.facts.keys() >= {"lost", "blocks"}:
            assert said.startswith(f"blocks {case.they} on ")
            assert f", but {case.they} " in said
        if case.move.is_mistake:
            assert said.startswith("is a mistake: ")
            assert f" {case.they} answers " in said or f" {case.they} takes " in said


def test_a_forced_answer_prevents_nothing_else_in_a_refutation(cases):
    """A move that forces the other leaves no time for two threats anyway."""
    for case in cases:
        codes = {fact.code: fact for step in case.move.line[1:2] for fact in step.facts}
        if case.move.is_mistake and codes.keys() >= {"forces", "prevents"}:
            assert phrase(codes["forces"]) in refutation(case.move)
            assert phrase(codes["prevents"]) not in refutation(case.move)


@pytest.mark.parametrize(
    ("key", "square", "mark", "lines"),
    [
        ("XOX......", 8, "O", [(7, 8, 9), (2, 5, 8)]),  # O has three moves left
        ("XOXOX....", 8, "O", []),  # O has two
        ("XOXO.....", 8, "X", [(7, 8, 9)]),  # X has three
        ("XOXOXOO..", 9, "X", [(1, 5, 9)]),
    ],
)
def test_a_line_can_be_filled_where_there_are_moves_enough(key, square, mark, lines):
    found = tactics.fillable(key, divmod(square - 1, 3), mark)
    assert sorted(tuple(n + 1 for n in line) for line in found) == sorted(lines)


def test_verdicts_in_english_are_those_of_the_oracle(in_progress):
    for verdict in {oracle.verdict(board) for board in in_progress}:
        assert words().verdict(*verdict) == str(verdict)


def test_a_position_that_cannot_occur_is_refused():
    with pytest.raises(Refused, match="both players have a line"):
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
