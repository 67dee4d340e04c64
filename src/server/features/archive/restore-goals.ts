import { type ArchivedRecord, planRecord } from '#core/archive/plan-record.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { goalIdOf } from '#server/features/goals/queries.ts'
import { demandReferences } from './account-changes.ts'
import { type Line, toLine, toRow } from './read-lines.ts'
import { OTHERS } from './records.ts'
import { countOutcome, mapReferences, type RestoreContext } from './restore-context.ts'

const { fields } = OTHERS.goals

/** Restores goals. At most one begins on a day, so keeping both keeps the account's. */
export async function restoreGoals(db: Db, lines: readonly Line[], context: RestoreContext) {
  const { userId } = context
  const records = lines.map((line) => withId(mapReferences(context, fields, line)))
  const known = await readKnown(
    db,
    userId,
    records.map(({ id }) => id),
  )
  const choice = context.choiceFor('goals') === 'archive' ? 'archive' : 'mine'
  const written: Line[] = []
  for (const record of records) {
    const { outcome, write } = planRecord(record, { byId: known.get(record.id) }, { choice, copyId: '' })
    countOutcome(context, 'goals', outcome, String(record['from']))
    if (outcome === 'new') context.content.records.goals = (context.content.records.goals ?? 0) + 1
    if (write !== undefined) written.push(write)
  }
  if (!context.isPreview) await writeGoals(db, userId, written)
}

const withId = (line: Line): ArchivedRecord => ({
  ...line,
  id: goalIdOf(line['project'] as string | null, String(line['from'])),
})

async function readKnown(db: Db, userId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('goals')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, withId(toLine(fields, row))]))
}

async function writeGoals(db: Db, userId: string, lines: readonly Line[]) {
  await demandReferences(db, userId, fields, lines)
  const ids = lines.map(({ id }) => id as string)
  await db
    .deleteFrom('goals')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()
  const rows = lines.map((line) => ({ user_id: userId, id: line['id'], ...toRow(fields, line) }))
  await insertRows(db, 'goals', rows as never[])
}
