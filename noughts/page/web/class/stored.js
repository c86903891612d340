// Whether an earlier visit has left the results of a class in this browser.

const NAME = "noughts-class"; // as in workers/remembered.js, which makes and deletes it

export async function hasResults() {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === NAME);
}
