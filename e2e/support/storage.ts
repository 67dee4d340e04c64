/** Number of records in the IndexedDB databases of the browser, by store. */
export const countStoredRecords = (page: { evaluate: <Result>(work: () => Promise<Result>) => Promise<Result> }) =>
  page.evaluate(async () => {
    const counts: Record<string, number> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(name)))
      })
      for (const store of db.objectStoreNames) {
        const counting = db.transaction(store).objectStore(store).count()
        counts[store] = await new Promise((resolve) =>
          counting.addEventListener('success', () => resolve(counting.result)),
        )
      }
      db.close()
    }
    return counts
  })
