/** Accounts at OpenID providers that are linked to a user, and the sessions that began with one. */
export const openid = [
  `create table openid_identities (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    issuer text not null,
    subject text not null,
    label text not null,
    linked_at bigint not null,
    used_at bigint not null,
    primary key (user_id, id),
    unique (user_id, issuer)
  )`,
  `create table openid_sessions (
    user_id text not null,
    session_id text not null,
    provider text not null,
    issuer text not null,
    subject text not null,
    provider_session text,
    id_token text not null,
    primary key (user_id, session_id),
    foreign key (user_id, session_id) references sessions (user_id, id) on delete cascade
  )`,
]
