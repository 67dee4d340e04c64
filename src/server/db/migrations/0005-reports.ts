/** Columns and indexes that reports need: planned lengths, entries that cross the edge of a range; and saved views. */
export const reports = [
  `alter table time_entries add column planned_ms bigint`,
  `create index time_entries_end on time_entries (user_id, ended_at)`,
  `create index time_entries_long on time_entries (user_id, started_at) where ended_at - started_at > 14400000`,
  `create table report_views (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    name text not null,
    search text not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id)
  )`,
]
