"""
Bigger boards: m rows, n columns, k in a line; the top of the ladder.

In the order in which to read: `mnk`, the rules over masks; `searcher`, which asks the
ideas, a file each in `ideas`; `store`, what is remembered, and `saved`, on the disk;
`narrowing`, question by question; `ladder`, what each idea gains; `prover` and `proof`,
which write it down for others to check. Then what is made of it: `solution`, `thinker`,
`contest`, `report`.
"""
