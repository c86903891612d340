"""
Find the first wrong call of a search (algorithmic debugging, Shapiro 1983).

A call is wrong if it does not return the value of its board. Starting with the wrong
answer of minimax, follow the wrong calls down to one that only made right calls with
sensible arguments: that call is the place.
"""

import re
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

from noughts.board import free, play, turn
from noughts.observe.calls import RULES, Call, Gave, Run, number_text
from noughts.oracle import Truth

# Who profits from a large number: X, the player to move, or the player at the root.
VIEWS = ("X", "mover", "root")
LOW = re.compile(r"alpha?|a|lo|low|lower|lower_?bound", re.I)
HIGH = re.compile(r"beta?|b|hi|high|upper|upper_?bound", re.I)
MAXIMISING = re.compile("max", re.I)
COLOUR = re.compile("colou?r|sign|side", re.I)
FURTHEST = 60  # nested calls
Function = tuple[str, int]


class Reason(NamedTuple):
    """One sentence: its key in the language tables and its parameters."""

    key: str
    parts: dict[str, Any]


def fact(key: str, **parts: Any) -> Reason:
    """Return a sentence with its parameters."""
    return Reason(key, parts)


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
    draw: float = 0.0
    win: float | None = None  # distance from a draw, if it is the same for all wins

    def level(self, number: float) -> float:
        """Return the number scaled to -1, 0 or 1."""
        number -= self.draw
        if self.win:
            return number / self.win
        return sign(number) * (1 if abs(number) < 1e6 else 2)

    def to_x(self, key: str, root: str) -> int:
        """Return 1 if a large number is good for X, -1 if it is good for O."""
        mover = 1 if turn(key) == "X" else -1
        first = 1 if turn(root) == "X" else -1
        return {"X": 1, "mover": mover, "root": first}[self.view]

    def written(self, level: float) -> str:
        """Return a level as the file would write it."""
        if self.win is None and level:
            return "> 0" if level > 0 else "< 0"
        return number_text(self.draw + level * (self.win or 0))


