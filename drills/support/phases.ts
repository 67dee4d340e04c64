import { entryIdOf } from '#core/timer/focus-sessions.ts'
import { createCallLog } from './calls.ts'
import { query } from './database.ts'
import type { Person } from './people.ts'
import { createDevice } from './users-at-work.ts'

const WORK_MS = 60_000

/** Starts a work phase of a minute that ends at `dueAt`. Returns the ids of its user and of the entry it becomes. */
export async function startPhase(url: string, person: Person, { dueAt, breakMs }: { dueAt: number; breakMs: number }) {
  const device = createDevice(person, { now: dueAt - WORK_MS }, { url, log: createCallLog() })
  const config = { workMs: WORK_MS, breakMs, repetitions: 3 }
  const { event } = device.start(person.project, { config })
  await device.send()
  return [person.id, entryIdOf({ runId: event.runId, phase: 0 })] as const
}

/** Ids of missing entries, and of entries that are not the one phase of their user in full length. */
export function findWrongPhases(entries: readonly PhaseEntry[], phases: ReadonlyMap<string, string>, dueAt: number) {
  const isRight = ({ id, userId, startedAt, endedAt }: PhaseEntry) =>
    phases.get(userId) === id && endedAt === dueAt && startedAt === dueAt - WORK_MS
  const missing = [...phases.values()].filter((id) => !entries.some((entry) => entry.id === id))
  return [...entries.filter((entry) => !isRight(entry)).map(({ id }) => id), ...missing]
}

export interface PhaseEntry {
  id: string
  userId: string
  startedAt: number
  endedAt: number
  createdAt: number
  updatedAt: number
}

export const readPhaseEntries = (url: string, people: readonly Person[]) =>
  query<PhaseEntry>(
    url,
    `select id, user_id as "userId", started_at::float8 as "startedAt", ended_at::float8 as "endedAt",
       created_at::float8 as "createdAt", updated_at::float8 as "updatedAt"
     from time_entries where user_id = any($1)`,
    [people.map(({ id }) => id)],
  )
