/** Access tokens, with which programs use the API. */
export const apiTokens = [
  `create table access_tokens (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    hash text not null,
    ending text not null,
    name text not null,
    scopes text not null,
    expires_at bigint,
    used_at bigint,
    used_address text,
    created_at bigint not null,
    primary key (user_id, id),
    unique (user_id, hash)
  )`,
]
