// What a student's file must not have: workers of its own, which nobody ends or counts, and
// ways to the files of other students, whose workers share the cage's origin.

const TAKEN = ["Worker", "SharedWorker", "BroadcastChannel"];

/** Take them from a worker before the file is loaded; a worker has no other way to them. */
export function sealed(scope) {
  for (const name of TAKEN) delete scope[name];
}
