// The beginning: the language, the address, the first drawing.

import * as source from "./source.js";
import { read } from "./address.js";
import { bind, footer } from "./bind.js";
import { $ } from "./dom.js";
import { makeSquares } from "./draw-game.js";
import { preferred, say, speak } from "./language.js";
import { go, notify, view } from "./page.js";
import { interrupt } from "./actions.js";
import { resume } from "./state.js";

/** The state that the address names, over what we know already. */
function addressed() {
  const { start, moves, step, ...choices } = read(location.hash);
  if (choices.view === "engine" && !view.about.engine) choices.view = "values";
  if (
    !(choices.against in say("opponents")) &&
    !(choices.against === "engine" && view.about.engine)
  )
    choices.against = "perfect";
  return { ...resume({ ...view.state, ...choices }, start, moves), step };
}

speak(preferred());
makeSquares();
try {
  view.about = await source.about();
  $("tab-engine").hidden = !view.about.engine;
  bind();
  footer();
  await go(addressed(), "keep");
  addEventListener("popstate", () => {
    interrupt();
    go(addressed(), "keep");
  });
} catch (error) {
  notify(say("no_server"));
  throw error;
}
