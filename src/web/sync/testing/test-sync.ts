import { currentUserId, onSessionChange } from '#web/api/session.ts'
import { openDatabase } from '#web/sync/database.ts'
import { createDiskStorage } from '#web/sync/storage.ts'
import { createSyncEngine } from '#web/sync/engine.ts'
import { MUTATION_KIND } from '#web/sync/mutations.ts'
import { openTabs } from '#web/sync/tabs.ts'

const openDisk = async () => createDiskStorage(await openDatabase())

type Options = Parameters<typeof createSyncEngine>[0]

/** The engine of one tab, with IndexedDB and the session of this page. Tests register further kinds and start it. */
export function createTestSync(options: Partial<Options> = {}) {
  const session = { userId: currentUserId, onChange: onSessionChange }
  const sync = createSyncEngine({ openDisk, tabs: openTabs(), session, ...options })
  return {
    ...sync,
    start() {
      // As in the app, other kinds come first.
      sync.register(MUTATION_KIND)
      sync.start()
    },
  }
}
