/** The state of scheduled backups, in one row: several servers share it, and one of them makes the backup. */
export const backups = [
  `create table backup_schedule (
    id text primary key,
    claimed_by text,
    claimed_until bigint not null,
    finished_at bigint,
    bytes bigint
  )`,
]
