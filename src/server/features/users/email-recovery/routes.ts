import type { FastifyInstance, FastifyRequest } from 'fastify'
import { users } from '#contract/users.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/errors.ts'
import { refuseBadLink, replaceCredentials } from '#server/features/users/credentials/replace-credentials.ts'
import type { CheckNewPassword } from '#server/features/users/credentials/check-new-password.ts'
import { hashPassword } from '#server/features/users/credentials/passwords.ts'
import { findUser, findUserByEmail, languageOf, lockUser, type UserRow } from '#server/features/users/queries.ts'
import { removeFactorsSince } from '#server/features/users/two-factor/queries.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { changedAt, findRestoreLink, redeemRestoreLink } from './restore-links.ts'

export function emailRecoveryRoutes(app: FastifyInstance, services: Services, checkNewPassword: CheckNewPassword) {
  const { db, now, limits, disconnect } = services

  serve(app, services, users.restoreEmail, async ({ body, request }) => {
    const network = networkOf(request.ip)
    const found = await findRestoreLink(db, body.token, now())
    const user = found && (await findUser(db, found.userId))
    if (found === undefined || user === undefined) throw await refuseBadLink(services, network, 'badRestoreLink')
    await checkNewPassword(body.password, [user.name, found.email], 'password')
    // Each address has its own limit: an intruder with a later address must not use up that of the owner.
    await limits.countAttempt('reset', `restore ${user.id} ${found.email}`)
    const passwordHash = await hashPassword(body.password)
    const ended = await transact(db, async (db) => {
      const locked = await lockUser(db, user.id)
      const link = await redeemRestoreLink(db, body.token, now())
      if (locked === undefined || link === undefined) throw new Refusal('invalid', 'badRestoreLink')
      await removeFactorsSince(db, user.id, changedAt(link), now())
      return restoreEmail(db, locked, { email: link.email, passwordHash, request })
    })
    disconnect(ended)
    request.log.info({ userId: user.id }, 'address restored')
    return null
  })

  /** The link proves that its user reads the mail of the address, so the address is verified. */
  async function restoreEmail(
    db: Db,
    user: UserRow,
    change: { email: string; passwordHash: string; request: FastifyRequest },
  ) {
    const { email, request } = change
    const owner = await findUserByEmail(db, email)
    if (owner !== undefined && owner.id !== user.id) throw new Refusal('conflict', 'emailTaken')
    const language = languageOf(user) ?? 'en'
    const columns = { email, password_hash: change.passwordHash, verified_at: now() }
    const ended = await replaceCredentials(services, db, user, { columns, request, kind: 'email-restored' })
    if (user.email !== email)
      await enqueueEmail(db, { kind: 'email-restored', userId: user.id, email: user.email, language }, now())
    return ended
  }
}
