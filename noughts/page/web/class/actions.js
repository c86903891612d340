// Grading a class: passes the actions of the view to the worker.

import { hasResults } from "./stored.js";
import { heard, inOrder, kindOf, paused, weighed } from "./state.js";
import { language } from "../shared/language.js";
import { classWorker, now, update } from "../shared/page.js";

const become = (changes) => update({ class: { ...now().class, ...changes } });
const fail = (error) => become({ error });

/** @type {Hear} */
function hear([what, given]) {
  if (what === "file") save(given);
  update({ class: heard(now().class, [what, given], performance.now()) });
  if (what === "report") document.getElementById("class")?.scrollIntoView();
}

/** @param {string} what @param {unknown} [given] */
function tell(what, given) {
  if (!classWorker.isStarted()) {
    classWorker.listen(hear);
    classWorker.tell(["speak", language()]);
    if (now().class.isKept) classWorker.tell(["keep"]);
  }
  classWorker.tell([what, given]);
}

/** Load Python before files are dropped. */
export const warmUp = () => classWorker.isStarted() || tell("warmUp");

/** Take an export, a worksheet, adjustments and a rubric, or some of them. */
export async function take(files) {
  become({ error: "", notice: "", written: null });
  const isOpen = now().class.names.length > 0;
  const kinds = [...files].map(({ name }) => kindOf(name));
  for (const file of inOrder(files)) {
    const kind = kindOf(file.name);
    if (!kind) fail(["class.not_taken", { name: file.name }]);
    else if (kind === "list" && !isOpen && !kinds.includes("export"))
      fail(["class.export_first", { name: file.name }]);
    else tell(kind, { name: file.name, bytes: await file.arrayBuffer() });
  }
}

export function weigh(n, points) {
  update({ class: weighed(now().class, n, points) });
  tell(
    "weigh",
    now().class.sections.map((each) => each.points),
  );
}

export function pause(isPaused) {
  update({ class: paused(now().class, isPaused, performance.now()) });
  tell("pause", isPaused);
}

/** Remember the results on this computer, or delete them. */
export function keep(isKept) {
  become({ isKept, notice: "" });
  tell(isKept ? "keep" : "forget");
}

/** Go on remembering if an earlier visit has left results on this computer. */
export async function restore() {
  const isKept = await hasResults().catch(() => false);
  if (!isKept) return;
  become({ isKept });
  if (classWorker.isStarted()) tell("keep");
}

export const pass = (passMark) => become({ passMark });
export const open = (n) => tell("report", n);
export const close = () => become({ report: null });
export const saveRubric = () => tell("rubricText");

export function speak() {
  if (!classWorker.isStarted()) return;
  become({ written: null }); // its sentences are in the other language
  tell("speak", language());
}

export function download(kind) {
  become({ isWriting: true, error: "" });
  tell("download", kind);
}

function save({ name, bytes }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
