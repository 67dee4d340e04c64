import type { PublicReport } from '#contract/integrations/shared-reports.ts'
import type { AttributeDimension } from '#core/report/dimensions.ts'
import { isDimensionShown, type SharedFields } from '#core/report/shared-report.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import type { Names } from '#server/features/reports/export/names.ts'

export type KeysByDimension = Record<AttributeDimension, Set<string>>

interface LabelRequest {
  userId: string
  keys: KeysByDimension
  names: Names
  fields: SharedFields
}

/** Names and colours of the keys of a report. The client of a project is one more name, which may be hidden. */
export async function readLabels(db: Db, { userId, keys, names, fields }: LabelRequest) {
  const colors = new Map<string, string>()
  for (const table of ['client', 'project', 'tag'] as const)
    for (const { id, color } of await listColors(db, userId, table, [...keys[table]])) colors.set(id, color)
  const clientNameOf = (project: string) =>
    fields.clients ? names.nameOrEmpty('client', names.clientOf(project)) || null : null
  return (Object.keys(keys) as AttributeDimension[])
    .filter((dimension) => isDimensionShown(dimension, fields))
    .flatMap((dimension) =>
      [...keys[dimension]].map((key): PublicReport['labels'][number] => ({
        dimension,
        key,
        name: names.plainLineName(dimension, key),
        color: colors.get(key) ?? null,
        client: dimension === 'project' ? clientNameOf(key) : null,
      })),
    )
}

const TABLES = { client: 'clients', project: 'projects', tag: 'tags' } as const

const listColors = (db: Db, userId: string, dimension: keyof typeof TABLES, ids: readonly string[]) =>
  db
    .selectFrom(TABLES[dimension])
    .select(['id', 'color'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()
