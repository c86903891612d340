"""
Whole games: whether anybody can beat the file.

First every line of play of an opponent is followed through the answers of minimax. If
these and all rules are right, games are played by the untouched file from its own first
board: as X one game per first reply, as O one per opening and reply.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from noughts import oracle
from noughts.board import START, play, replies
from noughts.checker.answers import Answer, clean, read, shown
from noughts.checker.checks import text_of
from noughts.checker.record import NOTHING, Check, Failure, Status
from noughts.checker.truth import optimal
from noughts.checker.verdicts import moves
from noughts.contract import Action
from noughts.words.said import Said, quotation

SECONDS = 10.0  # for one game
SIDES = {"minimax.unbeatable_x": "X", "minimax.unbeatable_o": "O"}
MoveAnswers = dict[str, Answer]  # of minimax, by position


class LostGame(NamedTuple):
    """A game that was lost."""

    actions: list[Action]
    end: Said
    unwritten: bool = False  # whether minimax is not written yet


def unbeatable(answers: MoveAnswers) -> list[Check]:
    """Return the verdicts on minimax as X and as O, from its answers."""
    return [_verdict(name, answers, mark) for name, mark in SIDES.items()]


def _verdict(name: str, answers: MoveAnswers, mark: str) -> Check:
    sentence = text_of(name)
    games, lost = play_all(answers, mark)
    if not games:
        return Check(name, sentence, "failed", note=Said("note.unknown_move"))
    if not lost:
        return Check(name, sentence, "passed", games)
    actions, end, _ = lost[0]
    failure = Failure(
        Said("value.game", mark=mark),
        "",
        Said("value.unbeaten"),
        end,
        len(lost),
        Said("hint.by_hand") if end.key == "value.won" else NOTHING,
        moves(START, actions),
        end,
    )
    written = any(not game.unwritten for game in lost)
    status: Status = "failed" if written else "unfinished"
    return Check(name, sentence, status, games, len(lost), failures=(failure,))


def play_all(answers: MoveAnswers, mark: str) -> tuple[int, list[LostGame]]:
    """Return the number of games, 0 if answers are missing, and those lost."""
    games, lost = 0, list[LostGame]()
    coming = deque([(START, list[Action]())])
    while coming:
        key, played = coming.popleft()
        truth = oracle.table()[key]
        if truth.turn is None:
            games += 1
            if truth.winner not in (None, mark):
                lost.append(LostGame(played, Said("value.won", mark=truth.winner)))
        elif truth.turn != mark:
            for action, reply in replies(key).items():
                coming.append((reply, [*played, action]))
        elif key not in answers:
            return 0, []
        elif (cell := answers[key].cell) in replies(key):
            coming.append((play(key, cell), [*played, cell]))
        else:
            games += 1
            end = Said("value.no_move", what=shown(answers[key]))
            lost.append(LostGame(played, end, answers[key].unwritten))
    return games, lost


# --- Through the file itself -------------------------------------------------


class GameLine(NamedTuple):
    """A game: the mark that the file plays, and the moves expected of both."""

    mark: str
    moves: tuple[Action, ...]


def games_as(mark: str, answers: MoveAnswers) -> Iterator[GameLine]:
    """Yield a game for every first reply, as O also for every opening."""
    for first in replies(START) if mark == "O" else [None]:
        begun = (first,) if first else ()
        key = play(START, first) if first else START
        own = answers[key].cell
        assert own is not None
        for reply in replies(play(key, own)):
            yield GameLine(mark, tuple(rest(mark, (*begun, own, reply), answers)))


def rest(mark: str, begun: Sequence[Action], answers: MoveAnswers) -> list[Action]:
    """Return a game to its end; the opponent sets the hardest problems."""
    line, key = [*begun], START
    for action in begun:
        key = play(key, action)
    while turn := oracle.table()[key].turn:
        if turn == mark:
            own = answers[key].cell
            assert own is not None
            action = own
        else:
            action = testing_reply(key)
        line.append(action)
        key = play(key, action)
    return line


def testing_reply(key: str) -> Action:
    """Return the action that leaves the other player the fewest right ones."""
    after = replies(key)
    return min(after, key=lambda action: len(oracle.table()[after[action]].optimal))


def went_on(game: GameLine, answer: Answer, answers: MoveAnswers) -> GameLine | None:
    """
    Return how a game goes on after another right move than expected, if that happened.

    Which of several right moves is found may depend on the order of a set, which can
    differ if a rule answers from a table.
    """
    match answer.value:
        case [int(ply), "minimax", str(said), ""] if 0 <= ply < len(game.moves):
            key = START
            for action in game.moves[:ply]:
                key = play(key, action)
            if said in optimal(key):
                begun = (*game.moves[:ply], divmod(int(said[1]), 3))
                return GameLine(game.mark, tuple(rest(game.mark, begun, answers)))
    return None


def fault_in(answer: Answer) -> Said | None:
    """Return what went wrong in a game; None if nothing did or time ran out."""
    if answer.said == "l":
        return None
    match answer.value:
        case [-1]:
            return None
        case [int(ply), str(function), str(said), str(error)] if 0 <= ply < 10:
            call = f"{function}({'' if function == 'initial_state' else 'board'})"
            try:
                value = shown(read(said)) if said else Said("value.raised", what=error)
            except ValueError:
                value = quotation(clean(said))
            what = Said("value.gave", what=value) if said else value
            return Said("value.in_game", call=call, what=what, n=ply + 1)
    return Said("value.no_game", text=answer.text or answer.kind)


def played(check: Check, games: int, lost: Sequence[tuple[GameLine, Said]]) -> Check:
    """Return the check of a side as failed, with the first lost game."""
    game, wrong = lost[0]
    ply = wrong.parts.get("n", 1)
    failure = Failure(
        Said("value.game", mark=game.mark),
        "",
        Said("value.own_game"),
        wrong,
        len(lost),
        Said("hint.own_game"),
        moves(START, game.moves[: ply - 1]),
    )
    failed = replace(check, status="failed", failures=(failure,))
    return replace(failed, asked=games, failing=len(lost))
