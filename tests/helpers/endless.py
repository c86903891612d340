"""A driver of the judge that counts what it waits for; what never ends only says so."""

from collections import Counter

from helpers.in_process import loaded

from noughts.checker.batches import in_order
from noughts.checker.rounds import END, PATIENCE, Effort, Reply, Stage
from noughts.sandbox import protocol

LOOP = "raise Endless"  # stands for `while True: pass` in a file
ENDLESS = "\nclass Endless(BaseException): pass\n"


class Waiting:
    """Asks in this process, and gives up as others do; `late` is by function."""

    def __init__(self):
        self.rounds, self.late, self.seconds = [], Counter(), 0.0

    def __call__(self, asked):
        self.rounds.append(asked)
        limit = Effort().answer if asked.search else Effort().rule
        limit, hung = min(limit, asked.seconds or limit), Counter()
        with loaded(asked) as file:
            for n in (n for lot in in_order(asked.calls, 1) for n in lot):
                call = asked.calls[n]
                about = "the search" if asked.what == Stage.SEARCH else call.about
                if hung[about] >= PATIENCE:
                    continue
                given = protocol.encode(call.arguments)
                status, said = file.answer(call.function, given)
                if "Endless" in said and call.function != "survey":
                    hung[about] += 1 if call.single else PATIENCE
                    self.late[about] += 1
                    self.seconds += limit
                    yield Reply(n, "late", limit)
                else:
                    yield Reply(n, status, protocol.decode(said))
        yield Reply(END, "done")
