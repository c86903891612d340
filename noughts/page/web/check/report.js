// The HTML report of a file, inside the page.

import { lookAt } from "../game/actions.js";
import { localized } from "../shared/language.js";
import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";

const WITHIN =
  ".main { margin: 0; padding: 1rem 0 0; } [role=link] { cursor: pointer; }";
/** Turn the report's main element into a division: the page has its own. */
const unmain = (text) =>
  text.replace("<main", '<div class="main"').replace("</main>", "</div>");

/**
 * The HTML report, in a shadow root, which inherits the page's palette; a failure opens
 * its board.
 */
export function Report({ report, look }) {
  const host = useRef(null);
  const text = localized(report.html);
  useLayoutEffect(() => {
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(report.style.replace(/\bmain(?= {)/g, ".main") + WITHIN);
    root.adoptedStyleSheets = [sheet];
    // The page's policy forbids style attributes, but not setting styles by script.
    root.innerHTML = unmain(text).replaceAll(' style="', ' data-style="');
    for (const element of root.querySelectorAll("[data-style]"))
      element.style.cssText = element.dataset.style;
    const open = ({ target }) => openBoard(target, look);
    root.querySelector(".main").onclick = open;
    for (const board of root.querySelectorAll("[data-board]"))
      Object.assign(board, LINK, {
        onkeydown: (event) => event.key === "Enter" && open(event),
      });
  }, [report, text]);
  return html`<div ref=${host} class="report"></div>`;
}

const LINK = { role: "link", tabIndex: 0 };

/** Open the board of the failure that was clicked. */
function openBoard(target, look) {
  const shown = target.closest(".failure")?.querySelector("[data-board]");
  if (!shown) return;
  lookAt(shown.dataset.board.replaceAll(" ", ""), look);
  document.getElementById("engine")?.scrollIntoView();
}
