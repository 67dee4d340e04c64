import { join } from 'node:path'
import { newDeviceTimer, type DeviceTimer } from '#client/timer-device.ts'
import type { Catalogue } from '#client/catalogue.ts'
import type { Input } from '#contract/endpoint.ts'
import type { timeEntries } from '#contract/time-entries.ts'
import { fingerprintOf, type Login } from './login.ts'
import { foldersOf, readJson, removeFile, withFileLock, writeJson } from './files.ts'

export type EntryDraft = Input<typeof timeEntries.create>['body'] & { id: string }

/** What waits on this computer until the server has acknowledged it. */
export interface Outbox {
  version: 1
  timer: DeviceTimer
  /** Each has an id, so that sending it twice creates one entry. */
  entries: readonly EntryDraft[]
}

export const countUnsent = ({ timer, entries }: Outbox) => timer.pending.length + entries.length

/** The files of one login. */
export function accountFiles(environment: NodeJS.ProcessEnv, login: Login, newId: () => string) {
  const folders = foldersOf(environment)
  const name = `${fingerprintOf(login)}.json`
  const [outboxPath, cachePath] = [join(folders.state, name), join(folders.cache, name)]
  const readOutbox = async (): Promise<Outbox> =>
    ((await readJson(outboxPath)) as Outbox | undefined) ?? { version: 1, timer: newDeviceTimer(newId()), entries: [] }
  return {
    readOutbox,
    /** Changes the outbox while no other command does. The work may write several times. */
    withOutbox: <Result>(work: (outbox: Outbox, write: (outbox: Outbox) => Promise<void>) => Promise<Result>) =>
      withFileLock(outboxPath, async () => work(await readOutbox(), (outbox) => writeJson(outboxPath, outbox))),
    /** The lists as they were last; a file that cannot be read counts as none. */
    readCatalogue: async () => (await readJson(cachePath).catch(() => undefined)) as Catalogue | undefined,
    writeCatalogue: (catalogue: Catalogue) => writeJson(cachePath, catalogue),
    remove: async () => {
      await removeFile(outboxPath)
      await removeFile(cachePath)
    },
  }
}
export type AccountFiles = ReturnType<typeof accountFiles>
