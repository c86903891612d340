"""The picture of a state, on a surface of any size."""

import warnings
from collections.abc import Sequence
from functools import cache

import pygame
from pygame import Rect, Surface

from noughts.game.board import full_lines
from noughts.game.contract import Action
from noughts.game.notation import square
from noughts.game.oracle import Verdict
from noughts.play.engine_line import failing_line
from noughts.play.window.controls import CELLS, is_usable
from noughts.play.window.layout import centred, places, split
from noughts.play.window.state import (
    OPPONENTS,
    SIDES,
    TURNS,
    WindowState,
    can_play,
    hinted,
    score,
    status,
    verdicts,
)
from noughts.texts import NoughtsError, words
from noughts.theme import COLOURS, KEYS
from noughts.theme.ansi import OUTCOMES

TYPEFACES = (
    "segoeui,helveticaneue,ubuntu,cantarell,notosans,liberationsans,dejavusans,arial"
)
SMALLEST = 6  # pixels; text that does not fit at this size is cut
THIN = 220  # times wider than a line between cells is the board
SHARP = 2  # drawn this many times larger and shrunk, for smooth edges
SLACK = 2 * SHARP  # by this much may text be higher than its place
ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}  # share of spare width before text
BUTTON_KEYS = {
    **{name: KEYS[name].upper() for name in ("undo", "hint", "values", "analyse")},
    **{"new_game": KEYS["new"].upper(), "menu": "Esc"},
}
Ink = str | pygame.Color  # a name in the palette, or a mixture
Point = tuple[float, float]


def draw(surface: Surface, state: WindowState) -> None:
    """Draw the state on a surface of any size."""
    large = Surface([SHARP * side for side in surface.get_size()])
    Canvas(large, state, surface.get_size()).draw()
    pygame.transform.smoothscale(large, surface.get_size(), surface)


