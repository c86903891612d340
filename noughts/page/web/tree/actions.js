// The user's actions in the tree.

import { become, now, update } from "../shared/page.js";
import * as change from "./state.js";

export const open = (path) => update({ open: path });
export const openBest = () => open(now().position.best.slice(0, -1));
export const toggle = (path) => become(change.toggle(now(), path));
