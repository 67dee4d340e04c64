import { type RawBuilder, sql } from 'kysely'
import type { ReportFilter } from '#contract/reports.ts'
import { NONE } from '#core/report/report-search.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { isStillWanted } from '#server/db/engine-sql.ts'
import { resolveSearch } from '#server/features/search/queries.ts'
import { matchesTerm } from '#server/features/time-entries/queries.ts'
import { findTimerPreset } from '#server/features/timer-presets/queries.ts'

type Condition = RawBuilder<unknown>

/** SQL that restricts `time_entries as entry` to the entries of a report. */
export async function conditionsOf(db: Db, userId: string, selection: ReportFilter): Promise<Condition> {
  const { projects, clients, tasks, tags, tagMatch, search, kinds, preset } = selection
  const words = await resolveSearch(db, userId, search)
  const conditions = [
    sql`entry.user_id = ${userId}`,
    isStillWanted(db, 'entry'),
    projects && isAmong(sql`entry.project_id`, projects),
    clients &&
      sql`entry.project_id in (
      select id from projects where user_id = ${userId} and ${isAmong(sql`client_id`, clients)}
    )`,
    tasks && isAmong(sql`entry.task_id`, tasks),
    tags && hasTags(userId, tags, tagMatch),
    ...words.map((word) => matchesTerm(db, userId, word, 'entry')),
    kinds && any(kinds.map((kind) => IS_KIND[kind])),
    preset !== undefined && sql`entry.planned_ms = ${await findPlannedMs(db, userId, preset)}`,
  ]
  return all(conditions.filter((condition) => condition !== undefined && condition !== false))
}

const IS_KIND = {
  focus: sql`entry.planned_ms is not null`,
  stopwatch: sql`(entry.focus_session_key is not null and entry.planned_ms is null)`,
  manual: sql`entry.focus_session_key is null`,
}

const all = (conditions: readonly Condition[]) => sql`(${sql.join(conditions, sql` and `)})`
const any = (conditions: readonly Condition[]) => sql`(${sql.join(conditions, sql` or `)})`
const NOTHING = sql`1 = 0`

/** `none` among the ids stands for null. */
function isAmong(column: Condition, ids: readonly string[]) {
  const named = ids.filter((id) => id !== NONE)
  const isNamed = named.length > 0 ? sql`${column} in (${sql.join(named)})` : NOTHING
  return ids.includes(NONE) ? sql`(${isNamed} or ${column} is null)` : isNamed
}

function hasTags(userId: string, ids: readonly string[], match: ReportFilter['tagMatch']) {
  const named = ids.filter((id) => id !== NONE).map((id) => hasTag(userId, sql`tag.tag_id = ${id}`))
  const wanted = ids.includes(NONE) ? [...named, sql`not ${hasTag(userId, sql`1 = 1`)}`] : named
  if (match === 'all') return all(wanted)
  return match === 'none' ? sql`not ${any(wanted)}` : any(wanted)
}

const hasTag = (userId: string, condition: Condition) => sql`exists (
  select 1 from time_entry_tags as tag
  where tag.user_id = ${userId} and tag.entry_id = entry.id and ${condition}
)`

/** The planned duration of a preset's focus sessions; negative, which no entry has, if the preset does not exist. */
async function findPlannedMs(db: Db, userId: string, preset: string) {
  return ((await findTimerPreset(db, userId, preset))?.workDuration ?? -1) * MINUTE_MS
}
