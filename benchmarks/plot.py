"""The chart of the engines' times: bars on a logarithmic scale, as SVG."""

from math import log10

from figures import Table

from noughts.look import COLOURS

LEFT, WIDTH, BAR, GAP, TOP = 210, 470, 11, 34, 66  # pixels
DECADES = range(0, 6)  # from 1 ms to 100 s
PLOTTED = ("first move", "all 4,520 positions")
PAINTED = {
    "text": "ink",
    ".faint": "soft",
    "line": "line",
    ".ours": "x",
    ".others": "edge",
}


def x_of(milliseconds: float) -> float:
    """Return where a time stands on the scale."""
    return LEFT + WIDTH * max(0.0, log10(milliseconds)) / DECADES[-1]


def chart(engines: Table) -> str:
    """Return the chart of the engines' first moves and of all positions."""
    places = [list(engines.columns).index(name) for name in PLOTTED]
    bars = [[row[0], *(1000 * row[n] for n in places)] for row in engines.rows]
    bottom = TOP + GAP * len(bars)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {bottom + 34}" '
        'font-family="system-ui, sans-serif" font-size="13" role="img" '
        'aria-label="CPU time of each engine, on a logarithmic scale">',
        f"<style>{style(0)}@media(prefers-color-scheme:dark){{{style(1)}}}</style>",
        '<text x="0" y="18" font-size="15" font-weight="600">CPU time in a fresh '
        "process: shorter is better, each line is ten times the one before</text>",
        '<text x="0" y="40" class="faint">thick: the first move from the empty board '
        "· thin: moves for all 4,520 positions</text>",
    ]
    for decade in DECADES:
        x = x_of(10**decade)
        label = f"{10**decade} ms" if decade < 3 else f"{10 ** (decade - 3)} s"
        parts += [
            f'<line x1="{x:.1f}" y1="{TOP - 12}" x2="{x:.1f}" y2="{bottom}"/>',
            f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" '
            f'class="faint">{label}</text>',
        ]
    for n, (name, first, every) in enumerate(bars):
        y, whose = TOP + GAP * n, "ours" if n == 0 else "others"
        weight = ' font-weight="600"' if n == 0 else ""
        parts += [
            f'<text x="{LEFT - 12}" y="{y + 15}" text-anchor="end"{weight}>'
            f"{name}</text>",
            bar(y, BAR, first, whose),
            bar(y + BAR + 3, 4, every, whose),
            f'<text x="{x_of(every) + 6:.1f}" y="{y + 15}" class="faint" '
            f'font-size="12">{time_text(first)} · {time_text(every)}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def style(theme: int) -> str:
    """Return the style of the chart in the light theme or in the dark one."""
    return "".join(
        f"{what}{{{'stroke' if what == 'line' else 'fill'}:{COLOURS[name][theme]}}}"
        for what, name in PAINTED.items()
    )


def bar(y: float, height: float, milliseconds: float, whose: str) -> str:
    """Return one bar."""
    width = x_of(milliseconds) - LEFT
    return (
        f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{height}" '
        f'rx="2" class="{whose}"/>'
    )


def time_text(milliseconds: float) -> str:
    """Return a time as people read it."""
    if milliseconds < 1000:
        return f"{milliseconds:.3g} ms"
    return f"{milliseconds / 1000:.3g} s"
