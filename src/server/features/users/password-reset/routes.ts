import type { FastifyInstance } from 'fastify'
import type { SignInWays } from '#contract/accounts/openid.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { users } from '#contract/users.ts'
import { transact } from '#server/db/transact.ts'
import { delayUntil, Refusal } from '#server/errors.ts'
import { lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { isKnownNetwork } from '#server/features/users/credentials/known-networks.ts'
import type { CheckNewPassword } from '#server/features/users/credentials/check-new-password.ts'
import { hashPassword } from '#server/features/users/credentials/passwords.ts'
import { refuseBadLink, replaceCredentials } from '#server/features/users/credentials/replace-credentials.ts'
import { findToken, redeemToken } from '#server/features/users/one-time-tokens.ts'
import { findUser, findUserByEmail, normalizeEmail } from '#server/features/users/queries.ts'
import { requirePasswordSignIn } from '#server/features/users/sign-in/password-sign-in.ts'
import { languageOf as requestLanguage } from '#server/http/error-reply.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'

/** A refusal takes at least this long, which is longer than to queue a mail. */
const MIN_REFUSAL_MS = 200

interface Options {
  ways: SignInWays
  checkNewPassword: CheckNewPassword
}

export function passwordResetRoutes(app: FastifyInstance, services: Services, { ways, checkNewPassword }: Options) {
  const { db, now, limits, disconnect } = services

  serve(app, services, users.forgotPassword, async ({ body, request }) => {
    requirePasswordSignIn(ways)
    const arrivedAt = performance.now()
    const email = normalizeEmail(body.email)
    const { refusal, isMailed } = await countResetRequest(services, email, networkOf(request.ip))
    // The mail is written later: here the response time would reveal whether the account exists.
    if (isMailed) await enqueueEmail(db, { kind: 'reset', userId: null, email, language: body.language }, now())
    if (refusal !== undefined) throw delayUntil(refusal, arrivedAt + MIN_REFUSAL_MS)
    return { message: formatMessage(requestLanguage(request), 'resetSent') }
  })

  serve(app, services, users.resetPassword, async ({ body, request }) => {
    requirePasswordSignIn(ways)
    const network = networkOf(request.ip)
    const found = await findTokenUser(body.token)
    if (found === undefined) throw await refuseBadLink(services, network, 'badResetLink')
    await checkNewPassword(body.password, [found.name, found.email], 'password')
    await limits.countAttempt('reset', found.id)
    const passwordHash = await hashPassword(body.password)
    const ended = await transact(db, async (db) => {
      const owner = await redeemToken(db, 'reset', body.token, now())
      const user = owner && (await lockAuthenticatedUser(db, found))
      if (user === undefined) throw new Refusal('invalid', 'badResetLink')
      // The used link also proves the address.
      const columns = { password_hash: passwordHash, verified_at: user.verified_at ?? now() }
      return replaceCredentials(services, db, user, { columns, request, kind: 'password-reset' })
    })
    disconnect(ended)
    request.log.info({ userId: found.id }, 'password reset')
    return null
  })

  async function findTokenUser(token: string) {
    const owner = await findToken(db, 'reset', token, now())
    const user = owner && (await findUser(db, owner.userId))
    // A link is void once the account has moved to another address than the one it was sent to.
    return user?.email === owner?.email ? user : undefined
  }
}

/**
 * Counts a request for a reset mail. Requests by others must not keep the owner from asking: each network has its own
 * limit, and where the account is known, those of other networks and users do not count. All refusals are alike, so
 * that none reveals where an account is known.
 */
async function countResetRequest({ db, limits, now }: Services, email: string, network: string) {
  const user = await findUserByEmail(db, email)
  const isKnown = await isKnownNetwork(db, user?.id ?? '', network, now())
  const ownRefusal = await limits.tryCount('mail', `${email} ${network}`)
  if (ownRefusal !== undefined) return { refusal: ownRefusal, isMailed: false }
  const refusal = await limits.tryCount('mail-address', network)
  if (isKnown) return { refusal, isMailed: true }
  // Beyond this limit the mailbox contains several links of the last hour, which are still valid.
  const isMailed = refusal === undefined && (await limits.tryCount('mail-account', email)) === undefined
  return { refusal, isMailed }
}
