"""How many positions each rung of the ladder visits from the empty board."""

# From the empty board, each rung in its usual order.
POSITIONS = {
    "minimax": 549_946,
    "stop-at-win": 94_978,
    "alphabeta": 18_297,
    "strong-first": 7_275,
    "win-at-once": 1_743,
    "memory": 775,
    "symmetry": 213,
}
