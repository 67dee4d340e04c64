import type { FastifyInstance, FastifyRequest } from 'fastify'
import { users } from '#contract/users.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { deleteQueuedResets } from '#server/features/users/credentials/cancel-pending.ts'
import { createRestoreLink, isReserved, revokeLinksSince } from '#server/features/users/email-recovery/restore-links.ts'
import { redeemToken, revokeTokens } from '#server/features/users/one-time-tokens.ts'
import {
  findUserByEmail,
  isVerified,
  languageOf,
  lockUser,
  requireUser,
  updateUser,
  type UserRow,
  verificationExpiry,
} from '#server/features/users/queries.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'

const MIN_RESEND_INTERVAL_MS = 60_000

export function emailVerificationRoutes(app: FastifyInstance, services: Services) {
  const { db, now, limits } = services

  serve(app, services, users.verificationStatus, async ({ session }) => statusOf(await requireUser(db, session), now()))

  serve(app, services, users.requestVerification, async ({ session, body }) => {
    const user = await requireUser(db, session)
    if (isVerified(user)) return statusOf(user, now())
    const wait = waitSeconds(user, now())
    if (wait > 0) throw tooSoon(wait)
    await limits.countAttempt('verification', user.id)
    return transact(db, async (db) => {
      const updated = await recordRequest(db, user.id, now())
      if (updated === undefined) throw tooSoon(MIN_RESEND_INTERVAL_MS / 1_000)
      const email = updated.pending_email ?? updated.email
      const language = body.language ?? languageOf(updated) ?? 'en'
      await enqueueEmail(db, { kind: 'verify', userId: updated.id, email, language }, now())
      return statusOf(updated, now())
    })
  })

  serve(app, services, users.verifyEmail, async ({ body, request }) => {
    const user = await transact(db, async (db) => {
      const owner = await redeemToken(db, 'verify', body.token, now())
      return owner && confirmEmail(db, owner, request, now())
    })
    // Nobody can guess a link, so only bad ones are counted: others on the network must not lock out its user.
    if (user === undefined)
      throw (
        (await limits.tryCount('login-address', networkOf(request.ip))) ?? new Refusal('invalid', 'badVerificationLink')
      )
    request.log.info({ userId: user.id }, 'address verified')
    return { email: user.email }
  })
}

/** Records a request for a mail. Returns undefined if the last one is too recent. */
async function recordRequest(db: Db, userId: string, now: number) {
  return db
    .updateTable('users')
    .set({ verification_requested_at: now })
    .where('id', '=', userId)
    .where((row) =>
      row.or([
        row('verification_requested_at', 'is', null),
        row('verification_requested_at', '<=', now - MIN_RESEND_INTERVAL_MS),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Verifies an address. Returns undefined if the account has changed to another address meanwhile. */
async function confirmEmail(
  db: Db,
  { userId, email }: { userId: string; email: string },
  request: FastifyRequest,
  now: number,
) {
  const user = await lockUser(db, userId)
  if (user?.pending_email === email) {
    if (await findUserByEmail(db, email)) throw new Refusal('conflict', 'emailTaken')
    // An intruder may have made the changes since the user left this address, and linked a Google account meanwhile.
    const isReturn = (await revokeLinksSince(db, { userId, email }, now)).length > 0
    const columns = { email, pending_email: null, verified_at: now, ...(isReturn && { google_subject: null }) }
    const changed = await updateUser(db, userId, columns, now)
    // Checked last, as another account may have given up the address meanwhile.
    if (await isReserved(db, email, userId, now)) throw new Refusal('conflict', 'emailTaken')
    await leaveOldEmail(db, user, isReturn, now)
    await recordSecurityEvent(db, { userId, kind: 'email-changed', request }, now)
    return changed
  }
  return user?.email === email ? updateUser(db, userId, { verified_at: now }, now) : undefined
}

/** Tells the old address, and lets it take the account back if it was verified and the user does not return from it. */
async function leaveOldEmail(db: Db, user: UserRow, isReturn: boolean, now: number) {
  const { id: userId, email } = user
  await revokeTokens(db, userId, ['reset'])
  await deleteQueuedResets(db, email)
  const kind = isReturn ? 'email-changed-back' : emailAboutChange(user)
  if (kind === 'email-changed') await createRestoreLink(db, user, now)
  await enqueueEmail(db, { kind, userId, email, language: languageOf(user) ?? 'en' }, now)
}

/** Nobody has proved to read the mail of an unverified address, so its email contains no link. */
const emailAboutChange = (user: UserRow) => (user.verified_at === null ? 'email-changed-notice' : 'email-changed')

function statusOf(user: UserRow, now: number) {
  const expiresAt = verificationExpiry(user, now)
  return {
    isVerified: isVerified(user),
    ...(expiresAt !== undefined && { emailVerificationToken: { expiresAt } }),
    waitSeconds: isVerified(user) ? 0 : waitSeconds(user, now),
  }
}

function waitSeconds(user: UserRow, now: number) {
  const elapsed = now - (user.verification_requested_at ?? -Infinity)
  return Math.max(0, Math.ceil((MIN_RESEND_INTERVAL_MS - elapsed) / 1_000))
}

const tooSoon = (seconds: number) => new Refusal('rate-limited', 'waitSeconds', undefined, seconds)
