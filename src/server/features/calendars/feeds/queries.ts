import type { Selectable } from 'kysely'
import type { CalendarFeed, CalendarFeedChange, CalendarFeedDraft } from '#contract/integrations/calendars.ts'
import { byName } from '#core/text/by-name.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { claimLookup, findUserId, releaseLookup } from '#server/db/sharding/user-lookups.ts'
import { timestampsOf, toIsoTime, type WithId } from '#server/db/values.ts'

const KIND = 'calendar-feed'

interface Selection {
  clients: string[]
  projects: string[]
}

export async function listFeeds(db: Db, userId: string) {
  const rows = await selectFeeds(db, userId).execute()
  return rows.map(toJson).toSorted(byName)
}

export async function findFeed(db: Db, userId: string, id: string) {
  const row = await selectFeeds(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

/** The feed of a secret address, with its user. */
export async function findFeedBySecret(db: Db, hash: string) {
  const userId = await findUserId(db, { kind: KIND, key: hash })
  if (userId === undefined) return undefined
  const row = await selectFeeds(db, userId).where('secret_hash', '=', hash).executeTakeFirst()
  return row && { userId, feed: toJson(row) }
}

export async function insertFeed(db: Db, userId: string, draft: WithId<CalendarFeedDraft>, given: NewSecret) {
  const { id, name, clients, projects, hasNotes, days } = draft
  const { hash, now } = given
  await claimLookup(db, { kind: KIND, key: hash, userId })
  const row = await db
    .insertInto('calendar_feeds')
    .values({
      user_id: userId,
      id,
      name,
      secret_hash: hash,
      selection: JSON.stringify({ clients, projects } satisfies Selection),
      has_notes: Number(hasNotes),
      days,
      fetched_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

interface NewSecret {
  hash: string
  now: number
}

export async function updateFeed(db: Db, userId: string, change: WithId<CalendarFeedChange>, now: number) {
  const feed = await findFeed(db, userId, change.id)
  if (feed === undefined) return undefined
  const { name, hasNotes, days, clients = feed.clients, projects = feed.projects } = change
  const row = await db
    .updateTable('calendar_feeds')
    .set({
      ...(name !== undefined && { name }),
      selection: JSON.stringify({ clients, projects } satisfies Selection),
      ...(hasNotes !== undefined && { has_notes: Number(hasNotes) }),
      ...(days !== undefined && { days }),
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', change.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

/** The former address leads nowhere from then on. */
export async function replaceSecret(db: Db, userId: string, id: string, { hash, now }: NewSecret) {
  const former = await selectFeeds(db, userId).where('id', '=', id).executeTakeFirst()
  if (former === undefined) return undefined
  await releaseLookup(db, { kind: KIND, key: former.secret_hash, userId })
  await claimLookup(db, { kind: KIND, key: hash, userId })
  const row = await db
    .updateTable('calendar_feeds')
    .set({ secret_hash: hash, fetched_at: null, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

export async function deleteFeed(db: Db, userId: string, id: string) {
  const row = await db
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('secret_hash')
    .executeTakeFirst()
  if (row !== undefined) await releaseLookup(db, { kind: KIND, key: row.secret_hash, userId })
  return row
}

export async function countFeeds(db: Db, userId: string) {
  const row = await db
    .selectFrom('calendar_feeds')
    .select((feed) => feed.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Exact to a minute, so that a program that reads all the time does not write all the time. */
export async function recordFetch(db: Db, userId: string, id: string, now: number) {
  await db
    .updateTable('calendar_feeds')
    .set({ fetched_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where((feed) => feed.or([feed('fetched_at', 'is', null), feed('fetched_at', '<', now - MINUTE_MS)]))
    .execute()
}

const selectFeeds = (db: Db, userId: string) =>
  db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', userId)

function toJson(row: Selectable<Schema['calendar_feeds']>): CalendarFeed {
  const { clients, projects } = JSON.parse(row.selection) as Selection
  return {
    id: row.id,
    name: row.name,
    clients,
    projects,
    hasNotes: row.has_notes === 1,
    days: row.days,
    fetchedAt: row.fetched_at === null ? null : toIsoTime(row.fetched_at),
    ...timestampsOf(row),
  }
}
