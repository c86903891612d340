"""
Bigger boards: m rows, n columns, k in a line.

Read in this order: `mnk`, the rules over bit masks; `ideas`, one file each; `prover`,
the search that uses them; `narrowing`, which asks it question by question; `proof`,
which writes the answer for `noughts.solver.verifier`. The other files use these.
"""
