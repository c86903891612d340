"""
`make docs`: the pictures of the window, taken from the program itself.

Each is a state of the window, reached by pressing its keys, and drawn as the window
draws it. No screen is needed.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

os.environ |= {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import pygame
from PIL import Image

from noughts import contract
from noughts.window import thinking
from noughts.window.controls import press, press_key
from noughts.window.drawing import draw
from noughts.window.events import SIZE
from noughts.window.state import CASUAL, State, is_persons_turn
from noughts.window.thinking import next_question

SEED = 24  # with it the casual opponent overlooks a fork at once
FILM_SIZE = 420, 532
STILLS = {
    "start": ("down", {"focus": "start"}),
    "values": ("f return 1 6 v", {}),
    "looked-back": ("f return 1 6 5 9 3 7 2 a", {}),
}
# What the film's person does: (what is pointed at, then pressed; seconds after it).
FILM = [
    (None, 1.2),
    (CASUAL, 0.8),
    ("start", 0.8),
    ((0, 0), 1.0),
    ("values", 2.0),
    ("best", 1.2),
    ("best", 1.2),
    ("best", 3.0),
]
POINTING = 0.5


def answered(state: State) -> Iterator[State]:
    """Yield the states that follow while the engine answers what is asked."""
    while question := next_question(state):
        answer = question.ask(contract.default(), *question.arguments)
        state = question.then(state, answer)
        yield state


def typed(state: State, keys: str) -> State:
    """Return the state after some keys, with all the engine's answers to them."""
    for key in keys.split():
        state = press_key(state, key)
        for after in answered(state):
            state = after
    return state


def best(state: State) -> object:
    """Return the free cell with the best value."""

    def rank(cell: tuple[int, int]) -> tuple[int, int]:
        worth = state.known[cell]
        return worth.outcome, -worth.moves

    return max(state.known, key=rank)


def film() -> Iterator[tuple[State, float]]:
    """Yield the states of a game against the casual opponent, and how long each is."""
    thinking.RANDOM.seed(SEED)
    state = State()
    for target, seconds in FILM:
        if target is not None:
            aim = best(state) if target == "best" else target
            state = replace(state, focus=aim)
            yield state, POINTING
            state = press(state, aim)
        for after in answered(state):
            moved = len(after.history) > len(state.history)
            state = after
            if moved and not is_persons_turn(state) and not state.over:
                yield state, POINTING
        yield state, seconds


def drawn(state: State, size: tuple[int, int]) -> Image.Image:
    """Return the state as a picture."""
    surface = pygame.Surface(size)
    draw(surface, state)
    return Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))


def main(argv: list[str] | None = None) -> int:
    """Write the pictures into a folder."""
    parser = argparse.ArgumentParser(description="Take the pictures of the window.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs/pictures")
    folder = parser.parse_args(argv).folder
    folder.mkdir(parents=True, exist_ok=True)
    pygame.font.init()
    for name, (keys, changes) in STILLS.items():
        state = replace(typed(State(), keys), **changes)
        drawn(state, SIZE).save(folder / f"{name}.png", optimize=True)
        print(folder / f"{name}.png")
    states, seconds = zip(*film(), strict=True)
    frames = [drawn(state, FILM_SIZE) for state in states]
    frames[0].save(
        folder / "window.gif",
        save_all=True,
        append_images=frames[1:],
        duration=[round(1000 * each) for each in seconds],
        loop=0,
        optimize=True,
    )
    print(folder / "window.gif")
    return 0


if __name__ == "__main__":
    sys.exit(main())
