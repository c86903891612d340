// Reads one file with ruff, and is terminated from outside. It never runs the file.

import { initSync, PositionEncoding, Workspace } from "./ruff_wasm.js";

/** Name the place of a remark as the command line does. */
const named = ({ start_location: location, ...more }) => ({ ...more, location });

self.onmessage = ({ data: [module, asked] }) => {
  const { text, settings } = JSON.parse(asked);
  initSync({ module });
  const workspace = new Workspace(settings, PositionEncoding.Utf32);
  workspace.check(""); // what fails from here on is due to the file
  postMessage("ready");
  postMessage(JSON.stringify(workspace.check(text).map(named)));
};
