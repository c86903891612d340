"""Engines to ask, and how they fare against others."""

from pathlib import Path
from typing import overload

from noughts import contract, games
from noughts.arguments import given_path, time_limit
from noughts.board import opponent
from noughts.contract import Action, Board, ContractError, Engine, MachineError
from noughts.games import POLICIES, Odds, Player, Policy
from noughts.sandbox import EngineError, Limits, Sandbox
from noughts.text import quoted

NAMES = ("perfect", *POLICIES)


@overload
def engine() -> Engine: ...
@overload
def engine(path: str | Path, *, seconds: float = 60) -> Sandbox: ...
def engine(path: str | Path | None = None, *, seconds: float = 60) -> Engine:
    """
    Return our own engine, or the one in a file, which runs in a sandbox.

    The file's engine is a context manager; its process ends with it. It has this many
    seconds for each answer. What it does wrong is raised as an `EngineError`.
    """
    limit = time_limit(seconds)
    if path is None:
        return contract.default()
    return Sandbox(given_path(path), Limits(answer=limit))


def odds(engine: Engine | str, against: Engine | str = "random") -> dict[str, Odds]:
    """
    Return how often an engine wins, draws and loses, as X and as O.

    The odds are exact: every game that the two can play is counted. Each is an engine,
    or one of `perfect`, `casual` and `random`. An engine is asked once for each
    position, and taken to answer so always. One that gives no legal action in a
    position loses from there.
    """
    ours, theirs = policy(engine), policy(against)
    return {m: games.odds({m: ours, opponent(m): theirs}, m) for m in "XO"}


def policy(who: Engine | str) -> Policy:
    """Return how somebody moves; refuse what is neither an engine nor a name."""
    if isinstance(who, str) and who in POLICIES:
        return POLICIES[who]
    if who == "perfect":
        who = contract.default()
    if isinstance(who, str) or contract.missing(who):
        names = ", ".join(NAMES)
        raise ContractError("refusal.not_an_engine", value=quoted(who), names=names)
    return games.always(games.impatient(_giving_up(who.minimax)))


def _giving_up(player: Player) -> Player:
    """Return the player, for whom to raise anything is to give no action."""

    def answer(board: Board) -> Action | None:
        try:
            return player(board)
        except (EngineError, MachineError, KeyboardInterrupt):
            raise
        except BaseException:  # SystemExit, too
            return None

    return answer
