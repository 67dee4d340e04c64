import { hashSync, verifySync } from '@node-rs/argon2'
import { handleCalls } from '#server/worker-thread-handler.mjs'

handleCalls(({ password, hash, strength }) =>
  hash === undefined ? hashSync(password, strength) : verifySync(hash, password),
)
