"""
What an idle window costs: ours beside a loop that draws without end.

    python benchmarks/window.py [SECONDS]

The second loop is written as course material usually writes it: every pass reads the
events, draws the whole board and shows it, and nothing makes it wait. Each runs in a
process of its own, in turn, three times, with nobody touching it; the figure is the
processor time it used, as a share of one core, once the window was open.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from figures import table

ROOT = Path(__file__).parent.parent
ROUNDS = 3

BEGINNING = """
import sys, threading, time
import pygame
import tictactoe
from noughts.window import events
from noughts.window.state import State, new_game

def measured(loop):
    "Run a loop until the timer closes it; print its share of a core, and frames."
    pygame.display.init()
    pygame.font.init()
    clocks = []
    read = lambda: clocks.append((time.monotonic(), time.process_time()))
    threading.Timer(1, read).start()  # when the window has opened
    pygame.time.set_timer(pygame.QUIT, 1000 + int(1000 * float(sys.argv[1])))
    frames = loop()
    read()
    (began, used), (ended, used_then) = clocks
    print((used_then - used) / (ended - began), frames)
"""
OURS = """
def loop():
    frames = 0
    real = events.draw

    def counted(*arguments):
        nonlocal frames
        frames += 1
        real(*arguments)

    events.draw = counted
    events.open_window(new_game(State()))
    return frames

measured(loop)
"""
COURSE = """
def loop():
    frames = 0
    screen = pygame.display.set_mode((600, 400))
    large = pygame.font.Font(None, 40)
    board = tictactoe.initial_state()
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return frames
        screen.fill("black")
        for i, row in enumerate(board):
            for j, mark in enumerate(row):
                cell = pygame.Rect(180 + 80 * j, 80 + 80 * i, 80, 80)
                pygame.draw.rect(screen, "white", cell, 3)
                if mark != tictactoe.EMPTY:
                    screen.blit(large.render(mark, True, "white"), cell)
        over = tictactoe.terminal(board)
        player = tictactoe.player(board)
        title = "Game Over." if over else f"Play as {player}"
        screen.blit(large.render(title, True, "white"), (200, 30))
        pygame.display.flip()
        frames += 1

measured(loop)
"""
LOOPS = {"ours": OURS, "draws without end": COURSE}


def measure(loop: str, seconds: float) -> tuple[float, int]:
    """Return the share of a core that a loop uses, and how often it draws."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & set(env):
        env["SDL_VIDEODRIVER"] = "dummy"
    command = [sys.executable, "-c", BEGINNING + loop, str(seconds)]
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    share, frames = done.stdout.split()
    return float(share), int(frames)


def main() -> None:
    """Print what our window and the other loop use."""
    seconds = float(next(iter(sys.argv[1:]), 5))
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in LOOPS}
    for _ in range(ROUNDS):
        for name, loop in LOOPS.items():
            found[name].append(measure(loop, seconds))
    rows = [
        [name, f"{median(s for s, _ in runs):.3%}", f"{median(n for _, n in runs):,}"]
        for name, runs in found.items()
    ]
    note = f"Median of {ROUNDS} runs of {seconds:g} s."
    print(table(["", "of one core", "pictures drawn"], rows, note))


if __name__ == "__main__":
    main()
