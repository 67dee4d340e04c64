import type { RestoreOutcome, RestoreQuery } from '#contract/files/archive.ts'
import { RECORD_KINDS, type RecordKind } from '#core/archive/kinds.ts'
import type { ArchivedRecord } from '#core/archive/plan-record.ts'
import type { Db } from '#server/db/connect.ts'
import { readInPages } from '#server/db/read-in-parts.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import type { ArchivedTimer } from '#server/features/timer/queries.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import type { Quotas } from '#server/quotas.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'
import type { CheckedArchive } from './check-archive.ts'
import { parseLines } from './open-archive.ts'
import { addDoneLines, finishRestore, hasEntries, markRestoreInterrupted, startRestore } from './queries.ts'
import type { Line } from './read-lines.ts'
import { FILE_KINDS, type FileKind } from './records.ts'
import { createContext, type RestoreContext } from './restore-context.ts'
import { restoreEntries } from './restore-entries.ts'
import { restoreGoals } from './restore-goals.ts'
import {
  restoreEndedRuns,
  restoreImportRecords,
  restoreImports,
  restoreOverrides,
  restoreProfile,
  toArchivedTimer,
} from './restore-others.ts'
import { readNames, restoreRecords } from './restore-records.ts'

type TimerOutcome = RestoreOutcome['timer']

export interface RestoreServices {
  db: Db
  quotas: Quotas
  timer: {
    previewRestore: (userId: string, timer: ArchivedTimer) => Promise<TimerOutcome>
    restore: (userId: string, timer: ArchivedTimer) => Promise<TimerOutcome>
  }
}

export interface RestoreJob {
  userId: string
  query: RestoreQuery
  /** Called for each part, because a restore takes a while. */
  now: () => number
  /** Ends the work between two pages. */
  signal: AbortSignal
}

/** Plans the whole restore, and refuses what the account has no room for. It writes nothing. */
export async function previewArchive({ db, quotas, timer }: RestoreServices, archive: CheckedArchive, job: RestoreJob) {
  const context = await openContext(db, archive, job, true)
  for (const kind of FILE_KINDS)
    await restoreFile(db, kind, context, (work) => {
      job.signal.throwIfAborted()
      return work(db)
    })
  const archived = toArchivedTimer(context)
  if (archived?.openRun !== undefined) context.outcome.timer = await timer.previewRestore(job.userId, archived)
  quotas.check(await quotas.countAll(job.userId), context.content)
  return context.outcome
}

/**
 * Restores page by page, each in its own transaction, so that other requests of the user wait only for a page. An
 * interrupted restore is completed by restoring the same archive again, which finds the first part as it is.
 */
export async function restoreArchive(services: RestoreServices, archive: CheckedArchive, job: RestoreJob) {
  const { db, quotas, timer } = services
  const { userId, now } = job
  await previewArchive(services, archive, job)
  const lines = archive.manifest.files.reduce((sum, file) => sum + file.lines, 0)
  await startRestore(db, userId, { lines, now: now() })
  try {
    const context = await openContext(db, archive, job, false)
    for (const kind of FILE_KINDS)
      await restoreFile(db, kind, context, (work, lines) =>
        withUserLock(db, userId, async (db) => {
          await work(db)
          await addDoneLines(db, userId, { lines, now: now() })
        }),
      )
    const archived = toArchivedTimer(context)
    if (archived !== undefined) context.outcome.timer = await timer.restore(userId, archived)
    await withUserLock(db, userId, async (db) => {
      await finishRestore(db, userId, now())
      await recordEvents(db, userId, now(), [{ type: 'archive.restored', data: { id: userId } }])
    })
    return context.outcome
  } catch (error) {
    await markRestoreInterrupted(db, userId)
    throw error
  } finally {
    quotas.forget(userId)
  }
}

async function openContext(db: Db, archive: CheckedArchive, { userId, query, now }: RestoreJob, isPreview: boolean) {
  const runs = await readInPages(db.selectFrom('timer_runs').select('id').where('user_id', '=', userId))
  const hasOwnRuns = runs.some(({ id }) => !archive.runIds.has(id))
  // Entries appear while a restore writes them.
  const mayHaveEntries = !isPreview || (await hasEntries(db, userId))
  return createContext(archive, { userId, query, now: now(), isPreview, mayHaveEntries, hasOwnRuns })
}

type InTransaction = (work: (db: Db) => Promise<void>, lines: number) => Promise<void>

async function restoreFile(db: Db, kind: FileKind, context: RestoreContext, inTransaction: InTransaction) {
  const pacer = createPacer()
  const restorePage = await openFile(db, kind, context)
  for await (const page of context.archive.readPages(kind)) {
    const lines = parseLines(kind, page)
    const before = structuredClone({ outcome: context.outcome, content: context.content })
    await inTransaction((db) => {
      // A transaction may be retried, and must not count its lines twice.
      Object.assign(context, structuredClone(before))
      return restorePage(db, lines)
    }, lines.length)
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
}

type RestorePage = (db: Db, lines: Line[]) => Promise<void>

/** Returns a function that restores a page of a file. */
async function openFile(db: Db, kind: FileKind, context: RestoreContext): Promise<RestorePage> {
  if (isRecordKind(kind)) {
    const names = await readNames(db, kind, context)
    return (db, lines) => restoreRecords(db, kind, { lines: lines as never, names }, context)
  }
  return (db, lines) => {
    switch (kind) {
      case 'profile':
        return restoreProfile(db, context)
      case 'goals':
        return restoreGoals(db, lines, context)
      case 'imports':
        return restoreImports(db, lines, context)
      case 'importRecords':
        return restoreImportRecords(db, lines, context)
      case 'entries':
        return restoreEntries(db, lines as ArchivedRecord[], context)
      case 'overrides':
        return restoreOverrides(db, lines, context)
      case 'runs':
        return restoreEndedRuns(db, lines, context)
      case 'timer':
        // Restored at the end, when everything that it refers to is there.
        return Promise.resolve()
      case 'securityEvents':
        // They are the user's to read. Restored, they would look as if they had happened on this server.
        return Promise.resolve()
    }
  }
}

const isRecordKind = (kind: FileKind): kind is RecordKind => (RECORD_KINDS as readonly string[]).includes(kind)
