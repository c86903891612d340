// A file checked on every position: by the judge in this browser, or by the server beside
// this page, in its sandbox.

import * as source from "../source.js";
import { lookAt } from "../actions.js";
import {
  edited,
  FUNCTIONS,
  handedIn,
  heard,
  isBusy,
  unchecked,
} from "../check-state.js";
import { h, on, replace } from "../dom.js";
import { canJudge, giveUp, judge } from "../judge.js";
import { store, stored } from "../kept.js";
import { count, say, sentence, step, told, trouble, unjudged } from "../language.js";
import { now, update } from "../store.js";
import { button, lead, note } from "../widgets.js";

export const check = {
  name: "check",
  isThere: ({ about }) => about.python || !about.frozen, // it needs a judge
  game: () => ({}),
  draw,
  deeds: { "check-file": begin, "check-cancel": cancel, "check-forget": forget },
  bind(panel) {
    on(panel, "input", "textarea", edit);
    on(panel, "change", "input[type=file]", (field) => take(field.files[0]));
    panel.addEventListener("dragover", (event) => event.preventDefault());
    panel.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer.files;
      if (!file) return; // a text that is moved: the field takes it
      event.preventDefault();
      take(file);
    });
  },
};

const become = (changed) => update({ check: changed });

// --- Changes ----------------------------------------------------------------

let taken = null; // the file that was chosen: its bytes, and its text as it is shown
let request = new AbortController(); // of the server: it judges for nobody who has left

async function take(file) {
  if (!file) return;
  const [bytes, text] = await Promise.all([file.arrayBuffer(), file.text()]);
  store("file", text);
  area().value = text;
  taken = { bytes: new Uint8Array(bytes), text: area().value };
  cancel(file.name);
}

function edit(field) {
  store("file", field.value);
  document.querySelector('[data-do="check-forget"]').disabled = !field.value;
  if (!now().check.isOld) become(edited(now().check));
}

function begin() {
  const text = area().value;
  if (!text.trim())
    return become({ ...unchecked, phase: "failed", error: "checking.empty" });
  const { about } = now();
  const { name } = now().check;
  become({ ...unchecked, name, phase: "starting" });
  const bytes = handedIn(taken, text);
  return about.python ? inBrowser(bytes, name) : onServer(bytes, name);
}

function inBrowser(bytes, name) {
  if (!canJudge())
    return become({ ...unchecked, phase: "failed", error: "checking.too_old" });
  const asked = { bytes, name, functions: FUNCTIONS };
  return judge(asked, hear);
}

function hear([what, given]) {
  const news = what === "failed" ? unjudged(given) : given;
  become(heard(now().check, [what, news]));
}

async function onServer(bytes, name) {
  request = new AbortController();
  const { signal } = request;
  const tell = (given) => given.what && hear(["asked", given]);
  const said = await source.check(bytes, name, tell, signal).then(
    (report) => ["done", report],
    (error) => ["failed", trouble(error)],
  );
  if (!signal.aborted) become(heard(now().check, said));
}

function cancel(name = now().check.name) {
  giveUp(hear);
  request.abort();
  become({ ...unchecked, name });
}

function forget() {
  store("file", "");
  area().value = "";
  area().focus();
  cancel(unchecked.name);
}

// --- Drawing ----------------------------------------------------------------

const BOARD = /^[XO.]{3} [XO.]{3} [XO.]{3}$/;
const area = () => document.querySelector("#check textarea");

function draw(panel, { check: file, about }) {
  const before = area();
  const field =
    before ??
    h("textarea", {
      rows: 12,
      spellcheck: "false",
      autocapitalize: "off",
      "data-key": "file",
    });
  if (!before) field.value = stored("file") ?? "";
  field.placeholder = say("checking.placeholder");
  field.ariaLabel = say("checking.field");
  const place = before?.parentElement ?? h("div", { class: "checking" });
  replace(
    place,
    h("h2", {}, say("checking.title")),
    lead(say(about.python ? "checking.intro" : "checking.intro_server")),
    field,
    h(
      "p",
      { class: "row" },
      isBusy(file)
        ? button("check-cancel", null, {}, say("checking.cancel"))
        : button("check-file", null, { class: "primary" }, say("checking.begin")),
      chooser(),
      button(
        "check-forget",
        null,
        { class: "quiet", disabled: !field.value },
        say("checking.forget"),
      ),
    ),
    progress(file),
    result(file),
  );
  replace(panel, place);
}

/** A label that looks like a button: the browser's own speaks the browser's language. */
const chooser = () =>
  h(
    "label",
    { class: "choose" },
    h("input", {
      type: "file",
      accept: ".py,.ipynb",
      class: "unseen",
      "data-key": "choose",
    }),
    say("checking.choose"),
  );

function progress(file) {
  const { phase, progress: far } = file;
  if (phase === "failed")
    return h("p", { class: "wrong", role: "alert" }, sentence(file.error));
  if (!isBusy(file)) return null;
  const text =
    phase === "loading"
      ? say("checking.loading", { here: mega(far.here), all: mega(far.all) })
      : phase === "asking"
        ? say("checking.asking", { what: step(far.what) })
        : say("checking.starting");
  const bar = far
    ? h("progress", {
        value: far.here ?? far.done,
        max: far.all,
        "aria-label": text,
      })
    : h("progress", { "aria-label": text });
  return [h("p", { class: "note", "aria-live": "polite" }, text), bar, standing(file)];
}

const mega = (bytes) => count(Math.round(bytes / 1e5) / 10);

const standing = ({ standing: known }) =>
  h(
    "ul",
    { class: "standing" },
    FUNCTIONS.map((name) =>
      h(
        "li",
        { class: known[name] ?? "" },
        h("code", {}, name),
        " ",
        known[name] ? say(`checking.${known[name]}`) : "…",
      ),
    ),
  );

const WITHIN = "main { padding-inline: 0; }"; // the panel has margins of its own

/** The same report as everywhere; its boards can be opened here. */
export function result({ report, isOld }) {
  if (!report) return null;
  const host = h("div", {
    class: "report",
    "data-record": JSON.stringify(report.record),
  });
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(report.style.replaceAll(":root", ":host") + WITHIN);
  root.adoptedStyleSheets = [sheet];
  // The page's policy forbids styles in a text; set one by one they are ours.
  root.innerHTML = told(report.html).replaceAll(' style="', ' data-style="');
  root.querySelector("main").setAttribute("role", "none"); // the page has one
  for (const element of root.querySelectorAll("[data-style]"))
    element.style.cssText = element.dataset.style;
  root.addEventListener("click", (event) => {
    const codes = event.target.closest(".failure")?.querySelectorAll("code") ?? [];
    const board = [...codes]
      .map((code) => code.textContent)
      .find((text) => BOARD.test(text));
    if (board) lookAt(board.replaceAll(" ", ""));
  });
  const old = isOld
    ? h("p", { class: "notice", role: "status" }, say("checking.edited"))
    : null;
  return [old, note(say("checking.open")), host];
}
