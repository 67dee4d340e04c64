/** What concerned the security of an account, and the event that a queued mail is about. */
export const securityEvents = [
  `create table security_events (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    kind text not null,
    subject text,
    user_agent text not null,
    address text,
    link_hash text,
    created_at bigint not null,
    primary key (user_id, id)
  )`,
  `create index security_events_expiry on security_events (created_at)`,
  `alter table emails add column event_id text`,
]
