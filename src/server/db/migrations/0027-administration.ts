/** Administrators and what they manage: invitations, accounts, maintenance, and the log of what they did. */
export const administration = [
  `alter table users add column is_administrator bigint not null default 0`,
  `alter table users add column must_verify bigint not null default 0`,
  `alter table users add column disabled_at bigint`,
  `alter table users add column quotas text`,
  `create table invitations (
    id text primary key,
    hash text not null unique,
    note text not null,
    created_by text,
    max_uses bigint not null,
    uses bigint not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create table audit_log (
    id text primary key,
    at bigint not null,
    actor_id text,
    actor text not null,
    action text not null,
    subject_id text,
    subject text,
    details text
  )`,
  `create index audit_log_time on audit_log (at)`,
  `create table maintenance (
    id text primary key,
    started_at bigint not null,
    message text not null
  )`,
]
