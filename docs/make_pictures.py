"""
`make docs`: the pictures of both windows, taken from the programs themselves.

Each but the one of `runner.py` is a state of `noughts window`, reached by pressing its
keys, and drawn as the window draws it. No screen is needed.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

os.environ |= {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import pygame
from PIL import Image

import runner
import tictactoe
from noughts.game import contract
from noughts.play.window import thinking
from noughts.play.window.controls import press, press_key
from noughts.play.window.drawing import draw
from noughts.play.window.events import SIZE
from noughts.play.window.state import CASUAL, WindowState, hinted, is_waiting

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


def answered(state: WindowState) -> WindowState:
    """Return the state after the opponent's reply, if it waits for one."""
    if not is_waiting(state):
        return state
    return thinking.reply(state, contract.default())(state)


def typed(state: WindowState, keys: str) -> WindowState:
    """Return the state after some keys, with all the replies to them."""
    for key in keys.split():
        state = answered(press_key(state, key))
    return state


def film() -> Iterator[tuple[WindowState, float]]:
    """Yield the states of a game against the casual opponent, and how long each is."""
    thinking.CHANCE.seed(SEED)
    state = WindowState()
    for target, seconds in FILM:
        if target is not None:
            aim = hinted(state.game.key) if target == "best" else target
            state = replace(state, focus=aim)
            yield state, POINTING
            state = press(state, aim)
        if is_waiting(state):
            yield state, POINTING
        state = answered(state)
        yield state, seconds


def drawn(state: WindowState, size: tuple[int, int]) -> Image.Image:
    """Return the state as a picture."""
    surface = pygame.Surface(size)
    draw(surface, state)
    return Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))


def hand_in() -> Image.Image:
    """Return `runner.py` in the middle of a game."""
    runner.PAUSE = 0
    game = runner.Game(tictactoe)
    for target in ("X", (0, 0), (0, 1), (2, 0)):
        game.press(target)
        game.update()
        while game.job:
            time.sleep(0.01)
            game.update()
    surface = pygame.Surface(SIZE)
    runner.draw(surface, game)
    return Image.frombytes("RGB", SIZE, pygame.image.tobytes(surface, "RGB"))


def main(argv: list[str] | None = None) -> int:
    """Write the pictures into a folder."""
    parser = argparse.ArgumentParser(description="Take the pictures of the window.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs/pictures")
    folder = parser.parse_args(argv).folder
    folder.mkdir(parents=True, exist_ok=True)
    pygame.font.init()
    for name, (keys, changes) in STILLS.items():
        state = replace(typed(WindowState(), keys), **changes)
        drawn(state, SIZE).save(folder / f"{name}.png", optimize=True)
        print(folder / f"{name}.png")
    hand_in().save(folder / "runner.png", optimize=True)
    print(folder / "runner.png")
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
