/** What users have deleted, for as long as they can bring it back, and the former values of time entries. */
export const trash = [
  `create table trash (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    kind text not null,
    record_id text,
    name text not null,
    device text not null,
    state text not null,
    deleted_at bigint not null,
    entries bigint not null,
    milliseconds bigint not null,
    entry_tags bigint not null,
    text_bytes bigint not null,
    primary key (user_id, id)
  )`,
  `create index trash_time on trash (user_id, deleted_at, id)`,
  `create index trash_open on trash (user_id, record_id) where state = 'deleting'`,
  `create index trash_expiry on trash (deleted_at)`,
  `create table trash_rows (
    user_id text not null,
    trash_id text not null,
    source text not null,
    id text not null,
    is_copy bigint not null,
    content text not null,
    primary key (user_id, trash_id, source, id),
    foreign key (user_id, trash_id) references trash (user_id, id) on delete cascade
  )`,
  `create index trash_rows_record on trash_rows (user_id, source, id)`,
  `create table time_entry_changes (
    user_id text not null references users (id) on delete cascade,
    entry_id text not null,
    number bigint not null,
    kind text not null,
    device text not null,
    changed_at bigint not null,
    former text not null,
    primary key (user_id, entry_id, number)
  )`,
  `create index time_entry_changes_time on time_entry_changes (user_id, changed_at)`,
  `create index time_entry_changes_expiry on time_entry_changes (changed_at)`,
]
