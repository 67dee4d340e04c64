import type { FastifyInstance } from 'fastify'
import { formatMessage } from '#contract/messages/format-message.ts'
import { users } from '#contract/users.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/errors.ts'
import { lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { hashPassword, rejectWeakPassword } from '#server/features/users/credentials/passwords.ts'
import { findToken, redeemToken, revokeTokens } from '#server/features/users/one-time-tokens.ts'
import { findUser, languageOf, normalizeEmail, updateUser, type UserRow } from '#server/features/users/queries.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import { languageOf as requestLanguage } from '#server/http/error-reply.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'

export function passwordResetRoutes(app: FastifyInstance, services: Services) {
  const { db, now, limits, disconnect } = services

  serve(app, services, users.forgotPassword, async ({ body, request }) => {
    const email = normalizeEmail(body.email)
    await limits.countAttempt('mail-address', networkOf(request.ip))
    await limits.countAttempt('mail', email)
    // The account is looked up when the mail is sent: here the response time would reveal whether it exists.
    await enqueueEmail(db, { kind: 'reset', userId: null, email, language: body.language }, now())
    return { message: formatMessage(requestLanguage(request), 'resetSent') }
  })

  serve(app, services, users.resetPassword, async ({ body, request }) => {
    await limits.countAttempt('reset', networkOf(request.ip))
    const found = await findTokenUser(body.token)
    await rejectWeakPassword(body.password, [found.name, found.email], 'password')
    const passwordHash = await hashPassword(body.password)
    const ended = await transact(db, async (db) => {
      const owner = await redeemToken(db, 'reset', body.token, now())
      const user = owner && (await lockAuthenticatedUser(db, found))
      if (user === undefined) throw new Refusal('invalid', 'badResetLink')
      return resetCredentials(db, user, passwordHash, now())
    })
    disconnect(ended)
    request.log.info({ userId: found.id }, 'password reset')
    return null
  })

  async function findTokenUser(token: string) {
    const owner = await findToken(db, 'reset', token, now())
    const user = owner && (await findUser(db, owner.userId))
    // A link is void once the account has moved to another address than the one it was sent to.
    if (user === undefined || user.email !== owner?.email) throw new Refusal('invalid', 'badResetLink')
    return user
  }
}

/** Sets the password and removes every other credential and session. The used link also proves the address. */
async function resetCredentials(db: Db, user: UserRow, passwordHash: string, now: number) {
  const { id: userId, email } = user
  const credentials = { password_hash: passwordHash, verified_at: user.verified_at ?? now }
  await updateUser(db, userId, { ...credentials, google_subject: null, pending_email: null }, now)
  await revokeTokens(db, userId, ['reset', 'verify'])
  await enqueueEmail(db, { kind: 'password-changed', userId, email, language: languageOf(user) ?? 'en' }, now)
  return endSessions(db, userId)
}
