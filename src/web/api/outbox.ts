import type { Change, WaitingChange } from './changes.ts'
import type { Database, KeptChange } from './database.ts'

/** The changes of this device's users that their server has not got yet, each user's in its order. */
export function createOutbox(database: Database) {
  async function read(user: string): Promise<WaitingChange[]> {
    const kept = await (await database).getAllFromIndex('changes', 'user', user)
    return kept.map(({ key, change }) => ({ ...change, key: key! }))
  }

  return {
    read,

    /** Resolves once it is on disk. */
    async add(user: string, change: Change) {
      const { store, done } = (await database).transaction('changes', 'readwrite', { durability: 'strict' })
      const put = async () => {
        const before = change.replaces ? await store.index('user').getAll(user) : []
        for (const { key, change: other } of before)
          if (other.replaces && other.calls[0]!.path === change.calls[0]!.path) await store.delete(key!)
        await store.put({ user, change })
      }
      // A disk that fails breaks both, and neither may break unheard.
      await Promise.all([put(), done])
    },

    async remove(key: KeptChange['key']) {
      await (await database).delete('changes', key)
    },

    async erase(user: string) {
      for (const { key } of await read(user)) await (await database).delete('changes', key)
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
