import type { FastifyInstance } from 'fastify'
import type { SignInWays } from '#contract/accounts/openid.ts'
import { securityEvents } from '#contract/security/events.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { cancelPendingChanges } from '#server/features/users/credentials/cancel-pending.ts'
import { endAccess } from '#server/features/users/credentials/end-access.ts'
import { forgetDevices } from '#server/features/users/credentials/known-networks.ts'
import { refuseBadLink } from '#server/features/users/credentials/replace-credentials.ts'
import { deleteIdentityById } from '#server/features/users/openid/identities.ts'
import { deletePasskey } from '#server/features/users/passkeys/queries.ts'
import { languageOf, lockUser } from '#server/features/users/queries.ts'
import { deleteApp, deleteRecoveryCodes, updateTwoFactor } from '#server/features/users/two-factor/queries.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { findEventOfToken, redeemEventToken } from './links.ts'
import { deleteWebhook } from '#server/features/webhooks/queries.ts'

export function notMeRoutes(app: FastifyInstance, services: Services, ways: SignInWays) {
  const { db, now, disconnect } = services

  serve(app, services, securityEvents.notMe, async ({ body, request }) => {
    const found = await findEventOfToken(db, body.token, now())
    if (found === undefined) throw await refuseBadLink(services, networkOf(request.ip), 'badNotMeLink')
    const ended = await transact(db, async (db) => {
      const user = await lockUser(db, found.userId)
      const event = user && (await redeemEventToken(db, body.token, now()))
      if (user === undefined || event === undefined) throw new Refusal('invalid', 'badNotMeLink')
      await cancelPendingChanges(db, user, now())
      await forgetDevices(db, user.id)
      await takeBack(db, event, now())
      await recordSecurityEvent(db, { userId: user.id, kind: 'account-secured', request }, now())
      const language = languageOf(user) ?? 'en'
      // Where only providers sign in, a new password would open nothing.
      if (ways.password) await enqueueEmail(db, { kind: 'reset', userId: user.id, email: user.email, language }, now())
      return endAccess(db, user.id)
    })
    disconnect(ended)
    request.log.info({ userId: found.userId }, 'account secured')
    return null
  })
}

type Event = NonNullable<Awaited<ReturnType<typeof redeemEventToken>>>

/**
 * Removes what an intruder has added, so that it neither opens the account nor tells of it nor locks its owner out. For the days of the
 * link, whoever reads the mailbox can do this; afterwards a second factor holds against them too (docs/decisions/0034).
 */
async function takeBack(db: Db, { userId, kind, subject }: Event, now: number) {
  if (kind === 'app-added') await deleteApp(db, userId)
  else if (kind === 'passkey-added') await deletePasskey(db, userId, String(subject))
  else if (kind === 'recovery-codes-made') await deleteRecoveryCodes(db, userId)
  else if (kind === 'provider-linked') await deleteIdentityById(db, userId, String(subject))
  else if (kind === 'webhook-made') await deleteWebhook(db, userId, String(subject))
  else return
  await updateTwoFactor(db, userId, now)
}
