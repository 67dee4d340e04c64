export const accounts = [
  `create table users (
    id text primary key,
    name text not null,
    email text not null unique,
    password_hash text,
    picture text,
    preferred_language text,
    theme text,
    verified_at bigint,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  `create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create index sessions_user on sessions (user_id)`,
]
