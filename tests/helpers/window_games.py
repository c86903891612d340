"""Games in the window without a thread, on an invisible screen."""

from types import SimpleNamespace

from noughts import contract
from noughts.window import state as changes
from noughts.window.controls import press_key
from noughts.window.thinking import EngineFault, next_question


def answered(state, engine):
    """Return the state once the engine has answered all that it is asked."""
    while question := next_question(state):
        try:
            answer = question.ask(engine, *question.arguments)
        except EngineFault as error:
            return changes.fail(state, error)
        state = question.then(state, answer)
    return state


def typed(state, keys, engine=None):
    """Return the state after some keys, with all the engine's answers to them."""
    for key in keys.split():
        state = answered(press_key(state, key), engine or contract.default())
    return state


def engine(**functions):
    """Return our engine with some functions replaced."""
    names = (*contract.CONSTANTS, *contract.PARAMETERS)
    ours = {name: getattr(contract.default(), name) for name in names}
    return SimpleNamespace(**{**ours, **functions})
