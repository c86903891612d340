"""
Find the first wrong call of a search (algorithmic debugging, Shapiro 1983).

A call is wrong if it does not return the value of its board. Starting with the wrong
answer of minimax, follow the wrong calls down to one that only made right calls with
sensible arguments: that call is the place.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from noughts.checker.own_search.calls import Call, Gave, Run, is_number, number_text
from noughts.checker.own_search.trace import LAMBDA, TRACED, key_of
from noughts.game.board import board_of, free, play, replies, turn
from noughts.game.contract import Action
from noughts.game.notation import square
from noughts.game.oracle import Truth, table

# Who profits from a large number: X, the player to move, or the player at the root.
VIEWS: dict[str, Callable[[Call], str]] = {
    "X": lambda _: "X",
    "mover": lambda call: turn(call.key),
    "root": lambda call: turn(call.root.key),
}
LOW = re.compile(r"alpha?|a|lo|low|lower|lower_?bound", re.I)
HIGH = re.compile(r"beta?|b|hi|high|upper|upper_?bound", re.I)
MAXIMISING = re.compile("max", re.I)
COLOUR = re.compile("colou?r|sign|side", re.I)
Function = tuple[str, int]


# Why a call is wrong: what it returned, or that it should not have been made.
Wrong = (
    Literal["raised", "endless", "changed", "no-number", "value", "no-action"]
    | Literal["choice", "rule", "again", "named", "flag"]
)
# What happens in the line of a wrong call.
InLine = (
    Literal["makes", "gives", "endless", "ends", "shares", "puts"]
    | Literal["decides", "stops", "begins", "ignores"]
)


class Reason:
    """What is wrong, or what happens in a line, and the parts of its sentence."""

    def __init__(self, kind: Wrong | InLine, **parts: Any) -> None:
        self.kind, self.parts = kind, parts


class WrongPlace(NamedTuple):
    """The first place where a search differs from the truth."""

    way: list[Call]  # the nested calls, minimax first
    why: Reason
    made: Call | None  # the call that should not have been made, if any

    @property
    def call(self) -> Call:
        return self.way[-1]


class Scale(NamedTuple):
    """How a function encodes values."""

    view: str  # one of VIEWS
    win: float | None = None  # the size of a win, if all have the same

    def to_x(self, call: Call) -> int:
        """Return 1 if a call's large numbers are good for X, -1 if for O."""
        return 1 if VIEWS[self.view](call) == "X" else -1

    def for_x(self, call: Call) -> int:
        """Return 1 if a call's number is good for X, -1 if it is good for O."""
        return sign(call.gave.number or 0) * self.to_x(call)

    def written(self, level: int) -> str:
        """Return the value of a win, draw or loss as the file would write it."""
        if level and not self.win:
            return "> 0" if level > 0 else "< 0"
        return number_text(level * (self.win or 0))


