import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { rememberDevice, rememberNetwork } from '#server/features/users/credentials/known-networks.ts'
import { toJson, type UserRow } from '#server/features/users/queries.ts'
import type { Sessions } from '#server/features/users/sessions/sessions.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Services } from '#server/http/serve.ts'

/** Opens a session for the device of a request, in the transaction of the sign-in. */
export type OpenSession = ReturnType<typeof createOpenSession>

export function createOpenSession({ now }: Services, sessions: Sessions) {
  return async (db: Db, user: UserRow, request: FastifyRequest, { isNew = false } = {}) => {
    if (user.disabled_at !== null) throw new Refusal('forbidden', 'accountDisabled')
    await rememberNetwork(db, user.id, networkOf(request.ip), now())
    const isKnown = await rememberDevice(db, user.id, request, now())
    if (!isKnown && !isNew) await recordSecurityEvent(db, { userId: user.id, kind: 'new-device', request }, now())
    return { token: await sessions.create(db, user.id, request), user: toJson(user, now()) }
  }
}