class Judge:
    """Judges calls, having learned the purpose of a file's functions from searches."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.roles: dict[Function, str] = {}
        self.scales: dict[Function, Scale] = {}
        calls = [call for run in runs for call in run.calls]
        self._gives_squares = {
            c.function for c in calls if c.gave.more and c.above >= 0
        }
        recursive = self._learn_roles(runs)
        valued = {name for name, role in self.roles.items() if role == "value"}
        for names in [valued & recursive, *({name} for name in valued - recursive)]:
            scale = self._learn_scale(names, runs)
            self.scales.update(dict.fromkeys(names, scale))
        self.windows = {name: self._learn_window(name, calls) for name in self.scales}
        self.named_for = {name: self._learn_side(name, calls) for name in self.scales}

    # --- What the functions are for ---------------------------------------------

    def _learn_roles(self, runs: Sequence[Run]) -> set[Function]:
        """Learn which functions value boards, and return those that are recursive."""
        kinds, above = dict[Function, set[str]](), dict[Function, set[Function]]()
        for run in runs:
            ways: list[frozenset[Function]] = []
            for call in run.calls:
                up = frozenset[Function]()
                if call.above >= 0:
                    up = ways[call.above] | {run.calls[call.above].function}
                    kinds.setdefault(call.function, set()).add(call.gave.kind)
                ways.append(up)
                above.setdefault(call.function, set()).update(up)
                if call.rule not in (None, "minimax"):
                    self.roles[call.function] = call.rule
        recursive = {f for f in above if f in above[f] and f not in self.roles}
        leading = recursive.union(*(above[name] for name in recursive))
        if not recursive:  # then the functions that minimax calls for its moves
            leading = {
                call.function
                for run in runs
                for call in run.root.below
                if call.is_reply_to(run.root)
            }
        for name in kinds.keys() & leading - self.roles.keys():
            said = kinds[name] - {"none", "raised", "endless"}
            if said & {"number", "pair"} or (not said and name in leading):
                self.roles[name] = "value"
            if said <= {"action"} and (said or name[0] == "minimax"):
                self.roles[name] = "choice"
        return recursive

    def _learn_scale(self, names: set[Function], runs: Sequence[Run]) -> Scale:
        """Learn the scale that fits finished games and the values passed up."""
        ends, inner = [], []
        for run in runs:
            for call in run.calls[1:]:
                if call.function not in names or call.gave.number is None:
                    continue
                if (truth := call.truth) is None:
                    continue
                if truth.turn is None:
                    ends.append((call, run.root.board, truth.value, call.gave.number))
                    continue
                below = [
                    child
                    for child in self.judged(call)
                    if self.roles[child.function] == "value" and child.key != call.key
                ]
                valued = [child for child in below if child.gave.number is not None]
                if len(valued) == len(free(call.key)):
                    inner.append((call, run.root.board, truth.turn, valued))
        draws = [
            number for *_, value, number in ends if not value and abs(number) < 1e9
        ]
        wins = sorted(number for *_, value, number in ends if value)
        draw = median(draws) if draws else 0
        if wins and not wins[0] < draw < wins[-1]:
            draw = 0
        sizes = {abs(number - draw) for number in wins}
        win = sizes.pop() if len(sizes) == 1 else None

        def ending(view: str) -> float:
            fits = [
                sign(number - draw) == value * Scale(view).to_x(call.key, root)
                for call, root, value, number in ends
                if value
            ]
            return sum(fits) / len(fits) if fits else 0.5

        def rising(view: str) -> float:
            fits = []
            for call, root, mover, below in inner:
                seen = [self._for_x(each, Scale(view, draw), root) for each in below]
                if any(seen):
                    best = max(seen) if mover == "X" else min(seen)
                    fits.append(self._for_x(call, Scale(view, draw), root) == best)
            return sum(fits) / len(fits) if fits else 0.5

        # Prefer a view that fits every finished game, or every value passed up.
        fits = {view: (ending(view), rising(view)) for view in VIEWS}
        view = max(
            VIEWS, key=lambda v: (fits[v][0] == 1, fits[v][1] == 1, sum(fits[v]))
        )
        return Scale(view, draw, win)

    @staticmethod
    def _for_x(call: Call, scale: Scale, root: str) -> int:
        return sign((call.gave.number or 0) - scale.draw) * scale.to_x(call.key, root)

    def _learn_window(self, name: Function, calls: list[Call]) -> tuple[str, ...]:
        """Learn which arguments are alpha and beta, by their names or first values."""
        first = next(call for call in calls if call.function == name)
        low = next((each for each in first.arguments if LOW.fullmatch(each)), None)
        high = next((each for each in first.arguments if HIGH.fullmatch(each)), None)
        if low and high:
            return low, high
        levels = self._levels(first)
        lows = [each for each, level in levels.items() if level < -1]
        highs = [each for each, level in levels.items() if level > 1]
        return (lows[0], highs[0]) if len(lows) == len(highs) == 1 else ()

    def _learn_side(self, name: Function, calls: list[Call]) -> str | None:
        """Learn which player a function named max or min moves for."""
        own = name[0].rpartition(".")[2].lower().replace("minimax", "")
        is_max, is_min = (bool(re.search(f"(^|_){w}", own)) for w in ("max", "min"))
        if is_max == is_min:
            return None
        for call in calls:
            values = [
                each.gave.number for each in self.valued(call) if each.key != call.key
            ]
            numbers = [number for number in values if number is not None]
            if call.function == name and len({*numbers}) > 1:
                best = max(numbers) if is_max else min(numbers)
                if call.gave.number != best:
                    return None
        return "X" if is_max else "O"

    def _levels(self, call: Call) -> dict[str, float]:
        """Return the numeric arguments of a call as levels."""
        levels = {}
        for name, text in call.arguments.items():
            try:
                levels[name] = self.scales[call.function].level(float(text))
            except ValueError:
                continue
        return levels

    def window(self, call: Call) -> tuple[float, float] | None:
        """Return alpha and beta of a call, if it has both."""
        names, levels = self.windows.get(call.function), self._levels(call)
        if not names or not {*names} <= levels.keys():
            return None
        return levels[names[0]], levels[names[1]]

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

    # --- Right or wrong -----------------------------------------------------------

    def wrong(self, run: Run, call: Call) -> Reason | None:
        """Return why a call's answer is wrong; None if it is right or unknown."""
        role = "choice" if call is run.root else self.roles.get(call.function)
        truth = Call.truth_of(call.board)
        if role is None or truth is None:
            return None
        if call.gave.kind == "raised" and role in ("choice", "value"):
            return fact("raised", error=call.gave.value)
        if role == "choice":
            return self._wrong_choice(run, call, truth)
        if role == "value":
            return self._wrong_value(run, call)
        return self._wrong_rule(call)

    def _wrong_rule(self, call: Call) -> Reason | None:
        """Return why the answer of a rule function is wrong."""
        rule, truth = call.rule, Call.truth_of(call.board)
        if rule in (None, "minimax") or truth is None or call.gave.kind == "endless":
            return None
        if call.gave.kind == "raised":
            refuses = rule == "result" and not legal(call)
            return None if refuses else fact("raised", error=call.gave.value)
        want = right_answer(str(rule), call, truth)
        if want is not None and call.gave[:2] != want[:2]:
            return fact("rule", wrong=str(call.gave), right=str(want), rule=rule)
        if rule == "actions" and call.gave.more == "list":
            return fact("lists")
        return (
            fact("changed") if rule == "result" and legal(call) and call.after else None
        )

    def _wrong_choice(self, run: Run, call: Call, truth: Truth) -> Reason | None:
        gave, is_root = call.gave, call is run.root
        if gave.kind == "endless":
            return fact("endless")
        if call.after and (is_root or self._seen_again(run, call)):
            return fact("changed")
        if truth.turn is None:
            over = gave.kind == "none" or not is_root
            return None if over else fact("finished", gave=str(gave))
        if gave.kind != "action" or (is_root and gave.more != "tuple"):
            return fact("no-action", gave=str(gave))
        if divmod(gave.value - 1, 3) not in truth.optimal:
            best = sorted(3 * i + j + 1 for i, j in truth.optimal)
            return fact("choice", square=gave.value, best=best)
        return None

    def _seen_again(self, run: Run, call: Call) -> bool:
        """Return whether the caller also uses the list that holds a call's board."""
        above = run.calls[call.above]
        if call.where != "argument" or above.thing == call.thing:
            return True
        later = (each for each in above.below if each.n > call.n)
        return any(each.thing == call.thing for each in later)

    def _wrong_value(self, run: Run, call: Call) -> Reason | None:
        gave, truth, scale = call.gave, call.truth, self.scales[call.function]
        if gave.kind == "endless":
            return fact("endless")
        if call.after and self._seen_again(run, call):
            return fact("changed")
        if truth is None:
            return None
        if gave.number is None:
            return fact("no-number", gave=str(gave))
        want = truth.value * scale.to_x(call.key, run.root.board)
        got = scale.level(gave.number)
        low, high = self.window(call) or (-2, 2)
        if low >= high:
            return None  # an empty window promises nothing
        parts = {"gave": str(gave), "right": scale.written(want)}
        if want <= low or want >= high:
            kept = got <= low if want <= low else got >= high
            return None if kept else fact("value", **parts)
        if got != want and (scale.win or sign(got) != want):
            return fact("value", **parts)
        if gave.kind == "pair" and truth.turn and low <= -1 and high >= 1:
            if gave.more is None and call.function not in self._gives_squares:
                return None
            if not gave.more or divmod(gave.more - 1, 3) not in truth.optimal:
                return fact("square", square=gave.more or "None", gave=str(gave))
        return None

    # --- The place ------------------------------------------------------------------

    def place(self, run: Run) -> WrongPlace | None:
        """Return the first wrong call; None if minimax's answer is right."""
        why = self.wrong(run, run.root)
        way = [run.root]
        while why and len(way) < FURTHEST:
            for child in self.judged(way[-1]):
                if asked := self._wrongly_made(run, way[-1], child):
                    return WrongPlace(way, asked, child)
                if wrong := self.wrong(run, child):
                    way, why = [*way, child], wrong
                    break
            else:
                break
        if why and self.roles.get(way[-1].function) not in RULES:
            # The calls below may be right only by a wrong rule.
            for call in way[-1].all():
                if wrong := self._wrong_rule(call):
                    return WrongPlace([*way, call], wrong, None)
        return WrongPlace(way, why, None) if why else None

    def _wrongly_made(self, run: Run, call: Call, made: Call) -> Reason | None:
        """Return why a call should not have been made; then its caller is to blame."""
        if self.roles[made.function] not in ("value", "choice"):
            return None
        up = call
        for _ in range(5):
            same = (up.board, up.function) == (made.board, made.function)
            if same and up.arguments == made.arguments and made.gave.kind == "endless":
                return fact("again")
            if up.above < 0:
                break
            up = run.calls[up.above]
        window = self.window(made) if made.function in self.scales else None
        if window and window[0] > window[1]:
            return fact("window", arguments=arguments_text(made))
        return self._wrong_argument(made) if made.function in self.scales else None

    def _wrong_argument(self, made: Call) -> Reason | None:
        """Return the argument, or function name, that contradicts whose turn it is."""
        mover, view = turn(made.key), self.scales[made.function].view
        if view == "X" and (says := self.named_for.get(made.function)) not in (
            None,
            mover,
        ):
            return fact("named", name=made.name, turn=mover)
        for name, text in made.arguments.items():
            says = None
            if MAXIMISING.search(name) and view == "X":
                says = {"True": "X", "False": "O"}.get(text)
            elif COLOUR.match(name) and view == "mover":
                says = {"1": "X", "-1": "O"}.get(text)
            if says and says != mover:
                return fact("flag", argument=f"{name}={text}", turn=mover)
        return None


