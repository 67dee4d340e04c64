import type { Database, StoredMutation } from './database.ts'
import type { Mutation, QueuedMutation } from './mutation-queue.ts'

/** The stored queue of mutations, in order, for each user of this device. */
export function createOutbox(database: Database) {
  async function read(user: string): Promise<QueuedMutation[]> {
    const stored = await (await database).getAllFromIndex('changes', 'user', user)
    return stored.map(({ key, change }) => ({ ...fromStored(change), key: key! }))
  }

  return {
    read,

    /** Resolves once it is on disk. */
    async add(user: string, mutation: Mutation) {
      const { store, done } = (await database).transaction('changes', 'readwrite', { durability: 'strict' })
      const put = async () => {
        const before = mutation.replaces ? await store.index('user').getAll(user) : []
        for (const { key, change: other } of before)
          if (other.replaces && other.calls[0]!.path === mutation.requests[0]!.path) await store.delete(key!)
        await store.put({ user, change: toStored(mutation) })
      }
      // When the disk fails both reject, and both rejections must be handled.
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
