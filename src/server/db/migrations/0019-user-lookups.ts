/** Statements that differ, because SQLite cannot change the keys of a table. */
export interface EngineStatements {
  sqlite: string[]
  postgres: string[]
}

const LOOKUPS = [
  `create table user_lookups (
    kind text not null,
    key text not null,
    user_id text not null,
    expires_at bigint,
    primary key (kind, key)
  )`,
  `create index user_lookups_user on user_lookups (user_id)`,
  `create index user_lookups_expiry on user_lookups (expires_at)`,
  `insert into user_lookups (kind, key, user_id) select 'email', email, id from users`,
  `insert into user_lookups (kind, key, user_id)
    select 'google', google_subject, id from users where google_subject is not null`,
  `insert into user_lookups (kind, key, user_id, expires_at)
    select 'token', hash, user_id, expires_at from tokens where purpose in ('reset', 'verify', 'restore')`,
  `insert into user_lookups (kind, key, user_id, expires_at)
    select 'nonce', hash, user_id, expires_at from tokens where purpose = 'google'`,
  `delete from tokens where purpose = 'google'`,
  // An address or endpoint that two users had belongs to the one who had it last.
  `insert into user_lookups (kind, key, user_id, expires_at)
    select 'reserved-email', email, user_id, expires_at from tokens link
    where purpose = 'restore' and not exists (
      select 1 from tokens newer where newer.purpose = 'restore' and newer.email = link.email
        and (newer.expires_at > link.expires_at or newer.expires_at = link.expires_at and newer.hash > link.hash)
    )`,
  `delete from push_subscriptions where exists (
      select 1 from push_subscriptions newer where newer.id = push_subscriptions.id
        and (newer.created_at > push_subscriptions.created_at
          or newer.created_at = push_subscriptions.created_at and newer.user_id > push_subscriptions.user_id)
    )`,
  `delete from push_subscriptions where not exists (
      select 1 from sessions
      where sessions.user_id = push_subscriptions.user_id and sessions.id = push_subscriptions.session_id
    )`,
  `insert into user_lookups (kind, key, user_id, expires_at)
    select 'push', push_subscriptions.id, push_subscriptions.user_id, sessions.expires_at
    from push_subscriptions join sessions on sessions.id = push_subscriptions.session_id`,
]

/** SQLite cannot change the keys of a table, so these tables are made anew. The migration runs without foreign keys. */
const NEW_TABLES = [
  `create table users_copy (
    id text primary key,
    name text not null,
    email text not null,
    password_hash text,
    picture text,
    preferred_language text,
    theme text,
    verified_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    pending_email text,
    google_subject text,
    verification_requested_at bigint,
    formats text
  )`,
  `insert into users_copy select id, name, email, password_hash, picture, preferred_language, theme, verified_at, created_at,
    updated_at, pending_email, google_subject, verification_requested_at, formats from users`,
  `drop table users`,
  `alter table users_copy rename to users`,

  `create table sessions_copy (
    id text not null,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    seen_at bigint not null default 0,
    user_agent text not null default '',
    address text,
    primary key (user_id, id)
  )`,
  `insert into sessions_copy select id, user_id, created_at, expires_at, seen_at, user_agent, address from sessions`,
  `drop table sessions`,
  `alter table sessions_copy rename to sessions`,

  `create table push_subscriptions_copy (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    session_id text not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    language text not null,
    created_at bigint not null,
    primary key (user_id, id),
    foreign key (user_id, session_id) references sessions (user_id, id) on delete cascade
  )`,
  `insert into push_subscriptions_copy
    select user_id, id, session_id, endpoint, p256dh, auth, language, created_at from push_subscriptions`,
  `drop table push_subscriptions`,
  `alter table push_subscriptions_copy rename to push_subscriptions`,

  `create table tokens_copy (
    hash text not null,
    purpose text not null,
    user_id text not null references users (id) on delete cascade,
    email text,
    expires_at bigint not null,
    primary key (user_id, hash)
  )`,
  `insert into tokens_copy select hash, purpose, user_id, email, expires_at from tokens`,
  `drop table tokens`,
  `alter table tokens_copy rename to tokens`,
  `create index tokens_user on tokens (user_id, purpose)`,

  `create table emails_copy (
    id text primary key,
    kind text not null,
    user_id text,
    email text not null,
    language text not null,
    attempts bigint not null,
    due_at bigint not null,
    created_at bigint not null
  )`,
  `insert into emails_copy select id, kind, user_id, email, language, attempts, due_at, created_at from emails`,
  `drop table emails`,
  `alter table emails_copy rename to emails`,
  `create index emails_due on emails (due_at)`,
]

const CHANGED_TABLES = [
  `alter table users drop constraint users_email_key`,
  `drop index users_google`,
  `alter table push_subscriptions drop constraint push_subscriptions_session_id_fkey`,
  `alter table sessions drop constraint sessions_pkey, add primary key (user_id, id)`,
  `drop index sessions_user`,
  `alter table push_subscriptions
    add foreign key (user_id, session_id) references sessions (user_id, id) on delete cascade`,
  `alter table tokens drop constraint tokens_pkey, add primary key (user_id, hash)`,
  `alter table emails drop constraint letters_user_id_fkey`,
]

/**
 * Primary, unique and foreign keys of all that belongs to a user start with the user. What must be unique over all users,
 * or is looked up before the user is known, is a row of `user_lookups`. The queue of emails belongs to no user.
 */
export const userLookups: EngineStatements = {
  sqlite: [...LOOKUPS, ...NEW_TABLES],
  postgres: [...LOOKUPS, ...CHANGED_TABLES],
}
