import type { Db } from './connect.ts'

type Table = 'clients' | 'projects' | 'tasks' | 'tags' | 'timer_presets' | 'report_views' | 'webhooks'

/** Deletes a row of a user. Returns undefined if there is none. */
export const deleteRow = (db: Db, table: Table, userId: string, id: string) =>
  db.deleteFrom(table).where('user_id', '=', userId).where('id', '=', id).returning('id').executeTakeFirst()
