const SHARDS = 256

/** Counts how often each key occurs. Spread over many maps, because a large one blocks the event loop when it grows. */
export function createKeyCounts() {
  const shards = Array.from({ length: SHARDS }, () => new Map<string, number>())
  /** Counts a key, and returns how often it was counted before. */
  return (key: string) => {
    const shard = shards[shardOf(key)]!
    const count = shard.get(key) ?? 0
    shard.set(key, count + 1)
    return count
  }
}

/** The first characters of an id may be a time, so the last ones decide. */
const shardOf = (key: string) => (key.charCodeAt(key.length - 1) * 31 + key.charCodeAt(key.length - 2) * 7) % SHARDS
