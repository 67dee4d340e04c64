/** What reports ask of time entries: how long a session was to be, and what reaches into a period from before it. */
export const reports = [
  `alter table time_entries add column planned_ms bigint`,
  `create index time_entries_end on time_entries (user_id, ended_at)`,
  `create index time_entries_long on time_entries (user_id, started_at) where ended_at - started_at > 86400000`,
]
