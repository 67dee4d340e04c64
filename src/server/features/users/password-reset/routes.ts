import type { FastifyInstance } from 'fastify'
import { say } from '#contract/messages/say.ts'
import { users } from '#contract/users.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/errors.ts'
import { languageOf as requestLanguage } from '#server/http/error-reply.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { hashPassword, rejectWeakPassword } from '#server/features/users/credentials/passwords.ts'
import { findUser, languageOf, normalizeEmail, updateUser, type UserRow } from '#server/features/users/queries.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import { findToken, redeemToken, revokeTokens } from '#server/features/users/one-time-tokens.ts'

/** A forgotten password, mended through the mailbox. */
export function passwordResetRoutes(app: FastifyInstance, services: Services) {
  const { db, now, limits, disconnect } = services

  serve(app, services, users.forgotPassword, async ({ body, request }) => {
    const email = normalizeEmail(body.email)
    await limits.countAttempt('mail-address', networkOf(request.ip))
    await limits.countAttempt('mail', email)
    // Whether the address has an account is found out when the mail is sent: here the time would tell.
    await enqueueEmail(db, { kind: 'reset', userId: null, email, language: body.language }, now())
    return { message: say(requestLanguage(request), 'resetSent') }
  })

  serve(app, services, users.resetPassword, async ({ body, request }) => {
    await limits.countAttempt('reset', networkOf(request.ip))
    const proven = await holderOf(body.token)
    await rejectWeakPassword(body.password, [proven.name, proven.email], 'password')
    const passwordHash = await hashPassword(body.password)
    const ended = await transact(db, async (db) => {
      const holder = await redeemToken(db, 'reset', body.token, now())
      const user = holder && (await lockAuthenticatedUser(db, proven))
      if (user === undefined) throw new Refusal('invalid', 'badResetLink')
      return resetCredentials(db, user, passwordHash, now())
    })
    disconnect(ended)
    request.log.info({ userId: proven.id }, 'password reset')
    return null
  })

  async function holderOf(token: string) {
    const holder = await findToken(db, 'reset', token, now())
    const user = holder && (await findUser(db, holder.userId))
    // A link is worth nothing once the account has left the mailbox it was sent to.
    if (user === undefined || user.email !== holder?.email) throw new Refusal('invalid', 'badResetLink')
    return user
  }
}

/** Nothing that opened the account before opens it any more; the mailbox has been proven on the way. */
async function resetCredentials(db: Db, user: UserRow, passwordHash: string, now: number) {
  const { id: userId, email } = user
  const proven = { password_hash: passwordHash, verified_at: user.verified_at ?? now }
  await updateUser(db, userId, { ...proven, google_subject: null, pending_email: null }, now)
  await revokeTokens(db, userId, ['reset', 'verify'])
  await enqueueEmail(db, { kind: 'password-changed', userId, email, language: languageOf(user) ?? 'en' }, now)
  return endSessions(db, userId)
}
