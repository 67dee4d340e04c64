import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { openPostgresWithoutTimeouts } from '#server/db/postgres/postgres.ts'
import { idOf } from '../../../bench/support/site.ts'
import type { Engine, Site } from '../site.ts'

type ExpensiveEntries = 'equal starts' | 'long notes' | 'long entries'
export type ExpensiveData = ExpensiveEntries | 'long catalogue'

interface Entries {
  count: number
  /** How much earlier each entry starts than the one before. */
  stepMs: number
  durationMs: number
  notes: string
}

const LAST_START_MS = Date.parse('2026-03-02T09:00Z')
const LONG_NOTE = 'Lorem ipsum dolor sit amet consectetur elit sed do eiusmod tempor ut labore et magna aliqua. '

/** The default quota. */
const MAX_ENTRIES = 500_000

const ENTRIES: Record<ExpensiveEntries, Entries> = {
  'equal starts': { count: MAX_ENTRIES, stepMs: 0, durationMs: HOUR_MS, notes: 'x' },
  'long notes': {
    count: 50_000,
    stepMs: HOUR_MS,
    durationMs: 25 * MINUTE_MS,
    notes: LONG_NOTE.repeat(20).slice(0, 1_900),
  },
  'long entries': { count: 50_000, stepMs: HOUR_MS, durationMs: 999 * HOUR_MS, notes: '' },
}

const ENTRIES_PER_STATEMENT = 50_000

/** Gives a user data that are expensive to read, directly in the database. */
export async function addExpensiveData({ dataLocation }: Site, user: number, data: ExpensiveData) {
  // A busy machine would exceed the timeouts of the server.
  const { db, engine, close } = dataLocation.databaseUrl
    ? openPostgresWithoutTimeouts(dataLocation.databaseUrl)
    : connect(dataLocation)
  if (data === 'long catalogue') await insertCatalogue(db, user)
  else
    for (let first = 1; first <= ENTRIES[data].count; first += ENTRIES_PER_STATEMENT)
      await insertEntries(db, engine, { user, data, first })
  await close()
}

const ITEMS_PER_STATEMENT = 500

/** About as many items as an account may have, with texts as long as they may be. */
async function insertCatalogue(db: Db, user: number) {
  const description = LONG_NOTE.repeat(20).slice(0, 1_900)
  const color = '#336699'
  await insertItems('clients', 10_000, () => ({ contact_info: description, color }))
  await insertItems('projects', 9_900, () => ({ description, color, client_id: null, status: 'active' }))
  await insertItems('tags', 10_000, (name) => ({ name_key: name, color }))
  const project_id = idOf('project', user, 1)
  await insertItems('tasks', 19_900, () => ({ description, project_id, status: 'pending' }))

  async function insertItems(table: 'clients' | 'projects' | 'tags' | 'tasks', count: number, rest: RestOfItem) {
    const times = { created_at: LAST_START_MS, updated_at: LAST_START_MS }
    const items = Array.from({ length: count }, (_, index) => {
      // The order of the names is another than that of the rows.
      const name = `${(7_919 * index) % count} of a long catalogue`
      return { user_id: idOf('user', user), id: `long-${table}-${index}`, name, ...times, ...rest(name) }
    })
    for (let first = 0; first < count; first += ITEMS_PER_STATEMENT)
      await db
        .insertInto(table)
        .values(items.slice(first, first + ITEMS_PER_STATEMENT))
        .execute()
  }
}

/** The columns that only one kind of item has. */
type RestOfItem = (name: string) => object

interface Part {
  user: number
  data: ExpensiveEntries
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
