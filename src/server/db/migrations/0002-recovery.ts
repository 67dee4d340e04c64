export const recovery = [
  `alter table users add column pending_email text`,
  `alter table users add column google_subject text`,
  `alter table users add column verification_requested_at bigint`,
  `create unique index users_google on users (google_subject)`,

  `alter table sessions add column seen_at bigint not null default 0`,
  `alter table sessions add column user_agent text not null default ''`,
  `alter table sessions add column address text`,
  `update sessions set seen_at = created_at`,

  // Only hashes of mailed tokens are stored, so a copy of the table grants no access.
  `create table tokens (
    hash text primary key,
    purpose text not null,
    user_id text not null references users (id) on delete cascade,
    email text,
    expires_at bigint not null
  )`,
  `create index tokens_user on tokens (user_id, purpose)`,

  `create table letters (
    id text primary key,
    kind text not null,
    user_id text references users (id) on delete cascade,
    email text not null,
    language text not null,
    attempts bigint not null,
    due_at bigint not null,
    created_at bigint not null
  )`,
  `create index letters_due on letters (due_at)`,

  `create table attempts (
    key text primary key,
    count bigint not null,
    ends_at bigint not null
  )`,
]
