// A file that came with a link, and a link to one's own, as plain data.

import { OWN } from "../search/state.js";

/** @type {LinkState} */
export const unlinked = {
  sent: null, // the file of the link that was opened
  copied: null, // what became of the latest link
};

/** Does the stage show the search of the file that was sent? */
export const isSentShown = ({ sent, search }) =>
  sent !== null && search.method === OWN && search.rival === sent.file;

/** What of the address belongs to the file that was sent, if it is shown. */
export function sentParts(state) {
  const { sent, view } = state;
  const isThere = view === "check" || (view === "search" && isSentShown(state));
  if (!sent || !isThere) return {};
  const { code, file, step } = sent;
  const parts = { ...(file.only && { only: file.only }), code };
  return view === "check" && step ? { step, ...parts } : parts;
}

/** Was the file of this address sent, and its search asked for by a click? */
export const isKnown = ({ sent }, code) =>
  sent !== null && sent.code === code && sent.isAskedFor;
