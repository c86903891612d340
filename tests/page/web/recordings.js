// Small searches to test with, as the server sends them.

import { Recording } from "../../../noughts/page/web/shared/recording.js";

/** A recording from its events, four letters each. */
export function recording(method, board, events) {
  const column = (n) => events.map((event) => event[n] ?? " ").join("");
  const positions = events.filter((event) => event[0] === "E").length;
  const [kind, a, b, c] = [0, 1, 2, 3].map(column);
  return new Recording({ method, board, positions, kind, a, b, c });
}

/** X wins on 5; then O's first reply to 7, and to 9, is enough to skip the other. */
export const alphabeta = () =>
  recording("alphabeta", "OXOX.X.O.", [
    ...["E0<>", "E5<>", "L+", "B5+="],
    ...["E7+>", "E5+>", "E9+>", "L0", "B90=", "V0<", "B50<", "C0+<", "V0<"],
    ...["E9+>", "E5+>", "E7+>", "L0", "B70=", "V0<", "B50<", "C0+<", "V0<"],
    "V+=",
  ]);

/** Two free squares, O to move: all of plain Minimax. */
export const minimax = () =>
  recording("minimax", "XOXXO.O.X", [
    ...["E0<>", "E6<>", "E8<>", "L0", "B80=", "V0=", "B60="],
    ...["E8<>", "L-", "B8-=", "V-="],
  ]);
