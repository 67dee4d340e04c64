/** Stores the commands of each run. The current state and the time entries are derived from them. */
export const timer = [
  `create table timers (
    user_id text not null primary key references users (id) on delete cascade,
    revision bigint not null,
    due_at bigint,
    settled_at bigint not null,
    seen_at bigint not null,
    plain_seen_at bigint
  )`,
  `create index timers_due on timers (due_at)`,
  `create table timer_runs (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    started_at bigint not null,
    counts_from bigint not null,
    ended_at bigint,
    run text not null,
    created_at bigint not null,
    primary key (user_id, id)
  )`,
  `create index timer_runs_start on timer_runs (user_id, started_at)`,
  `create index timer_runs_end on timer_runs (user_id, ended_at)`,
  `create table timer_commands (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    device text not null,
    sequence bigint not null,
    code text,
    is_accepted bigint not null,
    received_at bigint not null,
    primary key (user_id, id),
    unique (user_id, device, sequence)
  )`,
  `create table session_overrides (
    user_id text not null references users (id) on delete cascade,
    session_key text not null,
    kind text not null check (kind in ('edited', 'deleted')),
    primary key (user_id, session_key)
  )`,
  `create table push_subscriptions (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    session_id text not null references sessions (id) on delete cascade,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    language text not null,
    created_at bigint not null,
    primary key (user_id, id)
  )`,
  // A running entry is the timer, so every row here is finished.
  `drop index time_entries_running`,
]
