import { openDatabase } from '#web/sync/database.ts'
import { createDiskStorage } from '#web/sync/storage.ts'
import type { Storage } from '#web/sync/storage.ts'

/** A frozen tab of version 0.1.0 may keep its databases open. This page then works in memory and tries again later. */
const TIMEOUT_MS = 5_000

/** Opens the stored operations of this device. */
export async function openStoredData(): Promise<Storage> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new DOMException('The database does not open', 'TimeoutError')), TIMEOUT_MS),
  )
  return Promise.race([open(), timeout])
}

async function open() {
  const disk = createDiskStorage(await openDatabase())
  // Looked for at every start, because a tab of version 0.1.0 may still be open and store more.
  if (await hasLegacyData()) await (await import('./legacy-data.ts')).adoptLegacyData(disk)
  return disk
}

async function hasLegacyData() {
  // Older browsers cannot list databases.
  const databases = await (indexedDB as Partial<IDBFactory>).databases?.()
  return databases === undefined || databases.some(({ name }) => name === 'ritmo' || name === 'ritmo-offline')
}
