// A file as a part of an address: deflated, in the letters of base64url. A link is sent by
// anyone, so what it unpacks to is bounded.

/** Characters of a whole link: mail and chat programs cut off longer ones. */
export const LONGEST = 8000;
const MOST = 200_000; // bytes of an unpacked file

/** @type {(text: string) => Promise<string>} */
export async function packed(text) {
  const stream = new Blob([text])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The file of a link, or null if the link is damaged or its file is too long.
 *
 * @type {(code: string) => Promise<string | null>}
 */
export async function unpacked(code) {
  if (code.length > LONGEST) return null;
  try {
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"));
    return await bounded(stream.getReader());
  } catch {
    return null;
  }
}

/** The text of a stream of at most so many bytes; what comes after them is never unpacked. */
async function bounded(reader) {
  const letters = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + letters.decode() || null;
    size += value.length;
    if (size > MOST) {
      reader.cancel().catch(() => {});
      return null;
    }
    text += letters.decode(value, { stream: true });
  }
}

/**
 * The fragment of a link to a file and, with a board, to its search there.
 *
 * @param {{ code: string, only?: string, board: string, step: number }} linked
 */
export function fragmentOf({ code, only, board, step }) {
  const parts = new URLSearchParams();
  if (board) parts.set("board", board);
  parts.set("view", "check");
  if (board && step) parts.set("step", String(step));
  if (only) parts.set("only", only);
  parts.set("code", code);
  return `#${parts}`;
}
