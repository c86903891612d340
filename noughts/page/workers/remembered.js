// Records kept in IndexedDB, by a key that includes the file and the version.

const NAME = "noughts-class";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function records(mode) {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("records");
  const database = await done(opening);
  const store = database.transaction("records", mode).objectStore("records");
  return { store, close: () => database.close() };
}

async function withRecords(mode, use) {
  const { store, close } = await records(mode);
  return done(use(store)).finally(close);
}

export const recall = (key) => withRecords("readonly", (store) => store.get(key));
export const remember = (key, record) =>
  withRecords("readwrite", (store) => store.put(record, key));
export const forget = () => done(indexedDB.deleteDatabase(NAME));
