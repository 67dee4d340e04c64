import type { Db } from '#server/db/connect.ts'

export interface TimeEntryFilter {
  projectId?: string
  taskId?: string
  tagId?: string
}

/** How many time entries there are of something, and how long they are together. */
export function countTimeEntries(db: Db, userId: string, { projectId, taskId, tagId }: TimeEntryFilter) {
  return db
    .selectFrom('time_entries')
    .select((row) => [
      row.fn.countAll<number>().as('timeEntries'),
      row.fn.coalesce(row.fn.sum<number>('duration_ms'), row.lit(0)).as('milliseconds'),
    ])
    .where('user_id', '=', userId)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
    .$if(taskId !== undefined, (query) => query.where('task_id', '=', taskId!))
    .$if(tagId !== undefined, (query) => query.where('id', 'in', entriesWithTag(db, userId, tagId!)))
    .executeTakeFirstOrThrow()
}

const entriesWithTag = (db: Db, userId: string, tagId: string) =>
  db.selectFrom('time_entry_tags').select('entry_id').where('user_id', '=', userId).where('tag_id', '=', tagId)
