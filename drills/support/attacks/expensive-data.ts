import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { idOf } from '../../../bench/support/site.ts'
import type { Engine, Site } from '../site.ts'

export type ExpensiveData = 'equal starts' | 'long notes' | 'long entries'

interface Entries {
  count: number
  /** How much earlier each entry starts than the one before. */
  stepMs: number
  durationMs: number
  notes: string
}

const LAST_START_MS = Date.parse('2026-03-02T09:00Z')
const LONG_NOTE = 'Lorem ipsum dolor sit amet consectetur elit sed do eiusmod tempor ut labore et magna aliqua. '

const ENTRIES: Record<ExpensiveData, Entries> = {
  'equal starts': { count: 1_000_000, stepMs: 0, durationMs: HOUR_MS, notes: 'x' },
  'long notes': {
    count: 50_000,
    stepMs: HOUR_MS,
    durationMs: 25 * MINUTE_MS,
    notes: LONG_NOTE.repeat(20).slice(0, 1_900),
  },
  'long entries': { count: 50_000, stepMs: HOUR_MS, durationMs: 999 * HOUR_MS, notes: '' },
}

/** PostgreSQL cancels statements that take long. */
const ENTRIES_PER_STATEMENT = 10_000

/** Gives a user time entries that are expensive to read, directly in the database. */
export async function addExpensiveData({ dataLocation }: Site, user: number, data: ExpensiveData) {
  const { db, engine, close } = connect(dataLocation)
  for (let first = 1; first <= ENTRIES[data].count; first += ENTRIES_PER_STATEMENT)
    await insertEntries(db, engine, { user, data, first })
  await close()
}

interface Part {
  user: number
  data: ExpensiveData
  first: number
}

async function insertEntries(db: Db, engine: Engine, { user, data, first }: Part) {
  const { stepMs, durationMs, notes } = ENTRIES[data]
  const last = first + ENTRIES_PER_STATEMENT - 1
  const userId = idOf('user', user)
  const numbers =
    engine === 'sqlite'
      ? sql`(with recursive numbers(n) as (select ${first} union all select n + 1 from numbers where n < ${last}) select n from numbers)`
      : sql`(select n::bigint from generate_series(${sql.lit(first)}, ${sql.lit(last)}) as n) as numbers`
  const id =
    engine === 'sqlite'
      ? sql`printf('0195a000-0000-7000-8000-%012x', n)`
      : sql`'0195a000-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`
  const start = sql`${sql.lit(LAST_START_MS)} - n * ${sql.lit(stepMs)}`
  const end = sql`${start} + ${sql.lit(durationMs)}`
  await sql`insert into time_entries
      (user_id, id, project_id, started_at, ended_at, duration_ms, notes, created_at, updated_at)
    select ${userId}, ${id}, ${idOf('project', user, 1)}, ${start}, ${end}, ${sql.lit(durationMs)}, ${notes},
      ${sql.lit(LAST_START_MS)}, ${sql.lit(LAST_START_MS)}
    from ${numbers}`.execute(db)
  await sql`insert into time_entry_segments (user_id, entry_id, started_at, ended_at)
    select ${userId}, ${id}, ${start}, ${end} from ${numbers}`.execute(db)
}
