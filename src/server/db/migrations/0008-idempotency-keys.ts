/** The id of the resource that the first request with an `Idempotency-Key` has created. */
export const idempotencyKeys = [
  `create table idempotency_keys (
    user_id text not null references users (id) on delete cascade,
    hash text not null,
    resource_id text not null,
    created_at bigint not null,
    primary key (user_id, hash)
  )`,
]
