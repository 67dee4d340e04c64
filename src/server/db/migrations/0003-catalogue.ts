/**
 * Every key starts with the user, so that a row can refer only to rows of the same user. The query that deletes a row sets
 * references to it to null, because `on delete set null` would clear the user's column too.
 */
export const catalogue = [
  `create table clients (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    name text not null,
    contact_info text not null,
    color text not null check (length(color) = 7),
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id)
  )`,
  `create table projects (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    name text not null,
    description text not null,
    color text not null check (length(color) = 7),
    client_id text,
    status text not null check (status in ('active', 'archived')),
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id),
    foreign key (user_id, client_id) references clients (user_id, id)
  )`,
  `create index projects_client on projects (user_id, client_id)`,
  `create table tasks (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    project_id text not null,
    name text not null,
    description text not null,
    status text not null check (status in ('pending', 'inProgress', 'completed')),
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id),
    unique (user_id, project_id, id),
    foreign key (user_id, project_id) references projects (user_id, id) on delete cascade
  )`,
  `create table tags (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    name text not null,
    name_key text not null,
    color text not null check (length(color) = 7),
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id),
    unique (user_id, name_key)
  )`,
  `create table timer_presets (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    name text not null,
    work_minutes bigint not null check (work_minutes between 1 and 180),
    break_minutes bigint not null check (break_minutes between 0 and 60),
    repetitions bigint not null check (repetitions between 1 and 20),
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id)
  )`,
  `create unique index timer_presets_settings on timer_presets (user_id) where name = 'Default Settings'`,
  // Moving a task to another project moves its entries too, because an entry's task belongs to the entry's project.
  `create table time_entries (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    project_id text not null,
    task_id text,
    started_at bigint not null,
    ended_at bigint check (ended_at >= started_at),
    duration_ms bigint not null check (duration_ms >= 0),
    notes text not null,
    session_key text,
    zone text,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id),
    unique (user_id, session_key),
    foreign key (user_id, project_id) references projects (user_id, id) on delete cascade,
    foreign key (user_id, project_id, task_id) references tasks (user_id, project_id, id) on update cascade
  )`,
  `create unique index time_entries_running on time_entries (user_id) where ended_at is null`,
  `create index time_entries_time on time_entries (user_id, started_at)`,
  `create index time_entries_project on time_entries (user_id, project_id, started_at)`,
  `create index time_entries_task on time_entries (user_id, task_id, started_at)`,
  `create table time_entry_tags (
    user_id text not null,
    entry_id text not null,
    tag_id text not null,
    primary key (user_id, entry_id, tag_id),
    foreign key (user_id, entry_id) references time_entries (user_id, id) on delete cascade,
    foreign key (user_id, tag_id) references tags (user_id, id) on delete cascade
  )`,
  `create index time_entry_tags_tag on time_entry_tags (user_id, tag_id)`,
  `create table time_entry_segments (
    user_id text not null,
    entry_id text not null,
    started_at bigint not null,
    ended_at bigint not null check (ended_at >= started_at),
    primary key (user_id, entry_id, started_at),
    foreign key (user_id, entry_id) references time_entries (user_id, id) on delete cascade
  )`,
  `create index time_entry_segments_time on time_entry_segments (user_id, ended_at)`,
]
