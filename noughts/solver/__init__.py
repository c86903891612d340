"""
Bigger boards: m rows, n columns, k in a line; the top of the ladder.

In the order in which to read: `game`, the rules over masks; `search`, which asks the
ideas; the ideas, a file each: `forced`, `order`, `openlines`, `memory`, `symmetry`,
`potential`, `pairs`, `threats`; `solve`, question by question; `ladder`, what each idea
gains. Then what is made of it: `player`, `contest`, `report`.
"""
