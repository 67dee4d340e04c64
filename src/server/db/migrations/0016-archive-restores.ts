/** How far the latest restore of an archive into an account has come. */
export const archiveRestores = [
  `create table archive_restores (
    user_id text not null primary key references users (id) on delete cascade,
    lines bigint not null,
    done_lines bigint not null,
    started_at bigint not null,
    active_at bigint not null,
    finished_at bigint
  )`,
]
