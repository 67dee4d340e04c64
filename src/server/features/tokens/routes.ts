import type { FastifyInstance } from 'fastify'
import { tokens } from '#contract/integrations/tokens.ts'
import { newId } from '#server/db/values.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { isVerified, type WithConfirmedUser } from '#server/features/users/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { deleteTokens, insertToken, listTokenIds, listTokens } from './queries.ts'
import { createTokenSecret, hashOfToken } from './secrets.ts'

const MAX_TOKENS = 50
const ENDING_LENGTH = 4

export function tokenRoutes(app: FastifyInstance, services: Services, withConfirmedUser: WithConfirmedUser) {
  const { db, now, disconnect } = services

  serve(app, services, tokens.list, ({ session }) => listTokens(db, session.userId))

  serve(app, services, tokens.create, async ({ session, body, request }) => {
    const { name, scopes, expiresAt = null, ...confirmation } = body
    if (expiresAt !== null && expiresAt <= now()) throw refuseField('expiresAt', 'expiryInPast')
    const secret = createTokenSecret()
    const token = await withConfirmedUser(session, confirmation, async (db, user) => {
      if (!isVerified(user)) throw new Refusal('forbidden', 'tokenNeedsVerification')
      if ((await listTokenIds(db, user.id)).length >= MAX_TOKENS)
        throw new Refusal('invalid', 'invalidRequest', {
          tokens: { key: 'quotaReached', params: { maximum: MAX_TOKENS } },
        })
      const id = newId(now())
      await recordSecurityEvent(db, { userId: user.id, kind: 'token-made', request, subject: id }, now())
      return insertToken(db, {
        id,
        user_id: user.id,
        hash: hashOfToken(secret)!,
        ending: secret.slice(-ENDING_LENGTH),
        name,
        scopes: scopes.join(' '),
        expires_at: expiresAt,
        created_at: now(),
      })
    })
    request.log.info({ userId: session.userId, tokenId: token.id }, 'access token made')
    return { ...token, secret }
  })

  serve(app, services, tokens.revoke, async ({ session, params, request }) => {
    const revoked = await deleteTokens(db, session.userId, params.id)
    if (revoked.length === 0) throw new Refusal('not-found', 'tokenNotFound')
    disconnect(revoked)
    request.log.info({ userId: session.userId, tokenId: params.id }, 'access token revoked')
    return null
  })
}
