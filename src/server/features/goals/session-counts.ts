import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { isStillWanted, rowsFromJson } from '#server/db/engine-sql.ts'
import type { Range } from '#server/features/overview/queries.ts'

/** The number of completed focus sessions that began in each of several ranges, of one project or of all. */
export async function countSessionsByRange(db: Db, userId: string, ranges: readonly Range[], project: string | null) {
  const json = JSON.stringify(ranges.map(({ from, to }, index) => [index, from, to]))
  const isOfProject = project === null ? sql`` : sql`and entry.project_id = ${project}`
  const count = sql<number>`(
    select count(*) from time_entries as entry
    where entry.user_id = ${userId} and entry.started_at >= cast(value ->> 1 as bigint)
      and entry.started_at < cast(value ->> 2 as bigint) and entry.duration_ms >= entry.planned_ms
      and ${isStillWanted(db, 'entry')} ${isOfProject}
  )`
  const rows = await db
    .selectFrom(rowsFromJson(db, json))
    .select([count.as('sessions'), sql<number>`cast(value ->> 0 as bigint)`.as('position')])
    .orderBy('position')
    .execute()
  return rows.map(({ sessions }) => sessions)
}
