const MAX_BATCH = 500

/**
 * Loads values by key, many with one query: calls that are made while a query runs are answered together by the next.
 * A single call is not delayed. Every value was read after its call.
 */
export function createBatchLoader<Key, Value>(load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>) {
  const waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>()
  let isLoading = false

  async function loadWaiting() {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, MAX_BATCH)
      for (const [key] of batch) waiting.delete(key)
      try {
        const values = await load(batch.map(([key]) => key))
        for (const [key, { resolve }] of batch) resolve(values.get(key))
      } catch (error) {
        for (const [, { reject }] of batch) reject(error)
      }
    }
    isLoading = false
  }

  return (key: Key): Promise<Value | undefined> => {
    const call = waiting.get(key) ?? Promise.withResolvers<Value | undefined>()
    waiting.set(key, call)
    if (!isLoading) {
      isLoading = true
      // Calls of the same moment, such as those of one timer, are in the first query already.
      queueMicrotask(() => void loadWaiting())
    }
    return call.promise
  }
}
