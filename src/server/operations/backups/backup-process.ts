import { StartError } from '#server/config.ts'
import type { BackupReply, BackupRequest } from './run-backup.ts'
import { storeBackup } from './store-backup.ts'

/** The program of the process that `runBackup` starts. */
process.once('message', (request: BackupRequest) => void makeBackup(request))

async function makeBackup({ site, target, options }: BackupRequest) {
  // The server is gone: nobody waits for the backup.
  process.once('disconnect', () => process.exit(1))
  const reply: BackupReply = await storeBackup(site, target, options).catch((error: Error) => ({
    error: error.message,
    isExpected: error instanceof StartError,
  }))
  process.send?.(reply, () => process.exit(0))
}
