// The whole page: the frame, the game, the tabs, and the current view.

import { check } from "../check/view.js";
import * as game from "../game/actions.js";
import { announcement, Game, Moves } from "../game/view.js";
import * as frame from "./actions.js";
import { moveOverTabs, setSingleKeys, singleKeys, squareKeys } from "./keys.js";
import { language, localized, say, sentence } from "../shared/language.js";
import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import { classView } from "../class/tab.js";
import { lessons } from "../lessons/view.js";
import { search as searchView } from "../search/tab.js";
import { trees } from "../practice/tab.js";
import { tree } from "../tree/view.js";
import { values } from "../game/values.js";
import { Check, Fold, IconButton, Segments } from "../drawing/widgets.js";

// The views, in the order of their tabs. A view is
//
//   name      of its tab, in the address and in the words: tab.NAME
//   View      ({ state }): what it shows
//   isThere   (state): whether it has a tab; default: yes
//   needs     (state): the answers that it needs to be drawn; default: none
//   keys      (state): the actions of its keys, also of a game of its own
/** @type {View[]} */
export const VIEWS = [values, tree, searchView, trees, lessons, check, classView];

/** @returns {View} */
const viewNamed = (name) => VIEWS.find((view) => view.name === name) ?? VIEWS[0];

/** The views that have a tab. */
export const viewsOf = (state) => VIEWS.filter((view) => view.isThere?.(state) ?? true);

/** What the open view needs, once the page has begun. */
export const needsOf = (state) =>
  state.position ? (viewNamed(state.view).needs?.(state) ?? []) : [];

// --- Keys ---------------------------------------------------------------------

// The same keys as in the window and the terminal.
const GAME = {
  ...squareKeys(game.press),
  u: game.undo,
  r: game.redo,
  h: game.advise,
  v: game.toggleValues,
  a: game.lookBack,
  n: game.again,
};
const KEYS = { d: frame.toggleTheme, "?": frame.showKeys };

/** The actions of all keys; a hidden game has none. */
export function keysIn(state) {
  const ofGame = hasBoard(state) && !isPresented(state) ? GAME : {};
  return { ...ofGame, ...KEYS, ...viewNamed(state.view).keys?.(state) };
}

// --- The frame ------------------------------------------------------------------

/** @param {{ state: State }} props */
export function App({ state }) {
  const { view, position, busy } = state;
  const said = busy.own ? "own.looking" : state.notice;
  const { name, View } = viewNamed(view);
  useLayoutEffect(() => {
    const { body, documentElement: root } = document;
    Object.assign(body.dataset, { view, turn: position.turn ?? "" });
    body.dataset.board = hasBoard(state) ? "shown" : "hidden";
    body.classList.toggle("present", isPresented(state));
    root.lang = language();
    document.title = say("title");
  });
  return html`
    <${Skip} state=${state} />
    <${Top} languages=${state.about.languages} />
    ${said && html`<p class="notice" role="alert">${sentence(said)}</p>`}
    <main>
      <div class="left">
        <${Fold} title=${say("game")} when=${view === "search"}>
          <${Game} state=${state} /><${Moves} state=${state} />
        <//>
      </div>
      <section class="panel" aria-label=${say("panel")}>
        <${Tabs} state=${state} />
        <div class="panels">
          <div key=${name} role="tabpanel" id=${name} aria-labelledby=${`tab-${name}`}
            tabindex="0"><${View} state=${state} /></div>
        </div>
      </section>
    </main>
    <footer>
      <p>${footer(state.about)}</p>
      <${Links} links=${state.about.links} />
    </footer>
    <p class="unseen" aria-live="polite">${announcement(state)}</p>
    <${Keys} />
  `;
}

/** Is the game's board shown beside the view? */
const hasBoard = ({ view, about }) =>
  !["lessons", "class", "trees"].includes(view) &&
  (view !== "check" || Boolean(about.engine));

/** Does a search fill the page? */
const isPresented = ({ view, search }) => search.present && view === "search";