class Judge:
    """Judges calls, having learned the purpose of a file's functions from searches."""

    def __init__(self, runs: Sequence[Run]) -> None:
        calls = [call for run in runs for call in run.calls]
        self.roles, recursive = learn_roles(calls)
        for name in {call.function for call in calls if self._only_compares(call)}:
            self.roles.pop(name, None)
        self.scales: dict[Function, Scale] = {}
        valued = {name for name, role in self.roles.items() if role == "value"}
        for names in [valued & recursive, *({name} for name in valued - recursive)]:
            scale = self._learn_scale([c for c in calls if c.function in names])
            self.scales.update(dict.fromkeys(names, scale))
        self.named_for = {name: self._learn_side(name, calls) for name in self.scales}

    # --- What the functions are for ---------------------------------------------

    def _only_compares(self, call: Call) -> bool:
        """
        Return whether a lambda changes the value that it asks for, as a key may.

        A key that orders moves, `key=lambda a: 10 * value(result(board, a)) - depth`,
        promises no value of a board.
        """
        if not call.path.endswith(LAMBDA) or call.gave.number is None:
            return False
        asked = [each.gave for each in self.valued(call) if each.key == call.key]
        numbers = [gave.number for gave in asked if gave.number is not None]
        return any(abs(number) != abs(call.gave.number) for number in numbers)

    def _learn_scale(self, calls: Iterable[Call]) -> Scale:
        """Return the scale that best fits finished games and the values passed up."""
        calls = [call for call in calls if call.above and call.gave.number is not None]
        ended = [call for call in calls if call.is_over and call.truth]
        below = {call: self.numbered(call) for call in calls if not call.is_over}

        def fit(view: str) -> tuple[bool, bool, int]:
            scale = Scale(view)
            ends = [scale.for_x(c) == c.truth.value for c in ended if c.truth]
            inner = [
                scale.for_x(call) == best_for_mover(call)(map(scale.for_x, children))
                for call, children in below.items()
                if len(children) == len(free(call.key))
            ]
            return all(ends), all(inner), sum(ends) + sum(inner)

        wins = {abs(c.gave.number or 0) for c in ended if c.truth and c.truth.value}
        return Scale(max(VIEWS, key=fit), wins.pop() if len(wins) == 1 else None)

    def _learn_side(self, name: Function, calls: list[Call]) -> str | None:
        """Return the player that a function named max or min moves for, if clear."""
        own = name[0].rpartition(".")[2].lower().replace("minimax", "")
        is_max, is_min = (bool(re.search(f"(^|_){w}", own)) for w in ("max", "min"))
        if is_max == is_min:
            return None
        for call in calls:
            numbers = [each.gave.number or 0 for each in self.numbered(call)]
            if call.function == name and len({*numbers}) > 1:
                best = max(numbers) if is_max else min(numbers)
                if call.gave.number != best:
                    return None
        return "X" if is_max else "O"

    def judged(self, call: Call) -> Iterator[Call]:
        """Yield the calls made directly or through helpers of unknown purpose."""
        for child in call.below:
            if child.function in self.roles:
                yield child
            else:
                yield from self.judged(child)

    def valued(self, call: Call) -> list[Call]:
        """Return the calls made to evaluate boards."""
        roles = ("value", "choice")
        return [
            each for each in self.judged(call) if self.roles[each.function] in roles
        ]

    def numbered(self, call: Call) -> list[Call]:
        """Return the calls made to evaluate other boards that returned a number."""
        return [
            each
            for each in self.valued(call)
            if each.gave.number is not None and each.key != call.key
        ]

    def untried(self, call: Call) -> list[int]:
        """Return the free squares that a search never tried, here or before."""
        tried = {each.key for each in self.valued(call)} - {call.key}
        known = tried | {each.key for each in call.root.all() if each.n < call.n}
        moves = replies(call.key).items() if tried and not call.is_over else ()
        return [square(action) for action, key in moves if key not in known]

    # --- Right or wrong -----------------------------------------------------------

    def wrong(self, call: Call) -> Reason | None:
        """Return why a call's answer is wrong; None if it is right or unknown."""
        role = self.roles.get(call.function) if call.above else "choice"
        truth = table().get(call.board)
        if role is None or truth is None:
            return None
        if role in TRACED:
            return wrong_rule(call)
        if call.gave.how == "raised":
            return Reason("raised", error=str(call.gave))
        if call.gave.how == "endless":
            return Reason("endless")
        if call.changed and is_used_again(call):
            return Reason("changed")
        return (
            wrong_choice(call, truth) if role == "choice" else self._wrong_value(call)
        )

    def _wrong_value(self, call: Call) -> Reason | None:
        gave, truth, scale = call.gave, call.truth, self.scales[call.function]
        if truth is None:
            return None
        if gave.number is None:
            return Reason("no-number", gave=str(gave))
        want, got = truth.value * scale.to_x(call), sign(gave.number)
        low, high = window(call)
        if low >= high:
            return None  # an empty window promises nothing
        is_right = got == want
        if want <= low or want >= high:
            is_right = got <= low if want <= low else got >= high
        if is_right:
            return None
        return Reason("value", gave=str(gave), right=scale.written(want))

    # --- The place ------------------------------------------------------------------

    def place(self, root: Call) -> WrongPlace | None:
        """Return the first wrong call; None if minimax's answer is right."""
        why = self.wrong(root)
        way = [root]
        while why:
            for child in self.judged(way[-1]):
                if asked := self._wrongly_made(way, child):
                    return WrongPlace(way, asked, child)
                if wrong := self.wrong(child):
                    way, why = [*way, child], wrong
                    break
            else:
                break
        if why and self.roles.get(way[-1].function) not in TRACED:
            # The calls below may be right only by a wrong rule.
            for call in way[-1].all():
                if wrong := wrong_rule(call):
                    return WrongPlace([*way, call], wrong, None)
        return WrongPlace(way, why, None) if why else None

    def _wrongly_made(self, way: list[Call], made: Call) -> Reason | None:
        """Return why a call should not have been made; then its caller is to blame."""
        for up in way if made.gave.how == "endless" else []:
            same = up.board == made.board and up.arguments == made.arguments
            if same and up.function == made.function:
                return Reason("again")
        return self._wrong_argument(made) if made.function in self.scales else None

    def _wrong_argument(self, made: Call) -> Reason | None:
        """Return the argument, or function name, that contradicts whose turn it is."""
        mover, view = turn(made.key), self.scales[made.function].view
        says = self.named_for[made.function] if view == "X" else None
        if says and says != mover:
            return Reason("named", turn=mover)
        for name, value in made.arguments.items():
            says = None
            if MAXIMISING.search(name) and view == "X" and type(value) is bool:
                says = "X" if value else "O"
            elif COLOUR.match(name) and view == "mover" and value in (1, -1):
                says = "X" if value == 1 else "O"
            if says and says != mover:
                return Reason("flag", argument=f"{name}={value}", turn=mover)
        return None