class Canvas:
    """A surface, and how the parts of a state are drawn on it."""

    def __init__(
        self, surface: Surface, state: WindowState, size: tuple[int, int]
    ) -> None:
        self.surface, self.state, self.shown = surface, state, state.shown
        at, text = places(state, size)
        self.at = {name: Rect([SHARP * n for n in rect]) for name, rect in at.items()}
        self.text = text * SHARP

    def draw(self) -> None:
        self.surface.fill(self.colour("ground"))
        if self.state.screen == "start":
            self.start()
        else:
            self.game()
        self.theme_switch()
        self.help()

    def start(self) -> None:
        """Draw the choices."""
        state, say = self.state, self.state.say
        self.write(say("title"), "title", 2.1, "ink", "left", bold=True)
        self.write(state.engine or say("motto"), "motto", 0.85, "soft", "left")
        for name in ("side", "against"):
            self.write(say(name), name, 0.85, "soft", "left")
        self.choices(SIDES, TURNS if state.turns else state.mark)
        for mark in SIDES[:2]:
            self.mark(mark, self.at[mark], 0.5, 1 if is_usable(state, mark) else 0.25)
        pale = "ink" if is_usable(state, TURNS) else self.mix("paper", "ink", 0.4)
        self.write(say("turns"), self.at[TURNS].inflate(-self.text, 0), 1, pale)
        self.choices(OPPONENTS, state.opponent)
        for name in OPPONENTS:
            _, left, right, _ = split(self.at[name], (3, 27, 67, 3))
            bold = name == state.opponent
            self.write(say(name), left, 1, "ink", "left", bold=bold)
            self.write(say(f"{name}_is"), right, 0.85, "soft", "right")
        self.button("start", accent=True)

    def choices(self, names: Sequence[str], chosen: str) -> None:
        """Draw several segments, one of them chosen."""
        first, *others = (self.at[name] for name in names)
        self.box(first.unionall(others), "paper")
        for name in names:
            inner = self.at[name].inflate(-6 * SHARP, -6 * SHARP)
            if is_usable(self.state, name) and name == chosen:
                self.box(inner, self.mix("paper", "accent", 0.14), "accent")
            elif is_usable(self.state, name) and name == self.state.focus:
                self.box(inner, self.mix("paper", "ink", 0.06), None)

    def game(self) -> None:
        """Draw the board and what is around it."""
        state = self.state
        self.status()
        self.score()
        self.board()
        self.button("undo")
        over = state.game.over
        self.button("analyse" if over else "hint", pressed=state.looked_back > 0)
        self.button("values", pressed=state.values and not over)
        self.button("menu")
        accent = over or bool(state.trouble)
        self.button("new_game", "play_again" if over else "", accent=accent)
        if state.trouble:
            self.trouble(state.trouble)

    def status(self) -> None:
        """Draw the status sentence, after the mark it is about."""
        row, mark = self.at["status"], self.shown.turn or self.shown.winner
        room = Rect(row.topleft, (row.w - 2.5 * self.text, row.h))
        if mark and not self.state.trouble:
            icon, _, room = split(room, (1.4, 0.7, room.w / self.text - 2.1))
            self.mark(mark, icon)
        self.write(
            status(self.state), room, 1.15, "ink", "left", bold=True, wrapped=True
        )

    def score(self) -> None:
        """Draw the score."""
        texts = [f"{name}  {n}" for name, n in score(self.state).items()]
        parts = split(self.at["score"], [len(text) + 3 for text in texts])
        for text, place, align in zip(texts, parts, ALIGN, strict=True):
            self.write(text, place, 1, "soft", align)

    def board(self) -> None:
        """Draw the lines between the cells, the lines that won, and the cells."""
        board = self.at["board"]
        thin = max(SHARP, board.w // THIN)
        for n in (1, 2):
            x, y = self.at[n, n].topleft
            across = Rect(board.x, y - thin // 2, board.w, thin)
            down = Rect(x - thin // 2, board.y, thin, board.h)
            self.surface.fill(self.colour("line"), across)
            self.surface.fill(self.colour("line"), down)
        for first, _, last in full_lines(self.shown.key):
            start, end = (self.at[CELLS[n]].center for n in (first, last))
            tint = self.mix("ground", str(self.shown.winner).lower(), 0.2)
            self.stroke(tint, start, end, board.w * 0.23)
        known = verdicts(self.state)
        for cell in CELLS:
            self.cell(cell, known.get(cell))

    def cell(self, cell: Action, verdict: Verdict | None) -> None:
        """Draw a cell: its mark, or the value of a move to it."""
        state, game, place = self.state, self.shown, self.at[cell]
        tile = place.inflate(-place.w * 0.12, -place.h * 0.12)
        mark = game.key[square(cell) - 1]
        hint = state.hint and can_play(state, cell) and cell == hinted(game.key)
        self.tile(cell, tile, hint)
        if mark != ".":
            faded = game.winner and cell not in game.line
            self.mark(mark, place, 0.56, 0.45 if faded else 1)
            return
        if verdict:
            self.verdict(verdict, place)
        elif hint or (cell == state.focus and can_play(state, cell)):
            self.mark(str(game.turn), place, 0.56, 0.35)
            return
        if not game.over:
            corner = Rect(tile.topleft, (tile.w * 0.25, tile.h * 0.25))
            self.write(str(square(cell)), corner, place.w * 0.1 / self.text, "soft")

    def tile(self, cell: Action, tile: Rect, hint: bool) -> None:
        """Draw the highlight of a cell: last move, mistake, hint or cursor."""
        state, game, mistake = self.state, self.shown, self.state.mistake
        if mistake:
            if square(cell) == mistake.move.square:
                self.box(tile, self.mix("ground", "loss", 0.1), "loss", 3)
        elif cell in game.moves[-1:] and not game.winner:
            mark = game.key[square(cell) - 1].lower()
            self.box(tile, self.mix("ground", mark, 0.13), None)
        elif hint:
            self.box(tile, self.mix("ground", "accent", 0.1), "accent", 3)
        elif cell == state.focus and not game.over:
            usable = can_play(state, cell)
            self.box(tile, "paper" if usable else None, "accent" if usable else "line")

    def verdict(self, verdict: Verdict, place: Rect) -> None:
        """Draw what a cell leads to: a sign, and below it the words."""
        name = OUTCOMES[verdict.outcome]
        _, upper, _, lower, _ = split(place, (24, 28, 6, 20, 22), down=True)
        self.sign(name, centred(upper, upper.h, upper.h))
        said = words(self.state.language).verdict(*verdict)
        self.write(said, lower, place.w * 0.14 / self.text, name)

    def trouble(self, error: NoughtsError) -> None:
        """Draw the engine's error, and the line of the file that raised it."""
        card = self.at["trouble"]
        self.box(card, "paper", "loss")
        inner = card.inflate(-1.6 * self.text, -self.text)
        say = words(self.state.language)
        if line := failing_line(error):
            inner, _, lower = split(inner, (3, 0.2, 2), down=True)
            place = say("play.line", line=line)
            self.write(place, lower, 0.85, "loss", "left", wrapped=True)
        self.write(say.message(error), inner, 1, "ink", "left", wrapped=True)

    def button(
        self, name: str, label: str = "", accent: bool = False, pressed: bool = False
    ) -> None:
        """Draw a button with its key; one that cannot be used now is faint."""
        place, hover = self.at[name], 0.06 if name == self.state.focus else 0
        ink: Ink = "ink"
        if accent:
            ink = "on-accent"
            self.box(place, self.mix("accent", "ink", 2 * hover), None)
        elif pressed:
            self.box(place, self.mix("paper", "accent", 0.14 + hover), "accent")
        elif is_usable(self.state, name):
            self.box(place, self.mix("paper", "ink", hover))
        else:
            ink = self.mix("ground", "ink", 0.4)
            self.box(place, "ground")
        room = place.inflate(-0.5 * self.text, 0)
        if key := BUTTON_KEYS.get(name):
            room, corner = split(room, (3, 2), down=True)
            self.write(key, corner, 0.65, "soft" if ink == "ink" else ink)
        self.write(self.state.say(label or name), room, 0.95, ink, bold=accent)

    def theme_switch(self) -> None:
        """Draw the switch between light and dark: a disc, half of it filled."""
        place, soft = self.at["dark"], self.colour("soft")
        ground = self.mix("ground", "ink", 0.1 if self.state.focus == "dark" else 0)
        pygame.draw.circle(self.surface, ground, place.center, place.w / 2)
        pygame.draw.circle(self.surface, soft, place.center, place.w * 0.3, SHARP)
        half = {"draw_top_right": True, "draw_bottom_right": True}
        pygame.draw.circle(self.surface, soft, place.center, place.w * 0.3, **half)

    def help(self) -> None:
        """Draw the keys that no button shows."""
        if "help" in self.at:
            keys = self.state.say(f"keys_{self.state.screen}")
            self.write(keys, "help", 0.7, "soft", wrapped=True)

    # --- Shapes and text ---

    def colour(self, ink: Ink) -> pygame.Color:
        """Return a colour, which may be given by its name in the palette."""
        return pygame.Color(COLOURS[ink][self.state.dark] if type(ink) is str else ink)

    def mix(self, one: str, other: str, share: float) -> pygame.Color:
        """Return a colour between two of the palette."""
        return self.colour(one).lerp(self.colour(other), share)

    def box(
        self, place: Rect, fill: Ink | None, border: Ink | None = "line", thick: int = 1
    ) -> None:
        """Draw a box with round corners, and a border around it."""
        radius = round(min(self.text * 0.5, place.h * 0.11 + 2 * SHARP))
        for ink, width in ((fill, 0), (border, thick * SHARP)):
            if ink:
                colour = self.colour(ink)
                pygame.draw.rect(self.surface, colour, place, width, radius)

    def mark(
        self, mark: str, place: Rect, share: float = 1, strength: float = 1
    ) -> None:
        """Draw X as two strokes or O as a ring, in the middle of a place."""
        colour = self.mix("ground", mark.lower(), strength)
        box = centred(place, min(place.size) * share, min(place.size) * share)
        thick = max(SHARP, round(box.w * 0.16))
        if mark == "O":
            pygame.draw.circle(self.surface, colour, box.center, box.w / 2, thick)
            return
        box.inflate_ip(-thick, -thick)
        self.stroke(colour, box.topleft, box.bottomright, thick)
        self.stroke(colour, box.bottomleft, box.topright, thick)

    def sign(self, name: str, place: Rect) -> None:
        """Draw a disc with a plus, an equals sign or a minus."""
        pygame.draw.circle(self.surface, self.colour(name), place.center, place.w / 2)
        x, y, long, thick = *place.center, place.w * 0.22, place.w * 0.11
        for shift in (-0.9 * thick, 0.9 * thick) if name == "draw" else (0,):
            self.stroke("ground", (x - long, y + shift), (x + long, y + shift), thick)
        if name == "win":
            self.stroke("ground", (x, y - long), (x, y + long), thick)

    def stroke(self, ink: Ink, start: Point, end: Point, thick: float) -> None:
        """Draw a straight stroke with round ends."""
        colour, a, b = self.colour(ink), pygame.Vector2(start), pygame.Vector2(end)
        side = (b - a).normalize().rotate(90) * thick / 2
        corners = [a + side, b + side, b - side, a - side]
        pygame.draw.polygon(self.surface, colour, corners)
        for point in (a, b):
            pygame.draw.circle(self.surface, colour, point, thick / 2)

    def write(
        self,
        text: str,
        place: Rect | str,
        size: float,
        ink: Ink,
        align: str = "centre",
        bold: bool = False,
        wrapped: bool = False,
    ) -> bool:
        """Write text into a place, shrunk if necessary; return whether it fits."""
        room = self.at[place] if isinstance(place, str) else place
        smallest = SMALLEST * SHARP
        for pixels in range(max(smallest, round(size * self.text)), smallest - 1, -1):
            face = font(pixels, bold)
            rows, height = wrap(text, face, room.w), face.get_linesize()
            most = (room.h + SLACK) // height if wrapped else 1
            if fits := len(rows) <= most:
                break
        rows = rows[:most]
        top = room.centery - len(rows) * height / 2
        for n, row in enumerate(rows):
            image = face.render(row, True, self.colour(ink))
            left = room.x + (room.w - image.get_width()) * ALIGN[align]
            self.surface.blit(image, (round(left), round(top + n * height)))
        return fits


def wrap(text: str, face: pygame.font.Font, width: int) -> list[str]:
    """Return the text as lines that fit a width; a long word is split."""
    lines = [""]
    for word in text.split(" "):
        if face.size(f"{lines[-1]} {word}")[0] <= width:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
            continue
        lines.append("")
        for letter in word:
            if lines[-1] and face.size(lines[-1] + letter)[0] > width:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


@cache
def font(size: int, bold: bool) -> pygame.font.Font:
    """Return a font of the system's typeface, or else of pygame's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # raised on systems without a list of fonts
        path = pygame.font.match_font(TYPEFACES, bold=bold)
    return pygame.font.Font(path, size)
