"""
Find the first wrong call of a search (algorithmic debugging, Shapiro 1983).

A call is wrong if it does not return the value of its board. Starting with the wrong
answer of minimax, follow the wrong calls down to one that only made right calls with
sensible arguments: that call is the place.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from noughts.board import free, play, replies, turn
from noughts.observe.calls import Call, Gave, Run, number_text
from noughts.observe.trace import RULES
from noughts.oracle import Truth, table

# Who profits from a large number: X, the player to move, or the player at the root.
VIEWS = ("X", "mover", "root")
LOW = re.compile(r"alpha?|a|lo|low|lower|lower_?bound", re.I)
HIGH = re.compile(r"beta?|b|hi|high|upper|upper_?bound", re.I)
MAXIMISING = re.compile("max", re.I)
COLOUR = re.compile("colou?r|sign|side", re.I)
FURTHEST = 60  # nested calls
Function = tuple[str, int]


class Reason:
    """One sentence: its key in the language tables and its parameters."""

    def __init__(self, key: str, **parts: Any) -> None:
        self.key, self.parts = key, parts


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

    def to_x(self, key: str, root: str) -> int:
        """Return 1 if a large number is good for X, -1 if it is good for O."""
        mover = 1 if turn(key) == "X" else -1
        first = 1 if turn(root) == "X" else -1
        return {"X": 1, "mover": mover, "root": first}[self.view]

    def written(self, level: int) -> str:
        """Return the value of a win, draw or loss as the file would write it."""
        if self.win is None and level:
            return "> 0" if level > 0 else "< 0"
        return number_text(level * (self.win or 0))


def value_for_x(call: Call, view: str, run: Run) -> int:
    """Return 1 if a call's number is good for X in this view, -1 if it is bad."""
    return sign(call.gave.number or 0) * Scale(view).to_x(call.key, run.root.board)