def learn_roles(calls: Sequence[Call]) -> tuple[dict[Function, str], set[Function]]:
    """Return the purpose of each function that has one, and which are recursive."""
    answers = defaultdict[Function, list[Gave]](list)
    above = defaultdict[Function, set[Function]](set)  # the functions that contain it
    roles = dict[Function, str]()
    for call in calls:
        above[call.function].update(each.function for each in call.callers())
        if call.above:
            answers[call.function].append(call.gave)
        if call.rule not in (None, "minimax"):
            roles[call.function] = str(call.rule)
    recursive = {f for f in above if f in above[f] and f not in roles}
    leading = recursive.union(*(above[name] for name in recursive))
    if not recursive:  # then the functions that minimax calls for its moves
        moves = (call for call in calls if call.above and call.is_reply_to(call.root))
        leading = {call.function for call in moves if call.above is call.root}
    for name in answers.keys() & leading - roles.keys():
        gave = [each for each in answers[name] if each.value is not None]
        gave = [each for each in gave if each.how == "returned"]
        if gave and all(each.is_action for each in gave):
            roles[name] = "choice"
        elif any(each.number is not None for each in gave):
            roles[name] = "value"
        elif not gave:
            roles[name] = "choice" if name[0] == "minimax" else "value"
    return roles, recursive


def window(call: Call) -> tuple[int, int]:
    """Return alpha and beta of a call as levels; -2 and 2 if it has none."""
    given = call.arguments.items()
    low = next((value for name, value in given if LOW.fullmatch(name)), None)
    high = next((value for name, value in given if HIGH.fullmatch(name)), None)
    if low is None or high is None or not (is_number(low) and is_number(high)):
        return -2, 2
    return sign(low) - (low < -1e6), sign(high) + (high > 1e6)


def is_used_again(call: Call) -> bool:
    """Return whether a call's board is used after it, or by the call that made it."""
    if call.above is None or call.above.board_id == call.board_id:
        return True
    inside = {*call.all()}
    later = (each for each in call.root.all() if each.n > call.n)
    return any(c.board_id == call.board_id for c in later if c not in inside)


def wrong_choice(call: Call, truth: Truth) -> Reason | None:
    """Return why the action that a call chose is wrong."""
    gave = call.gave
    if truth.turn is None:
        return None
    if gave.square is None or not gave.is_action:
        return Reason("no-action", gave=str(gave))
    if action_at(gave.square) not in truth.optimal:
        best = sorted(map(square, truth.optimal))
        return Reason("choice", square=gave.square, best=best)
    return None


def wrong_rule(call: Call) -> Reason | None:
    """Return why the answer of a rule function is wrong."""
    truth, gave = table().get(call.board), call.gave
    if call.rule in (None, "minimax") or truth is None or gave.how == "endless":
        return None
    if gave.how == "raised":
        refuses = call.rule == "result" and not is_legal(call)
        return None if refuses else Reason("raised", error=str(gave))
    if right := correction(call, truth):
        return Reason("rule", wrong=str(gave), right=str(right))
    changed = call.rule == "result" and is_legal(call) and call.changed
    return Reason("changed") if changed else None


def correction(call: Call, truth: Truth) -> Gave | None:
    """Return what a rule function should have returned; None if it was not wrong."""
    value, cells = call.gave.value, free(call.board)
    right: Any = value
    match call.rule:
        case "player" if truth.turn:
            right = truth.turn
        case "actions" if truth.turn and type(value) is not str:  # not an object
            given = value if type(value) in (list, tuple, frozenset) else ()
            if len(given) != len(cells) or any(cell not in given for cell in cells):
                right = frozenset(cells)
        case "result" if is_legal(call):
            after = play(call.board, action_at(call.move or 0))
            if key_of(value) != after:
                right = board_of(after)
        case "winner":
            right = truth.winner
        case "terminal" if bool(value) != (truth.turn is None):
            right = truth.turn is None
        case "utility" if truth.turn is None:
            right = truth.value
    return None if value == right else Gave("returned", right)


def is_legal(call: Call) -> bool:
    """Return whether the action that was passed to `result` is legal."""
    truth = table().get(call.board)
    is_open = truth is not None and truth.turn is not None
    return is_open and bool(call.move) and call.board[(call.move or 1) - 1] == "."


def sign(number: float) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


def action_at(square: int) -> Action:
    """Return the action that takes a square."""
    return divmod(square - 1, 3)


def best_for_mover(call: Call) -> Callable[[Iterable[int]], int]:
    """Return what the player to move does with values for X: `max` or `min`."""
    return max if turn(call.key) == "X" else min
