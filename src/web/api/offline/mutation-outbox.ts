import type { Mutation, QueuedMutation } from './mutation-queue.ts'
import type { Database, StoredMutation } from './database.ts'

/** The changes of this device's users that their server has not got yet, each user's in its order. */
export function createOutbox(database: Database) {
  async function read(user: string): Promise<QueuedMutation[]> {
    const kept = await (await database).getAllFromIndex('changes', 'user', user)
    return kept.map(({ key, change }) => ({ ...fromStored(change), key: key! }))
  }

  return {
    read,

    /** Resolves once it is on disk. */
    async add(user: string, change: Mutation) {
      const { store, done } = (await database).transaction('changes', 'readwrite', { durability: 'strict' })
      const put = async () => {
        const before = change.replaces ? await store.index('user').getAll(user) : []
        for (const { key, change: other } of before)
          if (other.replaces && other.calls[0]!.path === change.requests[0]!.path) await store.delete(key!)
        await store.put({ user, change: toStored(change) })
      }
      // A disk that fails breaks both, and neither may break unheard.
      await Promise.all([put(), done])
    },

    async remove(key: StoredMutation['key']) {
      await (await database).delete('changes', key)
    },

    async erase(user: string) {
      for (const { key } of await read(user)) await (await database).delete('changes', key)
    },
  }
}

/** The fields have other names on disk, where devices may hold mutations of an earlier version of the app. */
const toStored = ({ requests: calls, optimisticPatch: shows, afterCommand: after, ...rest }: Mutation) => ({
  ...rest,
  calls,
  shows,
  after,
})

const fromStored = ({ calls, shows, after, ...rest }: StoredMutation['change']): Mutation => ({
  ...rest,
  requests: calls,
  optimisticPatch: shows,
  afterCommand: after,
})

export type Outbox = ReturnType<typeof createOutbox>
