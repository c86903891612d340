// The whole page: the frame, the game, the tabs, and the current view.

import * as act from "./actions.js";
import { announcement, Game, Moves } from "./game.js";
import { moveOverTabs, setSingleKeys, singleKeys, squareKeys } from "./keys.js";
import { store } from "./kept.js";
import * as grading from "./grading.js";
import { language, say, sentence, speak } from "./language.js";
import { update } from "./store.js";
import { html, useLayoutEffect, useRef } from "./vendor/htm-preact.js";
import { check } from "./views/check.js";
import { classView } from "./views/class.js";
import { lessons } from "./views/lessons.js";
import { search } from "./views/search.js";
import { tree } from "./views/tree.js";
import { values } from "./views/values.js";
import { Check, Fold, IconButton, Segments } from "./widgets.js";

// The views, in the order of their tabs. A view is
//
//   name      of its tab, in the address and in the words: tab.NAME
//   View      ({ state }): what it shows
//   isThere   (state): whether it has a tab; default: yes
//   keys      (state): the actions of its keys, also of a game of its own
export const VIEWS = [values, tree, search, lessons, check, classView];

const viewNamed = (name) => VIEWS.find((view) => view.name === name);

/** The views that have a tab. */
export const viewsOf = (state) => VIEWS.filter((view) => view.isThere?.(state) ?? true);

// --- Keys ---------------------------------------------------------------------

// The same keys as in the window and the terminal.
const GAME = {
  ...squareKeys(act.press),
  u: act.undo,
  r: act.redo,
  h: act.advise,
  v: act.toggleValues,
  a: act.lookBack,
  n: act.again,
};
const showKeys = () => document.getElementById("keys").showModal();
const KEYS = { d: toggleTheme, "?": showKeys };

/** The actions of all keys; a hidden game has none. */
export function keysIn(state) {
  const game = hasBoard(state) && !isPresented(state) ? GAME : {};
  return { ...game, ...KEYS, ...viewNamed(state.view).keys?.(state) };
}

function toggleTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  store("theme", theme);
}

async function chooseLanguage(name) {
  store("language", name);
  await speak(name);
  update({});
  grading.speak();
}

// --- The frame ------------------------------------------------------------------

export function App({ state }) {
  const { view, position } = state;
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
    ${state.notice && html`<p class="notice" role="alert">${sentence(state.notice)}</p>`}
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
    <footer><p>${footer(state.about)}</p></footer>
    <p class="unseen" aria-live="polite">${announcement(state)}</p>
    <${Keys} />
  `;
}

/** Is the game's board shown beside the view? */
const hasBoard = ({ view, about }) =>
  !["lessons", "class"].includes(view) && (view !== "check" || Boolean(about.engine));

/** Does a search fill the page? */
const isPresented = ({ view, present }) => present && view === "search";

const footer = ({ frozen, version }) =>
  say(frozen ? "footer_frozen" : "footer_live", { version });

/** The skip link, to the first visible board or to the view. */
function Skip({ state }) {
  const skip = (event) => {
    event.preventDefault(); // the fragment holds the state
    const boards = [...document.querySelectorAll(".board")];
    const isSeen = (board) => board.getClientRects().length > 0;
    (boards.find(isSeen) ?? document.getElementById(state.view)).focus();
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
      <${Segments} label=${say("language")} chosen=${language()} choose=${chooseLanguage}
        options=${Object.entries(languages).map(([tag, [name, short]]) => [tag, short, name, tag])} />
      <${IconButton} name=${say("theme")} shortcut="d" onClick=${toggleTheme}>
        <circle cx="12" cy="12" r="8" /><path class="fill" d="M12 4a8 8 0 0 1 0 16z" />
      <//>
      <${IconButton} name=${say("key.title")} shortcut="?" onClick=${showKeys}
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
          tabindex=${name === state.view ? "0" : "-1"} onClick=${() => act.show(name)}>
          ${say(`tab.${name}`)}
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
