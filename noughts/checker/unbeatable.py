"""Whether an engine can be beaten: every line of play of its opponent."""

from collections import deque
from typing import NamedTuple

from noughts import oracle
from noughts.board import START, play, replies
from noughts.checker.answers import Answer, shown
from noughts.checker.checks import told_of
from noughts.checker.record import NOTHING, Check, Failure, Status
from noughts.checker.verdicts import moves
from noughts.contract import Action
from noughts.words.said import Said

SIDES = {"minimax.unbeatable_x": "X", "minimax.unbeatable_o": "O"}
MoveAnswers = dict[str, Answer]  # of minimax, by position


class LostGame(NamedTuple):
    """A game that was lost."""

    actions: list[Action]
    end: Said
    unwritten: bool = False  # whether it was lost by what is not written yet


def unbeatable(answers: MoveAnswers) -> list[Check]:
    """Return the verdicts on the engine as X and as O, from its recorded answers."""
    return [_verdict(name, answers, mark) for name, mark in SIDES.items()]


def _verdict(name: str, answers: MoveAnswers, mark: str) -> Check:
    sentence = told_of(name)
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
    """
    Return how many different games there are, and those lost, the shortest first.

    No games at all if an answer that one of them needs is not there.
    """
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