class Judge:
    """Judges calls, having learned the purpose of a file's functions from searches."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.roles: dict[Function, str] = {}
        self.scales: dict[Function, Scale] = {}
        calls = [call for run in runs for call in run.calls]
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
        ending: dict[str, list[bool]] = {view: [] for view in VIEWS}
        rising: dict[str, list[bool]] = {view: [] for view in VIEWS}
        sizes = set[float]()
        for run in runs:
            for call in run.calls[1:]:
                if call.function not in names or call.gave.number is None:
                    continue
                below = [each for each in self.numbered(call) if each.key != call.key]
                if call.truth and call.truth.turn is None and call.truth.value:
                    sizes.add(abs(call.gave.number))
                    for view in VIEWS:
                        fits = value_for_x(call, view, run) == call.truth.value
                        ending[view].append(fits)
                elif not call.is_over and len(below) == len(free(call.key)):
                    choose = max if turn(call.key) == "X" else min
                    for view in VIEWS:
                        seen = [value_for_x(each, view, run) for each in below]
                        if any(seen):
                            fits = value_for_x(call, view, run) == choose(seen)
                            rising[view].append(fits)

        def fit(view: str) -> tuple[bool, bool, float]:
            # Prefer a view that fits every finished game, or every value passed up.
            ends, inner = share(ending[view]), share(rising[view])
            return ends == 1, inner == 1, ends + inner

        return Scale(max(VIEWS, key=fit), sizes.pop() if len(sizes) == 1 else None)

    def _learn_window(self, name: Function, calls: list[Call]) -> tuple[str, ...]:
        """Learn which arguments are alpha and beta, by their names."""
        first = next(call for call in calls if call.function == name)
        low = [each for each in first.arguments if LOW.fullmatch(each)]
        high = [each for each in first.arguments if HIGH.fullmatch(each)]
        return (low[0], high[0]) if low and high else ()

    def _learn_side(self, name: Function, calls: list[Call]) -> str | None:
        """Learn which player a function named max or min moves for."""
        own = name[0].rpartition(".")[2].lower().replace("minimax", "")
        is_max, is_min = (bool(re.search(f"(^|_){w}", own)) for w in ("max", "min"))
        if is_max == is_min:
            return None
        for call in calls:
            below = [each for each in self.numbered(call) if each.key != call.key]
            numbers = [each.gave.number or 0 for each in below]
            if call.function == name and len({*numbers}) > 1:
                best = max(numbers) if is_max else min(numbers)
                if call.gave.number != best:
                    return None
        return "X" if is_max else "O"

    def window(self, call: Call) -> tuple[int, int]:
        """Return alpha and beta of a call as levels; -2 and 2 if it has none."""
        try:
            low, high = (float(call.arguments[n]) for n in self.windows[call.function])
        except (KeyError, ValueError):
            return -2, 2
        return sign(low) - (low < -1e6), sign(high) + (high > 1e6)

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
        """Return the calls made to evaluate boards that returned a number."""
        return [each for each in self.valued(call) if each.gave.number is not None]

    def untried(self, run: Run, call: Call) -> list[int]:
        """Return the free squares that a search never tried, here or before."""
        tried = {each.key for each in self.valued(call)} - {call.key}
        known = tried | {each.key for each in run.calls[: call.n]}
        moves = replies(call.key).items() if tried and not call.is_over else ()
        return [3 * i + j + 1 for (i, j), key in moves if key not in known]

    # --- Right or wrong -----------------------------------------------------------

    def wrong(self, run: Run, call: Call) -> Reason | None:
        """Return why a call's answer is wrong; None if it is right or unknown."""
        role = "choice" if call is run.root else self.roles.get(call.function)
        truth = table().get(call.board)
        if role is None or truth is None:
            return None
        if role in RULES:
            return self._wrong_rule(call)
        if call.gave.kind == "raised":
            return Reason("raised", error=call.gave.value)
        if call.gave.kind == "endless":
            return Reason("endless")
        if call.after and self._seen_again(run, call):
            return Reason("changed")
        if role == "choice":
            return self._wrong_choice(call.gave, truth)
        return self._wrong_value(run, call)

    def _wrong_rule(self, call: Call) -> Reason | None:
        """Return why the answer of a rule function is wrong."""
        rule, truth = call.rule, table().get(call.board)
        if rule in (None, "minimax") or truth is None or call.gave.kind == "endless":
            return None
        if call.gave.kind == "raised":
            refuses = rule == "result" and not legal(call)
            return None if refuses else Reason("raised", error=call.gave.value)
        want = right_answer(str(rule), call, truth)
        if want is not None and call.gave[:2] != want[:2]:
            return Reason("rule", wrong=str(call.gave), right=str(want), rule=rule)
        changed = rule == "result" and legal(call) and call.after
        return Reason("changed") if changed else None

    def _wrong_choice(self, gave: Gave, truth: Truth) -> Reason | None:
        if truth.turn is None:
            return None
        if gave.kind != "action":
            return Reason("no-action", gave=str(gave))
        if divmod(gave.value - 1, 3) not in truth.optimal:
            best = sorted(3 * i + j + 1 for i, j in truth.optimal)
            return Reason("choice", square=gave.value, best=best)
        return None

    def _seen_again(self, run: Run, call: Call) -> bool:
        """Return whether the list that holds a call's board is used elsewhere."""
        after = run.calls[call.n + sum(1 for _ in call.all()) :]
        outside = [*after, run.calls[call.above]]
        return call is run.root or any(each.thing == call.thing for each in outside)

    def _wrong_value(self, run: Run, call: Call) -> Reason | None:
        gave, truth, scale = call.gave, call.truth, self.scales[call.function]
        if truth is None:
            return None
        if gave.number is None:
            return Reason("no-number", gave=str(gave))
        want = truth.value * scale.to_x(call.key, run.root.board)
        got = sign(gave.number)
        low, high = self.window(call)
        if low >= high:
            return None  # an empty window promises nothing
        is_right = got == want
        if want <= low or want >= high:
            is_right = got <= low if want <= low else got >= high
        if not is_right:
            return Reason("value", gave=str(gave), right=scale.written(want))
        square = gave.value[1] if gave.kind == "pair" and truth.turn else None
        is_exact = low <= -1 and high >= 1
        if square and is_exact and divmod(square - 1, 3) not in truth.optimal:
            return Reason("square", square=square, gave=str(gave))
        return None

    # --- The place ------------------------------------------------------------------

    def place(self, run: Run) -> WrongPlace | None:
        """Return the first wrong call; None if minimax's answer is right."""
        why = self.wrong(run, run.root)
        way = [run.root]
        while why and len(way) < FURTHEST:
            for child in self.judged(way[-1]):
                if asked := self._wrongly_made(way, child):
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

    def _wrongly_made(self, way: list[Call], made: Call) -> Reason | None:
        """Return why a call should not have been made; then its caller is to blame."""
        for up in way if made.gave.kind == "endless" else []:
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
        for name, text in made.arguments.items():
            says = None
            if MAXIMISING.search(name) and view == "X":
                says = {"True": "X", "False": "O"}.get(text)
            elif COLOUR.match(name) and view == "mover":
                says = {"1": "X", "-1": "O"}.get(text)
            if says and says != mover:
                return Reason("flag", argument=f"{name}={text}", turn=mover)
        return None


def right_answer(role: str, call: Call, truth: Truth) -> Gave | None:
    """Return the right answer of a rule function; None if it is undefined."""
    match role:
        case "player" if truth.turn:
            return text_of(truth.turn)
        case "actions" if truth.turn and call.gave.kind != "text":
            return Gave("actions", [3 * i + j + 1 for i, j in free(call.board)])
        case "result" if legal(call):
            return Gave("board", play(call.board, divmod((call.move or 1) - 1, 3)))
        case "winner":
            return text_of(truth.winner) if truth.winner else Gave("none", None, "None")
        case "terminal":
            said = call.gave.kind != "none" and call.gave.value not in ("False", 0)
            over = truth.turn is None
            return call.gave if said == over else Gave("text", str(over), str(over))
        case "utility" if truth.turn is None:
            return Gave("number", truth.value)
    return None


def text_of(mark: str) -> Gave:
    """Return a mark as a return value."""
    return Gave("text", repr(mark), repr(mark))


def legal(call: Call) -> bool:
    """Return whether a call's action is legal."""
    truth = table().get(call.board)
    is_open = truth is not None and truth.turn is not None
    return is_open and bool(call.move) and call.board[(call.move or 1) - 1] == "."


def sign(number: float) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


def share(fits: list[bool]) -> float:
    """Return the share of true values; a half if there are none."""
    return sum(fits) / len(fits) if fits else 0.5
