// A file checked on every position: by the judge in this browser, or by the server beside
// this page, in its sandbox.

import * as source from "../source.js";
import { lookAt } from "../actions.js";
import { FUNCTIONS, heard, isBusy, unchecked } from "../check-state.js";
import { h, on, replace } from "../dom.js";
import { canJudge, giveUp, judge } from "../judge.js";
import {
  count,
  language,
  say,
  step,
  store,
  stored,
  trouble,
  unjudged,
} from "../language.js";
import { now, update } from "../store.js";
import { button, lead, note } from "../widgets.js";

export const check = {
  name: "check",
  isThere: ({ about }) => about.python || !about.frozen, // it needs a judge
  draw,
  deeds: { "check-file": begin, "check-cancel": cancel, "check-forget": forget },
  bind(panel) {
    on(panel, "input", "textarea", (field) => store("file", field.value));
    on(panel, "change", "input[type=file]", (field) => take(field.files[0]));
    panel.addEventListener("dragover", (event) => event.preventDefault());
    panel.addEventListener("drop", (event) => {
      event.preventDefault();
      take(event.dataTransfer.files[0]);
    });
  },
};

const become = (check) => update({ check });

// --- Changes ----------------------------------------------------------------

async function take(file) {
  if (!file) return;
  const text = await file.text();
  store("file", text);
  area().value = text;
  cancel(file.name);
}

function begin() {
  const text = area().value;
  if (!text.trim())
    return become({ ...unchecked, phase: "failed", error: say("checking.empty") });
  const { about, check } = now();
  const name = check.name;
  become({ ...unchecked, name, phase: "starting" });
  return about.python ? inBrowser(text, name) : onServer(text);
}

function inBrowser(text, name) {
  if (!canJudge())
    return become({ ...unchecked, phase: "failed", error: say("checking.too_old") });
  const asked = { text, name, functions: FUNCTIONS, language: language() };
  return judge(asked, hear);
}

function hear([what, given]) {
  const told = what === "failed" ? unjudged(given) : given;
  become(heard(now().check, [what, told]));
}

async function onServer(text) {
  const mine = now().check;
  const said = await source.check(text, language()).then(
    (report) => ["done", report],
    (error) => ["failed", trouble(error)],
  );
  if (now().check === mine) become(heard(mine, said));
}

function cancel(name = now().check.name) {
  giveUp(hear);
  become({ ...unchecked, name });
}

function forget() {
  store("file", "");
  area().value = "";
  cancel();
}

// --- Drawing ----------------------------------------------------------------

const BOARD = /^[XO.]{3} [XO.]{3} [XO.]{3}$/;
const area = () => document.querySelector("#check textarea");

function draw(panel, { check, about }) {
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
  replace(
    panel,
    h(
      "div",
      { class: "checking" },
      h("h2", {}, say("checking.title")),
      lead(say(about.python ? "checking.intro" : "checking.intro_server")),
      field,
      h(
        "p",
        { class: "row" },
        isBusy(check)
          ? button("check-cancel", null, {}, say("checking.cancel"))
          : button("check-file", null, { class: "primary" }, say("checking.begin")),
        chooser(),
        button("check-forget", null, { class: "quiet" }, say("checking.forget")),
      ),
      progress(check),
      result(check),
    ),
  );
}

/** A label that looks like a button: the browser's own speaks the browser's language. */
const chooser = () =>
  h(
    "label",
    { class: "choose" },
    h("input", { type: "file", accept: ".py", class: "unseen", "data-key": "choose" }),
    say("checking.choose"),
  );

function progress(check) {
  const { phase, progress } = check;
  if (phase === "failed") return h("p", { class: "wrong", role: "alert" }, check.error);
  if (!isBusy(check)) return null;
  const text =
    phase === "loading"
      ? say("checking.loading", { here: mega(progress.here), all: mega(progress.all) })
      : phase === "asking"
        ? say("checking.asking", { what: step(progress.what) })
        : say("checking.starting");
  const bar = progress
    ? h("progress", {
        value: progress.here ?? progress.done,
        max: progress.all,
        "aria-label": text,
      })
    : h("progress", { "aria-label": text });
  return [h("p", { class: "note", "aria-live": "polite" }, text), bar, standing(check)];
}

const mega = (bytes) => count(Math.round(bytes / 1e5) / 10);

const standing = ({ standing }) =>
  h(
    "ul",
    { class: "standing" },
    FUNCTIONS.map((name) =>
      h(
        "li",
        { class: standing[name] ?? "" },
        h("code", {}, name),
        " ",
        standing[name] ? say(`checking.${standing[name]}`) : "…",
      ),
    ),
  );

const WITHIN = "main { padding-inline: 0; }"; // the panel has margins of its own

/** The same report as everywhere; its boards can be opened here. */
function result({ report }) {
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
  root.innerHTML = report.html.replaceAll(' style="', ' data-style="');
  for (const element of root.querySelectorAll("[data-style]"))
    element.style.cssText = element.dataset.style;
  root.addEventListener("click", (event) => {
    const codes = event.target.closest(".failure")?.querySelectorAll("code") ?? [];
    const board = [...codes]
      .map((code) => code.textContent)
      .find((text) => BOARD.test(text));
    if (board) lookAt(board.replaceAll(" ", ""));
  });
  return [note(say("checking.open")), host];
}
