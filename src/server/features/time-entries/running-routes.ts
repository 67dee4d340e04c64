import type { FastifyInstance } from 'fastify'
import { timeEntries, type TimeEntry, type TimeEntryChange } from '#contract/time-entries.ts'
import type { WorkedTime } from '#core/time-entries/worked-time.ts'
import type { Subject } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { assertFound, refuseField } from '#server/errors.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { checkSubject, toSubject } from './check-subject.ts'

/** The timer's access to the running entry, which has no row yet. */
export interface RunningEntries {
  find: (userId: string) => Promise<TimeEntry | undefined>
  start: (
    userId: string,
    draft: Subject & { id?: string | undefined; startedAt?: number | undefined },
  ) => Promise<TimeEntry>
  change: (userId: string, change: Partial<Subject>) => Promise<TimeEntry | undefined>
  stop: (userId: string, how: { save: boolean }) => Promise<TimeEntry | undefined>
  matchLegacySave: (userId: string, finished: Subject & WorkedTime) => Promise<TimeEntry | undefined>
}

export function runningEntryRoutes(app: FastifyInstance, services: Services, running: RunningEntries) {
  const { db } = services

  serve(app, services, timeEntries.running, async ({ session }) =>
    assertFound(await running.find(session.userId), 'timeEntryNotFound'),
  )

  serve(app, services, timeEntries.start, async ({ session: { userId }, body }) => {
    const { id, startTime: startedAt } = body
    const subject = toSubject(body)
    await checkSubject(db, userId, subject)
    return running.start(userId, { ...subject, id, startedAt })
  })

  serve(app, services, timeEntries.stop, async ({ session }) =>
    assertFound(await running.stop(session.userId, { save: true }), 'timeEntryNotFound'),
  )
}

/** The running entry, if it has this id. */
export async function findRunningEntry(running: RunningEntries, userId: string, id: string) {
  const present = await running.find(userId)
  return present?.id === id ? present : undefined
}

/** Only the timer changes the times of a running entry; everything else can be edited. */
export async function updateRunningEntry(db: Db, running: RunningEntries, present: TimeEntry, change: TimeEntryChange) {
  for (const field of ['startTime', 'endTime', 'duration'] as const)
    if (change[field] !== undefined) throw refuseField(field, 'entryRuns')
  const { project = present.project, notes = present.notes, tags = present.tags } = change
  const { task = project === present.project ? present.task : null } = change
  const subject = toSubject({ project, task, notes, tags })
  await checkSubject(db, present.user, subject)
  const entry = await running.change(present.user, subject)
  const result = change.isRunning === false ? await running.stop(present.user, { save: true }) : entry
  return assertFound(result, 'timeEntryNotFound')
}
