"""
Bigger boards: m rows, n columns, k in a line; the top of the ladder.

In the order in which to read: `mnk`, the rules over masks; `searcher`, which asks the
ideas; the ideas, a file each: `forced`, `strong_cells`, `openlines`, `mirrors`,
`potential`, `pairs`, `threats`; `store`, what is remembered; `narrowing`, question by
question; `ladder`, what each idea gains. Then what is made of it: `solution`,
`thinker`, `contest`, `report`.
"""
