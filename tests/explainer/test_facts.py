"""Explanations: facts that hold on all 16,167 moves of all 4,520 positions."""

from collections import Counter

import pytest
from helpers.golden import HERE, compare

from noughts.explainer import Fact, explain
from noughts.explainer.facts import MISTAKES
from noughts.game import oracle
from noughts.game.board import LINES, board_of, play, replies
from noughts.search.symmetry import images


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


@pytest.fixture(scope="module")
def cases(in_progress, share):
    explanations = [explain(board) for board in in_progress[::share]]
    return [Case(e, move) for e in explanations for move in e.moves]


def having(cases, code):
    found = [(case, case.facts[code]) for case in cases if code in case.facts]
    assert found, code
    return found


def test_facts_are_as_many_as_before(update_golden):
    """One position of each eight images: each fact, how many, and their squares."""
    found, sums = Counter(), Counter()
    for key, truth in sorted(oracle.table().items()):
        if truth.turn and key == min(images(key)):
            for move in explain(board_of(key)).moves:
                marks = "".join(f"{step.mark}{step.square}" for step in move.line)
                for fact in (*move.facts, Fact(f"line of {len(marks)}", marks[-2])):
                    row = f"{fact.code} {fact.mark} {len(fact.squares or fact.lines)}"
                    found[row] += 1
                    sums[row] += sum(fact.squares) + move.square * move.verdict.moves
    lines = [f"{row}: {found[row]}, {sums[row]}" for row in sorted(found)]
    path = HERE / "transcripts" / "facts.txt"
    compare(path, "\n".join(lines) + "\n", update_golden)


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


def test_a_win_by_a_forced_answer_names_what_makes_two_threats_then(cases):
    for case, fact in having(cases, "then-forks"):
        (forced,) = case.facts["forces"].squares
        answered = case.play(case.after, forced, case.they)
        assert fact.squares
        assert set(fact.squares) == case.forks(answered, case.mark)
        assert case.move.verdict == oracle.Verdict(1, 3)


def test_a_win_without_a_threat_makes_two_after_every_answer(cases):
    for case, _ in having(cases, "always-forks"):
        assert not case.wins_for(case.after, case.mark)
        assert all(case.forks(key, case.mark) for _, key in case.answers())
        assert case.move.verdict == oracle.Verdict(1, 3)


def test_every_win_says_how_it_is_won(cases):
    """A line, two threats, or two threats after the answer: there is no other way."""
    for case in cases:
        how = {"completes", "forks", "then-forks", "always-forks"} & case.facts.keys()
        assert len(how) == (case.move.verdict.outcome == 1)


def test_two_threats_prevented_are_real_before_and_gone_after(cases):
    """From any of the squares the opponent would have won; now from none."""
    for case, fact in having(cases, "prevents"):
        assert fact.mark == case.they
        assert set(fact.squares) == case.forks(case.key, case.they)
        assert not case.forks(case.after, case.they)
        assert case.move.verdict.outcome == 0


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


@pytest.mark.parametrize(("code", "outcome"), [("only-draw", 0), ("only-win", 1)])
def test_the_only_good_move_is_unique(code, outcome, cases):
    for case, _ in having(cases, code):
        assert case.move.verdict.outcome == outcome
        assert case.others
        assert all(move.verdict.outcome < outcome for move in case.others)


def test_a_unique_move_has_a_fact_that_says_so(cases):
    for case in cases:
        best = case.move.verdict.outcome
        if best >= 0 and all(move.verdict.outcome < best for move in case.others):
            assert case.facts.keys() & {"only-win", "only-draw", "only-square"}


@pytest.mark.parametrize(("outcomes", "code"), MISTAKES.items())
def test_a_mistake_is_worth_less_than_the_position(outcomes, code, cases):
    for case, _ in having(cases, code):
        board = board_of(case.key)
        assert (oracle.verdict(board).outcome, case.move.verdict.outcome) == outcomes


def test_a_move_that_keeps_the_value_is_not_a_mistake(cases):
    for case in cases:
        action = divmod(case.move.square - 1, 3)
        assert case.move.is_mistake == (action not in case.before.optimal)


def test_a_slower_win_names_the_better_moves(cases):
    for case, fact in having(cases, "slower"):
        better = {3 * i + j + 1 for i, j in case.before.best}
        assert set(fact.squares) == better
        assert case.move.square not in better
        assert not case.move.is_mistake


def test_a_quiet_move_draws_as_others_do_and_nobody_has_to_see_it(cases):
    for case, _ in having(cases, "quiet"):
        assert case.move.verdict.outcome == 0
        assert len(case.before.optimal) > 1
        assert not case.wins_for(case.after, case.mark)
        assert not case.wins_for(case.key, case.they)
        assert not losing_answers(case)


def test_every_line_of_play_is_best_and_ends_as_the_verdict_says(cases):
    """Threats are blocked: of two, the loser answers one, and the other is filled."""
    for case in cases:
        key = case.key
        for n, step in enumerate(case.move.line):
            action, truth = divmod(step.square - 1, 3), oracle.table()[key]
            assert truth.turn == step.mark
            threats = case.wins_for(key, "O" if step.mark == "X" else "X")
            must_block = threats and not case.wins_for(key, step.mark)
            assert n == 0 or not must_block or step.square in threats
            assert n == 0 or action in truth.best
            key = play(key, action)
        truth, verdict = oracle.table()[key], case.move.verdict
        assert truth.turn is None
        winner = {1: case.mark, 0: None, -1: case.they}[verdict.outcome]
        assert truth.winner == winner
        own = [step for step in case.move.line if step.mark == case.mark]
        assert not verdict.outcome or len(own) == verdict.moves
