import type { Selectable } from 'kysely'
import type { Client, ClientChange, ClientDraft } from '#contract/clients.ts'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'
import { readInPages, selectSome, type SomeRows } from '#server/db/read-in-parts.ts'
import { moveRecordToTrash, moveSomeLinks } from '#server/features/trash/queries.ts'
import type { ItemRemoval } from '#server/http/serve-crud.ts'
import { timestampsOf, type WithId } from '#server/db/values.ts'

export async function readClients(db: Db, userId: string, some: SomeRows) {
  const rows = await selectSome(db, selectClients(db, userId), some).execute()
  const ids = rows.map(({ id }) => id)
  const links = await selectProjectIds(db, userId)
    .where(isOneOf(db, 'client_id', ids))
    .execute()
  const projectsOf = Map.groupBy(links, (link) => link.client_id)
  return rows.map((row) => toJson(row, projectsOf.get(row.id)))
}

export const listClientNames = (db: Db, userId: string) =>
  readInPages(db.selectFrom('clients').select(['id', 'name']).where('user_id', '=', userId))

export async function findClient(db: Db, userId: string, id: string) {
  const row = await selectClients(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row, await selectProjectIds(db, userId).where('client_id', '=', id).execute())
}

export async function insertClient(db: Db, userId: string, client: WithId<ClientDraft>, now: number) {
  const { contactInfo: contact_info, ...fields } = client
  const row = await db
    .insertInto('clients')
    .values({ ...fields, contact_info, user_id: userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

export async function updateClient(db: Db, userId: string, change: WithId<ClientChange>, now: number) {
  await db
    .updateTable('clients')
    .set({ name: change.name, contact_info: change.contactInfo, color: change.color, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', change.id)
    .execute()
  return findClient(db, userId, change.id)
}

/** The projects of a deleted client stay, without a client. */
export const removeClientFromProjects = (removal: ItemRemoval): DeleteStep[] => [
  moveSomeLinks(toTarget(removal), 'projects.client_id'),
]

/** Deletes a client that no project has any more. */
export const deleteClient = (db: Db, removal: ItemRemoval) => moveRecordToTrash(db, 'clients', toTarget(removal))

const toTarget = (removal: ItemRemoval) => ({ ...removal, kind: 'client' as const })

const selectClients = (db: Db, userId: string) => db.selectFrom('clients').selectAll().where('user_id', '=', userId)

const selectProjectIds = (db: Db, userId: string) =>
  db.selectFrom('projects').select(['id', 'client_id']).where('user_id', '=', userId).orderBy('id')

function toJson(row: Selectable<Schema['clients']>, projects: { id: string }[] = []): Client {
  return {
    id: row.id,
    name: row.name,
    contactInfo: row.contact_info,
    color: row.color,
    projects: projects.map(({ id }) => id),
    ...timestampsOf(row),
  }
}
