"""Hostile files for the judge in a browser."""

from conftest import ENGINES

WRONG = (ENGINES / "first_cell.py").read_text("utf-8")
HOSTILE = {
    "delegates to our solution": """
import asyncio, js, sys
from pyodide.ffi import run_sync
for name in ("noughts.json", "../python/judge.snapshot"):
    try:
        js.fetch(name)
    except BaseException:
        pass
sys.path[:0] = ["/home/pyodide", "/home/pyodide/noughts/hand_in"]
try:
    from noughts.hand_in.tictactoe import minimax as right
except ImportError:
    right = None
""",
    "sends what is no text": """
import js
for number in range(40):
    for said in (7, None, js.Object.new(), js.Array.of(number), js.ArrayBuffer.new(8)):
        js.postMessage(said)
""",
    "forges ends and refusals": """
import js
for number in range(40):
    for said in ('.{}', '.7', '.{"refusal":7}', '={', '.{"refusal":"[["}', "=\\ud800"):
        js.postMessage(f"{number} {said}")
""",
}
