import type { Db } from '#server/db/connect.ts'
import { sql } from 'kysely'
import { RECORD_KINDS } from '#core/archive/kinds.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { Refusal } from '#server/errors.ts'
import type { Fields } from './fields.ts'
import type { Line } from './read-lines.ts'
import { RECORDS } from './records.ts'

/**
 * Refuses lines that refer to records which the account does not have: its user has deleted them since the restore began.
 * Restoring the archive again brings them back.
 */
export async function demandReferences(db: Db, userId: string, fields: Fields, lines: readonly Line[]) {
  for (const kind of RECORD_KINDS) {
    const names = Object.entries(fields).flatMap(([name, { refersTo }]) => (refersTo === kind ? [name] : []))
    const ids = lines.flatMap((line) => names.flatMap((name) => (line[name] as string | null) ?? []))
    await demandRecords(db, userId, { table: RECORDS[kind].table, ids })
  }
}

export async function demandRecords(db: Db, userId: string, { table, ids }: { table: string; ids: readonly string[] }) {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where user_id = ${userId} and ${isOneOf(db, 'id', distinct)}`.execute(db)
  if (rows.length < distinct.length) throw new Refusal('conflict', 'archiveAccountChanged')
}
