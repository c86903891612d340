// A field for Python, with numbered lines. Tab leaves it, as it leaves any field, until
// Ctrl+M says that Tab indents: nobody is caught in it.

import { say } from "../shared/language.js";
import { otherOf, store, stored } from "../shared/storage.js";
import { html, useRef, useState } from "../vendor/htm-preact.js";
import { Button } from "./widgets.js";

const STEP = "    ";

/**
 * A field for Python, whose text is kept by a name.
 *
 * @param {{ edit: (text: string) => void, name: string, kept: string } & Record<string, any>} props
 */
export function CodeField({ edit, name, kept, value, ...more }) {
  const [isIndenting, setIndenting] = useState(false);
  const numbers = useRef(null);
  const press = (event) => {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey && key.toLowerCase() === "m") {
      event.preventDefault();
      setIndenting(!isIndenting);
    } else if (isIndenting && key === "Tab" && !ctrlKey && !altKey && !metaKey) {
      event.preventDefault();
      replace(target, (shiftKey ? outdented : indented)(selectionOf(target)));
    }
  };
  const follow = ({ target }) => {
    numbers.current.scrollTop = target.scrollTop;
  };
  const count = value.split("\n").length;
  const lines = Array.from({ length: count }, (_, n) => n + 1).join("\n");
  return html`
    <div class="editor">
      <pre class="numbers" ref=${numbers} aria-hidden="true">${lines}</pre>
      <textarea spellcheck="false" autocapitalize="off" wrap="off" aria-label=${name}
        value=${value} onInput=${({ target }) => edit(target.value)} onKeyDown=${press}
        onScroll=${follow} aria-describedby="editor-keys" ...${more}></textarea>
    </div>
    <p class="note" id="editor-keys" aria-live="polite">
      ${say(isIndenting ? "editor.indents" : "editor.leaves")}
    </p>
    <${Other} kept=${kept} value=${value} edit=${edit} />
  `;
}

/** The text that another tab wrote under the same name, which is kept, too. */
function Other({ kept, value, edit }) {
  const [, drawAgain] = useState(0);
  const other = stored(otherOf(kept));
  if (!other) return null;
  const leave = (text) => {
    store(otherOf(kept), text);
    drawAgain((n) => n + 1);
  };
  const exchange = () => {
    leave(value);
    edit(other);
  };
  return html`
    <div class="notice" role="status">
      <p>${say("editor.both")}</p>
      <p class="row">
        <${Button} words="editor.exchange" press=${exchange} />
        <${Button} words="editor.drop" press=${() => leave("")} look="quiet" />
      </p>
    </div>
  `;
}

/** The text of a field, and what is selected in it. */
const selectionOf = ({ value, selectionStart: start, selectionEnd: end }) => ({
  text: value,
  start,
  end,
});

/** Replace a part of a field as if it were typed, so that it can be undone. */
function replace(field, { from, to, put, start, end }) {
  field.setSelectionRange(from, to);
  if (put || from < to) document.execCommand(put ? "insertText" : "delete", false, put);
  field.setSelectionRange(start, end);
}

/**
 * What Tab does: the characters from `from` to `to` become `put`, and those from `start` to
 * `end` are selected. Within a line it fills up to the next stop, and indents several lines.
 */
export function indented({ text, start, end }) {
  const lines = linesOf(text, start, end);
  if (!text.slice(start, end).includes("\n")) {
    const put = STEP.slice((start - lines.from) % STEP.length);
    const after = start + put.length;
    return { from: start, to: end, put, start: after, end: after };
  }
  return changed(lines, start, end, (line) => (line ? STEP + line : line));
}

/** What Shift+Tab does: it takes one step away from each selected line. */
export const outdented = ({ text, start, end }) =>
  changed(linesOf(text, start, end), start, end, (line) => line.replace(/^ {1,4}/, ""));

/** The whole lines that are selected; not one of which only the beginning is. */
function linesOf(text, start, end) {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const after = text.indexOf("\n", last);
  const to = after < 0 ? text.length : after;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

/** Change each line; what was selected stays so. */
function changed({ from, to, lines }, start, end, change) {
  const after = lines.map(change);
  const put = after.join("\n");
  const first = after[0].length - lines[0].length;
  return {
    from,
    to,
    put,
    start: Math.max(from, start + first),
    end: Math.max(from, end + put.length - (to - from)),
  };
}
