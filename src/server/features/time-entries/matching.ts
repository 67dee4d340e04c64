import { type SelectQueryBuilder, sql } from 'kysely'
import type { TimeEntryFilter } from '#contract/time-entries.ts'
import type { Db } from '#server/db/connect.ts'
import { contains, isOneOf } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'

/** The dates match entries that end after `startDate` and start before `endDate`. */
export interface TimeEntryConditions extends Omit<TimeEntryFilter, 'search'> {
  /** Matches entries that contain each of these. */
  searchTerms?: readonly SearchTerm[] | undefined
}

/** A word of a search, and the ids of projects, tasks and tags with the word in their name. */
export interface SearchTerm {
  /** The ways in which notes may spell it. */
  spellings: readonly string[]
  projects: readonly string[]
  tasks: readonly string[]
  tags: readonly string[]
}

export type EntryQuery = SelectQueryBuilder<Schema, 'time_entries', object>

export function selectMatching(db: Db, userId: string, filter: TimeEntryConditions): EntryQuery {
  const { projectId, clientId, taskId, tagId, startDate, endDate, searchTerms = [] } = filter
  const selected = db
    .selectFrom('time_entries')
    .where('user_id', '=', userId)
    .$if(startDate !== undefined, (query) => query.where('ended_at', '>', startDate!))
    .$if(endDate !== undefined, (query) => query.where('started_at', '<', endDate!))
    .$if(clientId !== undefined, (query) => query.where('project_id', 'in', projectsOf(db, userId, clientId!)))
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
    .$if(taskId !== undefined, (query) => query.where('task_id', '=', taskId!))
    .$if(tagId !== undefined, (query) =>
      query.where('id', 'in', taggedEntries(db, userId).where('tag_id', '=', tagId!)),
    )
  return searchTerms.reduce((query, term) => query.where(matchesTerm(db, userId, term, 'time_entries')), selected)
}

/**
 * Whether the term is in the notes, or in the name of the entry's project, client, task or a tag. `table` is the name of
 * `time_entries` in the query.
 */
export function matchesTerm(db: Db, userId: string, term: SearchTerm, table: string) {
  const { spellings, projects, tasks, tags } = term
  const tagged = taggedEntries(db, userId).where(isOneOf(db, 'tag_id', tags))
  // Notes come last, because they take longest to compare.
  const choices = [
    ...(projects.length > 0 ? [isOneOf(db, `${table}.project_id`, projects)] : []),
    ...(tasks.length > 0 ? [isOneOf(db, `${table}.task_id`, tasks)] : []),
    ...(tags.length > 0 ? [sql`${sql.ref(`${table}.id`)} in (${tagged})`] : []),
    ...spellings.map((text) => contains(db, `${table}.notes`, text)),
  ]
  return sql<boolean>`(${sql.join(choices, sql` or `)})`
}

const taggedEntries = (db: Db, userId: string) =>
  db.selectFrom('time_entry_tags').select('entry_id').where('user_id', '=', userId)

const projectsOf = (db: Db, userId: string, clientId: string) =>
  db.selectFrom('projects').select('id').where('user_id', '=', userId).where('client_id', '=', clientId)