const footer = ({ frozen, version }) =>
  say(frozen ? "footer_frozen" : "footer_live", { version });

/** Links to the documentation and the source, if the page knows where they are. */
const Links = ({ links: { documentation, source } }) => html`
  <p class="row">
    ${documentation && html`<a href=${localized(documentation)}>${say("documentation")}</a>`}
    ${source && html`<a href=${source}>${say("source")}</a>`}
  </p>
`;

/** The skip link, to the first visible board or to the view. */
function Skip({ state }) {
  const skip = (event) => {
    event.preventDefault(); // the fragment holds the state
    /** @type {NodeListOf<HTMLElement>} */
    const boards = document.querySelectorAll(".board");
    const isSeen = (board) => board.getClientRects().length > 0;
    ([...boards].find(isSeen) ?? document.getElementById(state.view))?.focus();
  };
  return html`<a class="skip" href="#board" onClick=${skip}>
    ${say(hasBoard(state) ? "skip" : "skip_panel")}
  </a>`;
}

const Top = ({ languages }) => html`
  <header class="top">
    <div class="brand">
      <svg class="logo" viewBox="0 0 64 32" aria-hidden="true">
        <circle class="o" cx="16" cy="16" r="10" />
        <path class="x" d="M39 7l18 18M57 7l-18 18" />
      </svg>
      <h1>noughts</h1>
      <p class="tagline">${say("tagline")}</p>
    </div>
    <div class="tools">
      <${Segments} label=${say("language")} chosen=${language()} choose=${frame.chooseLanguage}
        options=${Object.entries(languages).map(([tag, [name, short]]) => [tag, short, `${short}: ${name}`, tag])} />
      <${IconButton} name=${say("theme")} shortcut="d" onClick=${frame.toggleTheme}>
        <circle cx="12" cy="12" r="8" /><path class="fill" d="M12 4a8 8 0 0 1 0 16z" />
      <//>
      <${IconButton} name=${say("key.title")} shortcut="?" onClick=${frame.showKeys}
        path="M7 10h.01M11 10h.01M15 10h.01M8 14h8">
        <rect x="3" y="6" width="18" height="12" rx="2" />
      <//>
    </div>
  </header>
`;

const Tabs = ({ state }) => html`
  <div class="tabs" role="tablist" aria-label=${say("panel")} onKeyDown=${moveOverTabs}>
    ${viewsOf(state).map(
      ({ name }) => html`
        <button key=${name} role="tab" id=${`tab-${name}`}
          aria-controls=${name === state.view ? name : undefined}
          aria-selected=${String(name === state.view)}
          tabindex=${name === state.view ? "0" : "-1"} onClick=${() => frame.show(name)}>
          <span data-text=${say(`tab.${name}`)}>${say(`tab.${name}`)}</span>
        </button>
      `,
    )}
  </div>
`;

const LISTED = [
  ["1 – 9", "key.squares"],
  [null, "key.move"],
  ["U", "key.undo"],
  ["R", "key.redo"],
  ["H", "key.hint"],
  ["V", "key.values"],
  ["A", "key.analyse"],
  ["N", "key.again"],
  ["D", "key.dark"],
  ["← →", "key.step"],
  ["␣ P", "key.run"],
  ["O L", "key.over"],
  ["C B", "key.cut"],
  ["F", "key.present"],
  ["?", "key.help"],
];

function Keys() {
  const dialog = useRef(null);
  return html`
    <dialog id="keys" ref=${dialog} aria-labelledby="keys-title">
      <h2 id="keys-title" tabindex="-1" autofocus>${say("key.title")}</h2>
      <dl>
        ${LISTED.map(
          ([key, text]) => html`<div key=${text}>
            <dt><kbd>${key ?? say("key.arrows")}</kbd></dt><dd>${say(text)}</dd>
          </div>`,
        )}
      </dl>
      <${Check} words="key.single" checked=${singleKeys()} change=${setSingleKeys} />
      <button class="primary" onClick=${() => dialog.current.close()}>${say("close")}</button>
    </dialog>
  `;
}
