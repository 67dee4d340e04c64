import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CalendarFeed } from '#contract/integrations/calendars.ts'
import type { TimeEntry } from '#contract/time-entries.ts'
import { DEFAULT_COLOR } from '#core/color.ts'
import type { Language } from '#core/language.ts'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { VERSION } from '#core/version.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf, isStillWanted } from '#server/db/engine-sql.ts'
import { findEarliestStart } from '#server/features/time-entries/queries.ts'

/** What a feed shows, apart from the entries themselves. */
export interface FeedContents {
  feed: CalendarFeed
  userId: string
  language: Language
  /** Entries that end later belong to the feed. */
  from: number
  /** No entry of the feed begins earlier. */
  earliestStart: number
  /** The work that goes on, if it belongs to the feed. */
  running: TimeEntry | undefined
  /** The end of the running work. */
  now: number
  /** Undefined: the entries of all projects. */
  projectIds: readonly string[] | undefined
  projects: ReadonlyMap<string, { name: string; color: string }>
  tasks: ReadonlyMap<string, string>
  tags: ReadonlyMap<string, string>
  /** Changes with everything that the feed shows. */
  version: string
}

interface FeedRequest extends Pick<FeedContents, 'feed' | 'userId' | 'language' | 'now'> {
  running: TimeEntry | undefined
}

export async function readContents(db: Db, request: FeedRequest): Promise<FeedContents> {
  const { feed, userId, language } = request
  const now = Math.floor(request.now / MINUTE_MS) * MINUTE_MS
  const from = Math.floor(now / DAY_MS) * DAY_MS - feed.days * DAY_MS
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'name', 'color', 'client_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const projectIds = selectProjects(feed, projects)
  const tasks = await selectNames(db, 'tasks', userId)
  const tags = await selectNames(db, 'tags', userId)
  const isShown = request.running !== undefined && (projectIds?.includes(request.running.project) ?? true)
  const running = isShown ? request.running : undefined
  const entries = await readVersion(db, { userId, from, projectIds })
  const going = running && [{ ...running, duration: now }, now]
  const shown = [VERSION, language, { ...feed, fetchedAt: null }, from, projects, tasks, tags, entries, going]
  return {
    feed,
    userId,
    language,
    from,
    earliestStart: await findEarliestStart(db, userId, from),
    running,
    now,
    projectIds,
    projects: new Map(projects.map(({ id, name, color }) => [id, { name, color: color || DEFAULT_COLOR }])),
    tasks: new Map(tasks.map(({ id, name }) => [id, name])),
    tags: new Map(tags.map(({ id, name }) => [id, name])),
    version: createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22),
  }
}

interface ProjectRow {
  id: string
  client_id: string | null
}

/**
 * The projects of a feed. A feed whose clients and projects were all deleted has none: it must never show more than its user
 * has chosen.
 */
function selectProjects({ clients, projects }: CalendarFeed, rows: readonly ProjectRow[]) {
  if (clients.length === 0 && projects.length === 0) return undefined
  const isChosen = ({ id, client_id }: ProjectRow) =>
    projects.includes(id) || (client_id !== null && clients.includes(client_id))
  return rows.filter(isChosen).map(({ id }) => id)
}

const selectNames = (db: Db, table: 'tasks' | 'tags', userId: string) =>
  db.selectFrom(table).select(['id', 'name']).where('user_id', '=', userId).orderBy('id').execute()

/** The condition of the entries of a feed, in `time_entries as entry`. */
export const isInFeed = (
  db: Db,
  { userId, from, projectIds }: Pick<FeedContents, 'userId' | 'from' | 'projectIds'>,
) => {
  const isOfProjects = projectIds === undefined ? sql`true` : isOneOf(db, 'entry.project_id', projectIds)
  return sql`entry.user_id = ${userId} and ${isOfProjects} and entry.ended_at > ${from} and ${isStillWanted(db, 'entry')}`
}

/** Numbers that no change of entries leaves as they are. Every change of an entry sets its time of change. */
async function readVersion(db: Db, selection: Pick<FeedContents, 'userId' | 'from' | 'projectIds'>) {
  const { rows } = await sql<{ entries: number; latest: number; times: number }>`
    select count(*) as entries, coalesce(max(entry.updated_at), 0) as latest,
      cast(coalesce(sum(entry.updated_at % 1000003), 0) as bigint) as times
    from time_entries as entry where ${isInFeed(db, selection)}`.execute(db)
  return rows[0]!
}