def right_answer(role: str, call: Call, truth: Truth) -> Gave | None:
    """Return the right answer of a rule function; None if it is undefined."""
    match role:
        case "player" if truth.turn:
            return Gave("text", repr(truth.turn))
        case "actions" if truth.turn and call.gave.kind != "text":
            return Gave("actions", [3 * i + j + 1 for i, j in free(call.board)])
        case "result" if legal(call):
            return Gave("board", play(call.board, divmod((call.move or 1) - 1, 3)))
        case "winner":
            return Gave("text", repr(truth.winner)) if truth.winner else Gave("none")
        case "terminal":
            said = call.gave.kind != "none" and call.gave.value not in ("False", 0)
            over = truth.turn is None
            return call.gave if said == over else Gave("text", str(over))
        case "utility" if truth.turn is None:
            return Gave("number", truth.value)
    return None


def legal(call: Call) -> bool:
    """Return whether a call's action is legal."""
    truth = Call.truth_of(call.board)
    is_open = truth is not None and truth.turn is not None
    return is_open and bool(call.move) and call.board[(call.move or 1) - 1] == "."


def arguments_text(call: Call) -> str:
    """Return the arguments of a call as source text."""
    return ", ".join(f"{name}={text}" for name, text in call.arguments.items())


def sign(number: float) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)
