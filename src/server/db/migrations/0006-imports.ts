/**
 * Imported files, and the records that each import created. An entry's import id is not a foreign key, so that an import
 * can be undone in steps.
 */
export const imports = [
  `create table imports (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    file_name text not null,
    file_hash text not null,
    format text not null,
    entries bigint not null,
    created_at bigint not null,
    finished_at bigint,
    primary key (user_id, id)
  )`,
  `create table import_things (
    user_id text not null,
    import_id text not null,
    kind text not null check (kind in ('client', 'project', 'task', 'tag')),
    thing_id text not null,
    primary key (user_id, import_id, kind, thing_id),
    foreign key (user_id, import_id) references imports (user_id, id) on delete cascade
  )`,
  `alter table time_entries add column import_id text`,
  `create index time_entries_import on time_entries (user_id, import_id) where import_id is not null`,
]
