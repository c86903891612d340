"""Explanations in a terminal."""

import pytest

from noughts.board import key_of
from noughts.explainer import explain
from noughts.explainer.printed import SIGNS, WIDTH, explanation_text
from noughts.notation import parse_board
from noughts.search.symmetry import images

SHOWN = """\
O to move: draw

    X  │ 2 = │ 3 ~
  ─────┼─────┼─────
   4 = │  O  │ 6 =
  ─────┼─────┼─────
   7 ~ │ 8 = │  X

  = 2  draw         forces X to 8; keeps X from two threats at once on 3 or 7
  = 4  draw         forces X to 6; keeps X from two threats at once on 3 or 7
  = 6  draw         forces X to 4; keeps X from two threats at once on 3 or 7
  = 8  draw         forces X to 2; keeps X from two threats at once on 3 or 7
  ~ 3  loses in 2   is a mistake: it gives up the draw; X answers 7 and makes
                    two threats at once, on 4 and 8, then O 2, X 4: X wins
  ~ 7  loses in 2   is a mistake: it gives up the draw; X answers 3 and makes
                    two threats at once, on 2 and 6, then O 2, X 6: X wins

Best play: a tie

   O 2          X 8          O 7          X 3          O 6          X 4
   X [O] .      X  O  .      X  O  .      X  O [X]     X  O  X      X  O  X
   .  O  .      .  O  .      .  O  .      .  O  .      .  O [O]    [X] O  O
   .  .  X      . [X] X     [O] X  X      O  X  X      O  X  X      O  X  X
   threatens    blocks       blocks       blocks       blocks       blocks""".replace(
    "~", SIGNS[-1]
)


def test_a_position_is_shown_with_its_moves_and_best_play():
    assert explanation_text(explain(parse_board("X.. .O. ..X"))) == SHOWN


def test_every_position_fits_eighty_columns(positions):
    """One of each eight images: what is turned or mirrored is as wide."""
    for board in positions:
        if key_of(board) != min(images(key_of(board))):
            continue
        shown = explanation_text(explain(board))
        assert max(len(line) for line in shown.splitlines()) <= WIDTH
        assert all(line == line.rstrip() for line in shown.splitlines())


def test_the_best_moves_come_first():
    shown = explanation_text(explain(parse_board("XX. OO. ..X")))
    moves = [line[4] for line in shown.splitlines() if " in " in line[7:18]]
    assert moves == ["6", "3", "7", "8"]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("XXX OO. ...", "X has won: 1-2-3"),
        ("XXO OOX XOX", "a tie: the board is full"),
    ],
)
def test_a_finished_board_is_shown_with_its_end(text, last):
    shown = explanation_text(explain(parse_board(text)))
    assert shown.splitlines()[-1] == last
    assert "Best play" not in shown
