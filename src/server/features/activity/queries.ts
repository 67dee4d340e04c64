import { sql } from 'kysely'
import type { ActivityQuery } from '#contract/activity.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint, isStillWanted } from '#server/db/engine-sql.ts'

export interface Range {
  from: number
  to: number
}

/** Adds up the time of each project, task, client or tag in each range, without rows for no time. */
export async function sumActivity(db: Db, userId: string, by: ActivityQuery['by'], ranges: Range[]) {
  const rows = ranges.map(({ from, to }, index) => sql`(${bigint(index)}, ${bigint(from)}, ${bigint(to)})`)
  // SQLite runs cross joins in the written order. With another join it would begin with all entries of the user.
  const result = await sql<{ id: string; range_index: number; milliseconds: number }>`
    with ranges (range_index, from_at, to_at) as (values ${sql.join(rows)})
    select owner.id, range_index, sum(
      case when ended_at < to_at then ended_at else to_at end -
      case when started_at > from_at then started_at else from_at end
    ) as milliseconds
    from time_entry_segments as segment cross join (${selectOwners(db, userId, by)}) as owner cross join ranges
    where segment.user_id = ${userId} and ${isStillWanted(db, 'segment')} and ended_at > ${Math.min(...ranges.map(({ from }) => from))}
      and owner.entry_id = segment.entry_id and started_at < to_at and ended_at > from_at
    group by owner.id, range_index`.execute(db)
  return result.rows
}

/** Selects the ids for which the time of each entry counts: one project, at most one task or client, any tags. */
function selectOwners(db: Db, userId: string, by: ActivityQuery['by']) {
  const entries = db.selectFrom('time_entries as entry').where('entry.user_id', '=', userId)
  switch (by) {
    case 'project':
      return entries.select(['entry.id as entry_id', 'entry.project_id as id'])
    case 'task':
      return entries.select(['entry.id as entry_id', 'entry.task_id as id']).where('entry.task_id', 'is not', null)
    case 'client':
      return entries
        .innerJoin('projects as project', (join) =>
          join.onRef('project.user_id', '=', 'entry.user_id').onRef('project.id', '=', 'entry.project_id'),
        )
        .select(['entry.id as entry_id', 'project.client_id as id'])
        .where('project.client_id', 'is not', null)
    case 'tag':
      return db
        .selectFrom('time_entry_tags as link')
        .select(['link.entry_id as entry_id', 'link.tag_id as id'])
        .where('link.user_id', '=', userId)
  }
}
