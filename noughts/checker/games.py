"""
Whole games: whether anybody can beat the file.

First every line of play of an opponent is followed through the answers of minimax. If
these and all rules are right, games are played by the untouched file from its own first
board: as X one game per first reply, as O one per opening and reply.
"""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from noughts import oracle
from noughts.board import START, play, replies
from noughts.checker.answers import Answer, clean, read_line, said_of, shown
from noughts.checker.checks import text_of
from noughts.checker.record import NOTHING, Check, Failure, Status
from noughts.checker.truth import optimal
from noughts.checker.verdicts import moves
from noughts.contract import Action
from noughts.words.said import Said

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


Lost = tuple[list[Action], Said]  # the moves of a game, and what went wrong in it


def games_as(mark: str) -> list[list[int]]:
    """Return the opponent's choices among empty cells, for each game of the file."""
    if mark == "X":
        return [[reply] for reply in range(8)]
    return [[first, reply] for first in range(9) for reply in range(7)]


def lost_in(answer: Answer) -> Lost | None:
    """Return what went wrong in a game; None if nothing did or time ran out."""
    if answer.said == "l":
        return None
    key, line, cell = START, list[Action](), (0, 0)
    for each in answer.value if isinstance(answer.value, list) else ():
        match each:
            case [str(function), str(said), str(error)]:
                begun = function == "initial_state" and said  # it is judged elsewhere
                if not begun and said not in right_in_game(function, key, cell):
                    return line, fault_in_game(function, said, error, len(line) + 1)
                if said[0] == "c":
                    cell = divmod(int(said[1]), 3)
                elif function == "result":
                    key = said[1:]
                    line.append(cell)
    if oracle.table()[key].turn is None:
        return None
    return line, Said("value.no_game", text=answer.text or answer.kind)


def right_in_game(function: str, key: str, cell: Action) -> Collection[str]:
    """Return the right answers of a function in a game; `cell` is the last move."""
    turn = oracle.table()[key].turn
    match function:
        case "terminal":
            return {"f" if turn else "t"}
        case "player":
            return {f"m{turn}"}
        case "minimax":
            return optimal(key)
        case "move":
            return set(map(said_of, replies(key)))
        case "result" if cell in replies(key):
            return {"b" + play(key, cell)}
    return ()


def fault_in_game(function: str, said: str, error: str, ply: int) -> Said:
    """Return the fact about a wrong answer in a game."""
    call = f"{clean(function)}({'' if function == 'initial_state' else 'board'})"
    if said:
        what = Said("value.gave", what=shown(read_line(said)))
    else:
        what = Said("value.raised", what=clean(error))
    return Said("value.in_game", call=call, what=what, n=ply)


def played(check: Check, games: int, lost: Sequence[Lost]) -> Check:
    """Return the check of a side as failed, with the first lost game."""
    line, wrong = lost[0]
    failure = Failure(
        Said("value.game", mark=SIDES[check.name]),
        "",
        Said("value.own_game"),
        wrong,
        len(lost),
        Said("hint.own_game"),
        moves(START, line),
    )
    failed = replace(check, status="failed", failures=(failure,))
    return replace(failed, asked=games, failing=len(lost))
