"""
Whole games: whether the file can be beaten.

First every line of play of an opponent is followed through the answers of minimax. If
these and all rules are right, games are played by the untouched file from its own first
board: as X one game per first reply, as O one per opening and reply.
"""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from noughts.checker.answers import (
    Answer,
    clean,
    read_line,
    said_of,
    said_of_board,
    shown,
)
from noughts.checker.checks import sentence_of
from noughts.checker.record import NOTHING, Check, Failure, Status
from noughts.checker.truth import optimal, said_about
from noughts.checker.verdicts import moves
from noughts.game import oracle
from noughts.game.board import START, play, replies
from noughts.game.contract import Action
from noughts.texts.said import Said

GAME_SECONDS = 10.0  # for one game
NOWHERE = (-1, -1)  # stands for the last move while there is none
SIDES = {"minimax.unbeatable_x": "X", "minimax.unbeatable_o": "O"}
MoveAnswers = dict[str, Answer]  # of minimax, by position


class LostGame(NamedTuple):
    """A game that was lost, or that the file itself spoiled."""

    actions: list[Action]
    # The opponent won, minimax gave no move, or another answer of the file was wrong.
    fault: Literal["beaten", "no_move", "own_answer"]
    end: Said
    unwritten: bool = False  # whether minimax is not written yet


def lost_check(name: str, games: int, lost: Sequence[LostGame]) -> Check:
    """Return the check of a side as failed, with the first lost game."""
    actions, fault, end, _ = lost[0]
    wanted, hint, verdict = Said("value.unbeaten"), NOTHING, end
    if fault == "own_answer":
        wanted, hint, verdict = Said("value.own_game"), Said("hint.own_game"), NOTHING
    game, line = Said("value.game", mark=SIDES[name]), moves(START, actions)
    failure = Failure(game, "", wanted, end, len(lost), hint, line, verdict)
    unwritten = all(each.unwritten for each in lost)
    status: Status = "unfinished" if unwritten else "failed"
    return Check(name, sentence_of(name), status, games, len(lost), failures=(failure,))


# --- Through answers --------------------------------------------------------


def unbeatable(answers: MoveAnswers, wrong: bool = False) -> list[Check]:
    """Return the verdicts on minimax as X and as O, from its answers."""
    return [_verdict(name, answers, wrong) for name in SIDES]


def _verdict(name: str, answers: MoveAnswers, wrong: bool) -> Check:
    games, lost = play_all(answers, SIDES[name])
    if lost:
        return lost_check(name, games, lost)
    if games:
        return Check(name, sentence_of(name), "passed", games)
    status: Status = "failed" if wrong else "unjudged"
    return Check(name, sentence_of(name), status, note=Said("note.unknown_move"))


def play_all(answers: MoveAnswers, mark: str) -> tuple[int, list[LostGame]]:
    """Return the number of games, 0 if answers are missing, and those lost."""
    games, lost = 0, list[LostGame]()
    unfinished = deque([(START, list[Action]())])
    while unfinished:
        key, played = unfinished.popleft()
        truth = oracle.table()[key]
        if truth.turn is None:
            games += 1
            if truth.winner not in (None, mark):
                won = Said("value.won", mark=truth.winner)
                lost.append(LostGame(played, "beaten", won))
        elif truth.turn != mark:
            for action, reply in replies(key).items():
                unfinished.append((reply, [*played, action]))
        elif key not in answers:
            return 0, []
        elif (cell := answers[key].cell) in replies(key):
            unfinished.append((play(key, cell), [*played, cell]))
        else:
            games += 1
            end = Said("value.no_move", what=shown(answers[key]))
            lost.append(LostGame(played, "no_move", end, answers[key].unwritten))
    return games, lost


# --- Through the file itself -------------------------------------------------


def games_as(mark: str) -> list[list[int]]:
    """Return the opponent's choices among empty cells, for each game of the file."""
    if mark == "X":
        return [[reply] for reply in range(8)]
    return [[first, reply] for first in range(9) for reply in range(7)]


class GameStep(NamedTuple):
    """
    One step of a game that the file played.

    It is a call of one of its functions, or "move", a move that it was given: one of
    its opponent, or one that it had chosen before.
    """

    function: str
    answer: Answer | None  # None if it raised an exception
    error: str  # the exception


def read_transcript(value: object) -> Iterator[GameStep]:
    """Yield the steps of a game as its process reports them; it is not trusted."""
    for each in value if isinstance(value, list) else ():
        match each:
            case [str(function), str(said), str(error)]:
                yield GameStep(function, read_line(said) if said else None, error)


def lost_in(answer: Answer) -> LostGame | None:
    """Return what went wrong in a game; None if nothing did or time ran out."""
    if answer.is_late:
        return None
    key, line, cell = START, list[Action](), NOWHERE
    for step in read_transcript(answer.value):
        given = step.answer
        if given and step.function == "initial_state":
            continue  # judged elsewhere
        right = right_in_game(step.function, key, cell)
        if given is None or given.flags or given.said not in right:
            end = fault_in_game(step, len(line) + 1)
            return LostGame(line, "own_answer", end)
        if given.what == "cell":
            cell = given.value
        elif step.function == "result":
            key = given.value
            line.append(cell)
    if oracle.table()[key].turn is None:
        return None
    end = Said("value.no_game", text=answer.text or answer.kind)
    return LostGame(line, "own_answer", end)


def right_in_game(function: str, key: str, cell: Action) -> Collection[str]:
    """Return the right answers of a function in a game; `cell` is the last move."""
    match function:
        case "terminal" | "player":
            return {said_about(function, key)}
        case "minimax":
            return optimal(key)
        case "move":
            return set(map(said_of, replies(key)))
        case "result" if cell in replies(key):
            return {said_of_board(play(key, cell))}
    return ()


def fault_in_game(step: GameStep, ply: int) -> Said:
    """Return the fact about a wrong answer in a game."""
    given = "" if step.function == "initial_state" else "board"
    call = f"{clean(step.function)}({given})"
    if step.answer:
        what = Said("value.gave", what=shown(step.answer))
    else:
        what = Said("value.raised", what=clean(step.error))
    return Said("value.in_game", call=call, what=what, n=ply)
