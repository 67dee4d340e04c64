/** What an account asks for besides the password: an authenticator app, recovery codes, passkeys. */
export const twoFactor = [
  `alter table users add column two_factor_at bigint`,
  `create table authenticator_apps (
    user_id text not null primary key references users (id) on delete cascade,
    secret text not null,
    last_step bigint not null,
    confirmed_at bigint,
    created_at bigint not null
  )`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    hash text not null,
    primary key (user_id, hash)
  )`,
  `create table passkeys (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    public_key text not null,
    sign_count bigint not null,
    transports text not null,
    is_synced bigint not null,
    name text not null,
    used_at bigint,
    created_at bigint not null,
    primary key (user_id, id)
  )`,
]
