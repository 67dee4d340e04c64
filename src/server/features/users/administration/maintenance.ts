import type { Maintenance } from '#contract/administration/administration.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'
import { type Actor, recordAction } from './audit-log.ts'

/** The only row of the table. */
const ID = 'site'

async function readMaintenance(db: Db): Promise<Maintenance> {
  const row = await db.selectFrom('maintenance').selectAll().where('id', '=', ID).executeTakeFirst()
  return row === undefined ? null : { startedAt: toIsoTime(row.started_at), message: row.message }
}

/** Starts maintenance or changes its message, in a transaction. */
export async function startMaintenance(db: Db, actor: Actor, message: string, now: number) {
  await db
    .insertInto('maintenance')
    .values({ id: ID, started_at: now, message })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ message }))
    .execute()
  await recordAction(db, { actor, action: 'maintenance-started', details: { message } }, now)
}

/** Ends maintenance, in a transaction. Returns false if there is none. */
export async function endMaintenance(db: Db, actor: Actor, now: number) {
  const row = await db.deleteFrom('maintenance').where('id', '=', ID).returning('id').executeTakeFirst()
  if (row !== undefined) await recordAction(db, { actor, action: 'maintenance-ended' }, now)
  return row !== undefined
}

/** What this server knows of the maintenance of the site. Other servers and the command line change it in the database. */
export function watchMaintenance(db: Db, onChange: (maintenance: Maintenance) => void) {
  let current: Maintenance = null
  return {
    current: () => current,
    isOn: () => current !== null,
    /** To be called at an interval, and after each change by this server. */
    async refresh() {
      const next = await readMaintenance(db)
      const isChanged = JSON.stringify(next) !== JSON.stringify(current)
      current = next
      if (isChanged) onChange(next)
    },
  }
}

export type MaintenanceWatch = ReturnType<typeof watchMaintenance>
