import type { Catalog } from '../catalog.ts'

/** Statements that run only where a database has a fault. */
export interface Repair {
  isNeeded: (catalog: Catalog) => boolean
  statements: string[]
}

/**
 * Repairs databases that were migrated before 0004 and 0005 were edited. The versions of that time created `timers`
 * without `settled_at`, no `report_views`, and `time_entries_long` with another length.
 */
export const repairEditedMigrations: Repair[] = [
  {
    isNeeded: (catalog) =>
      catalog.has('table timers') &&
      !catalog.has('column timers.settled_at') &&
      !catalog.has('column timers.saved_until'),
    // The table is made anew, because SQLite adds a required column only with a default.
    statements: [
      `create table timers_copy (
        user_id text not null primary key,
        revision bigint not null,
        due_at bigint,
        seen_at bigint not null,
        plain_seen_at bigint
      )`,
      `insert into timers_copy select user_id, revision, due_at, seen_at, plain_seen_at from timers`,
      `drop table timers`,
      `create table timers (
        user_id text not null primary key references users (id) on delete cascade,
        revision bigint not null,
        due_at bigint,
        settled_at bigint not null,
        seen_at bigint not null,
        plain_seen_at bigint
      )`,
      `create index timers_due on timers (due_at)`,
      // As in a new timer: no focus session is saved yet.
      `insert into timers (user_id, revision, due_at, settled_at, seen_at, plain_seen_at)
        select user_id, revision, due_at, 0, seen_at, plain_seen_at from timers_copy`,
      `drop table timers_copy`,
    ],
  },
  {
    isNeeded: (catalog) => catalog.has('column time_entries.planned_ms') && !catalog.has('table report_views'),
    statements: [
      `create table report_views (
        user_id text not null references users (id) on delete cascade,
        id text not null,
        name text not null,
        search text not null,
        created_at bigint not null,
        updated_at bigint not null,
        primary key (user_id, id)
      )`,
    ],
  },
  {
    isNeeded: (catalog) => catalog.get('index time_entries_long')?.endsWith('> 86400000') ?? false,
    statements: [
      `drop index time_entries_long`,
      `create index time_entries_long on time_entries (user_id, started_at) where ended_at - started_at > 14400000`,
    ],
  },
]
