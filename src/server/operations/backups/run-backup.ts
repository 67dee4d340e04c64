import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { StartError } from '#server/config.ts'
import type { Site } from '../site-database.ts'
import type { BackupTarget, StoredBackup, StoreOptions } from './store-backup.ts'

export interface BackupRequest {
  site: Site
  target: BackupTarget
  options: StoreOptions
}

export type BackupReply = StoredBackup | { error: string; isExpected: boolean }

/**
 * Makes a backup in a process of its own with a low priority. It takes up to some hundred MB and much CPU time, which the
 * server needs for its users.
 */
export async function runBackup(request: BackupRequest, signal?: AbortSignal): Promise<StoredBackup> {
  const child = fork(new URL('./backup-process.ts', import.meta.url), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    // Otherwise its start would compile all modules again.
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
    ...(signal && { signal }),
  })
  lowerPriority(child)
  const { databaseUrl, dataDir } = request.site
  const reply = await new Promise<BackupReply>((resolve, reject) => {
    child.once('message', (reply: BackupReply) => resolve(reply))
    child.once('error', reject)
    child.once('exit', (code, killedBy) => reject(new Error(`The backup ended early (${killedBy ?? `code ${code}`})`)))
    child.send({ ...request, site: { databaseUrl, dataDir } })
  })
  if (!('error' in reply)) return reply
  throw reply.isExpected ? new StartError(reply.error) : new Error(reply.error)
}

function lowerPriority({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process may have ended already.
  }
}
