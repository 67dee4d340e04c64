import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '#server/db/connect.ts'
import type { CheckResult } from './check-result.ts'
import { listTables, type Reference, type Table } from './tables.ts'

/** `wrong` selects the user and the id of each row that breaks a rule. */
interface Check {
  what: string
  table: string
  wrong: RawBuilder<unknown>
}

const OWN_SEGMENTS = sql`time_entry_segments part on part.user_id = entry.user_id and part.entry_id = entry.id`

// prettier-ignore
const CHECKS: [what: string, table: string, wrong: RawBuilder<unknown>][] = [
  ['addresses lead to their users', 'users',
    sql`select id as user_id, id from users where not exists (
          select 1 from user_lookups lookup where lookup.kind = 'email' and lookup.key = users.email and lookup.user_id = users.id)`],
  ['Google accounts lead to their users', 'users',
    sql`select id as user_id, id from users where google_subject is not null and not exists (
          select 1 from user_lookups lookup
          where lookup.kind = 'google' and lookup.key = users.google_subject and lookup.user_id = users.id)`],
  ['accounts at OpenID providers lead to their users', 'openid_identities',
    sql`select user_id, id from openid_identities where not exists (
          select 1 from user_lookups lookup where lookup.kind = 'openid'
            and lookup.key = openid_identities.issuer || ' ' || openid_identities.subject
            and lookup.user_id = openid_identities.user_id)`],
  ['addresses of calendar feeds lead to their users', 'calendar_feeds',
    sql`select user_id, id from calendar_feeds where not exists (
          select 1 from user_lookups lookup where lookup.kind = 'calendar-feed'
            and lookup.key = calendar_feeds.secret_hash and lookup.user_id = calendar_feeds.user_id)`],
  ['lookups lead to a user', 'user_lookups',
    sql`select user_id, kind as id from user_lookups where not exists (
          select 1 from users where users.id = user_lookups.user_id)`],
  ['time entries end after they start', 'time_entries',
    sql`select user_id, id from time_entries where ended_at is null or ended_at < started_at`],
  ['time entries have segments', 'time_entries',
    sql`select entry.user_id, entry.id from time_entries entry left join ${OWN_SEGMENTS} where part.entry_id is null`],
  ['segments follow each other', 'time_entry_segments',
    sql`select user_id, entry_id as id from (
          select *, lag(ended_at) over (partition by user_id, entry_id order by started_at) as last from time_entry_segments
        ) part where ended_at < started_at or last > started_at`],
  ['segments lie within their time entry', 'time_entry_segments',
    sql`select entry.user_id, entry.id from time_entries entry join ${OWN_SEGMENTS}
        where part.started_at < entry.started_at or part.ended_at > entry.ended_at`],
  ['segments add up to the duration', 'time_entries',
    sql`select entry.user_id, entry.id from time_entries entry join ${OWN_SEGMENTS}
        group by entry.user_id, entry.id, entry.duration_ms having sum(part.ended_at - part.started_at) <> entry.duration_ms`],
  ['commands of a device have no gaps', 'timer_commands',
    sql`select user_id, device as id from timer_commands group by user_id, device
        having min(sequence) <> 1 or max(sequence) <> count(*)`],
  ['at most one run is open', 'timer_runs',
    sql`select user_id, max(id) as id from timer_runs where ended_at is null group by user_id having count(*) > 1`],
  ['runs have a timer', 'timer_runs',
    sql`select run.user_id, run.id from timer_runs run left join timers timer on timer.user_id = run.user_id
        where timer.user_id is null`],
  ['the revision counts every accepted command', 'timers',
    sql`select timer.user_id, timer.user_id as id from timers timer
        join timer_commands command on command.user_id = timer.user_id
        group by timer.user_id, timer.revision having sum(command.is_accepted) > timer.revision`],
]

/** Checks foreign keys, colors and the rules above by queries alone. */
export async function checkTables(db: Db, engine: Database['engine']): Promise<CheckResult[]> {
  const tables = await listTables(db, engine)
  const checks = [
    ...tables.flatMap((table) => table.references.map((reference) => orphanCheck(table, reference))),
    ...tables.filter(({ columns }) => columns.some(({ name }) => name === 'color')).map(colorCheck),
    ...CHECKS.map(([what, table, wrong]) => ({ what, table, wrong })),
  ]
  const findings: CheckResult[] = []
  for (const check of checks) findings.push(await runCheck(db, check))
  return findings
}

async function runCheck(db: Db, { what, table, wrong }: Check): Promise<CheckResult> {
  const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  const violations = await sql<{ count: number }>`select count(*) as count from (${wrong}) wrong`.execute(db)
  const count = violations.rows[0]!.count
  const { rows } = count === 0 ? { rows: [] } : await sql<{ user_id: string; id: string }>`${wrong} limit 3`.execute(db)
  const examples = rows.map(({ user_id, id }) => `${id} of user ${user_id}`)
  return { what, checked: counted.rows[0]!.count, wrong: count, examples }
}

/** Finds rows whose foreign key points to no row. A key with a null column refers to nothing. */
function orphanCheck({ name, key }: Table, { columns, parent, parentColumns }: Reference): Check {
  const own = columns.map((column) => sql`own.${sql.ref(column)}`)
  const pairs = parentColumns.map((column, index) => sql`parent.${sql.ref(column)} = ${own[index]}`)
  const user = columns.includes('user_id') ? 'user_id' : columns[0]!
  return {
    what: `${name} (${columns.join(', ')}) are in ${parent}`,
    table: name,
    wrong: sql`select own.${sql.ref(user)} as user_id, own.${sql.ref(key.at(-1)!)} as id from ${sql.table(name)} own
      where ${sql.join(
        own.map((column) => sql`${column} is not null`),
        sql` and `,
      )}
      and not exists (select 1 from ${sql.table(parent)} parent where ${sql.join(pairs, sql` and `)})`,
  }
}

const colorCheck = ({ name }: Table): Check => ({
  what: `colours of ${name} are colours`,
  table: name,
  wrong: sql`select user_id, id from ${sql.table(name)}
    where length(color) <> 7 or substr(color, 1, 1) <> '#' or trim(lower(substr(color, 2)), '0123456789abcdef') <> ''`,
})
