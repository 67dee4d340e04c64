import { EMPTY_DATA, type UserData } from '#web/sync/operation.ts'
import type { Storage } from '#web/sync/storage.ts'

/** A disk in memory. */
export function createMemoryStorage(): Storage {
  const users = new Map<string, UserData>()
  return {
    change: async (user, edit) => {
      const before = users.get(user) ?? EMPTY_DATA
      const [data, result] = edit(before)
      users.set(user, data)
      return { data, result, isChanged: data !== before }
    },
  }
}
