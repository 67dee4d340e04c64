/** Ends each index by the id, which decides the order of entries that start at the same moment. */
export const entryOrder = [
  `drop index time_entries_time`,
  `create index time_entries_time on time_entries (user_id, started_at, id)`,
  `drop index time_entries_project`,
  `create index time_entries_project on time_entries (user_id, project_id, started_at, id)`,
  `drop index time_entries_task`,
  `create index time_entries_task on time_entries (user_id, task_id, started_at, id)`,
  `drop index time_entries_long`,
  `create index time_entries_long on time_entries (user_id, started_at, id) where ended_at - started_at > 14400000`,
]
