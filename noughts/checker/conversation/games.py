"""
Whole games through the untouched file: its own functions, from its own first board.

As X one game against every first reply, as O one against every opening and reply. What
plays a game right on single boards, and not from the start, is found here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from noughts import oracle
from noughts.board import START, play, replies
from noughts.checker.answers import Answer, clean, read, shown
from noughts.checker.asking import Ask, Stage, UnjudgedError
from noughts.checker.conversation.blame import misleads
from noughts.checker.conversation.case import REPLACEABLE, Case, Talk
from noughts.checker.conversation.talk import ask
from noughts.checker.record import Check, Failure
from noughts.checker.unbeatable import SIDES, MoveAnswers
from noughts.checker.verdicts import moves
from noughts.contract import Action
from noughts.words.said import Said, quoted

SECONDS = 10.0  # for one game


class GameLine(NamedTuple):
    """A game: who the file plays, the moves as they must come, and who makes them."""

    mark: str
    moves: tuple[Action, ...]


def judge_games(case: Case) -> Talk:
    """Judge minimax by whole games, if it and all rules are right on every board."""
    minimax = case.checks.get("minimax", [])
    right = bool(minimax) and all(check.status == "passed" for check in minimax)
    misled = any(misleads(case, name) for name in REPLACEABLE if name in case.checks)
    if not right or misled or case.time_up:
        return
    answers = case.sheets["minimax"].by_board()
    for name, mark in SIDES.items():
        games = [*games_as(mark, answers)]
        try:
            told = yield from play_through(case, games)
        except UnjudgedError as error:
            told = [Answer("d", text=str(error.why)), *[None] * (len(games) - 1)]
        lost = [
            (game, wrong)
            for game, answer in zip(games, told, strict=True)
            if answer and (wrong := fault_in(game, answer))
        ]
        case.checks["minimax"] = [
            played(check, lost) if check.name == name and lost else check
            for check in case.checks["minimax"]
        ]


def games_as(mark: str, answers: MoveAnswers) -> Iterator[GameLine]:
    """Yield the games of a side: every first reply; as O, every opening before it."""
    for first in replies(START) if mark == "O" else [None]:
        begun = (first,) if first else ()
        key = play(START, first) if first else START
        own = answers[key].cell
        assert own is not None
        for reply in replies(play(key, own)):
            yield GameLine(mark, tuple(rest(mark, (*begun, own, reply), answers)))


def rest(mark: str, begun: Sequence[Action], answers: MoveAnswers) -> list[Action]:
    """Return a game to its end: the opponent goes where fewest actions are right."""
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
    """Return the action after which the other player has fewest right ones."""
    after = replies(key)
    return min(after, key=lambda action: len(oracle.table()[after[action]].optimal))


def play_through(case: Case, games: list[GameLine]) -> Talk:
    """Return what came of each game, in one process that was asked nothing else."""
    if not games:
        return []
    asked = Ask(
        case.source,
        case.setup(),
        "play",
        [[game.mark, [*map(list, game.moves)], case.quick] for game in games],
        Stage.MINIMAX,
        seconds=SECONDS,
        fresh=True,
    )
    answers = yield from ask(case, asked)
    return answers


def fault_in(game: GameLine, answer: Answer) -> Said | None:
    """Return what went wrong in a game; None if nothing did, or it took too long."""
    if answer.said == "l":
        return None
    match answer.value:
        case [-1]:
            return None
        case [int(ply), str(function), str(said), str(error)] if 0 <= ply < 10:
            call = f"{function}({'' if function == 'initial_state' else 'board'})"
            try:
                what = shown(read(said)) if said else Said("value.raised", what=error)
            except ValueError:
                what = quoted(clean(said))
            return Said("value.in_game", call=call, what=what, n=ply + 1)
    return Said("value.no_game", text=answer.text or answer.kind)


def played(check: Check, lost: list[tuple[GameLine, Said]]) -> Check:
    """Return the check of a side as failed, with the first game that went wrong."""
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
    return replace(check, status="failed", failing=len(lost), failures=(failure,))
