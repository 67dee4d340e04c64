import type { FastifyInstance } from 'fastify'
import type { Parsed } from '#contract/endpoint.ts'
import { type User, users } from '#contract/users.ts'
import { isTimeZone } from '#core/time/time-zone.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteInParts } from '#server/db/delete-in-parts.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { cancelPendingChanges } from '#server/features/users/credentials/cancel-pending.ts'
import { resignAdministrator } from '#server/features/users/administration/accounts.ts'
import { reauthenticate, withAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import type { CheckNewPassword } from '#server/features/users/credentials/check-new-password.ts'
import { endAccess } from '#server/features/users/credentials/end-access.ts'
import { hashPassword } from '#server/features/users/credentials/passwords.ts'
import { isReserved } from '#server/features/users/email-recovery/restore-links.ts'
import { revokeTokens } from '#server/features/users/one-time-tokens.ts'
import {
  deleteUser,
  deleteUserContents,
  findUserByEmail,
  languageOf,
  normalizeEmail,
  requireUser,
  toJson,
  updateUser,
  type UserRow,
} from '#server/features/users/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'

export function profileRoutes(app: FastifyInstance, services: Services, checkNewPassword: CheckNewPassword) {
  const { db, now, limits, disconnect } = services

  serve(app, services, users.profile, async ({ session }) => toJson(await requireUser(db, session), now()))

  serve(app, services, users.changeProfile, async ({ session, body, request }) => {
    const user = await requireUser(db, session)
    const email = body.email && normalizeEmail(body.email)
    const preferences = toPreferenceColumns(body)
    const isNewAddress = email && email !== user.email && email !== user.pending_email
    if (isNewAddress) {
      await reauthenticate(services, session, user, { password: body.currentPassword, field: 'currentPassword' })
      // The reply reveals whether the address has an account, so it counts against the limit of verification mails.
      await limits.countAttempt('verification', user.id)
      if ((await findUserByEmail(db, email)) || (await isReserved(db, email, user.id, now())))
        throw refuseField('email', 'emailTaken', 'conflict')
    }
    return withAuthenticatedUser(db, user, async (db, user) => {
      if (isNewAddress) await requestEmailChange(db, user, email, now())
      if (isNewAddress) await recordSecurityEvent(db, { userId: user.id, kind: 'email-changing', request }, now())
      // A request for the present address cancels a pending change.
      const cancellation = email === user.email && { pending_email: null }
      const changed = await updateUser(db, user.id, { name: body.name, ...preferences, ...cancellation }, now())
      return toJson(changed!, now())
    })
  })

  serve(app, services, users.changePassword, async ({ session, body, request }) => {
    const user = await requireUser(db, session)
    if (user.password_hash === null) throw new Refusal('invalid', 'noPassword')
    await reauthenticate(services, session, user, { password: body.currentPassword, field: 'currentPassword' })
    await checkNewPassword(body.newPassword, [user.name, user.email], 'newPassword')
    const passwordHash = await hashPassword(body.newPassword)
    const ended = await withAuthenticatedUser(db, user, async (db, user) => {
      const userId = user.id
      await cancelPendingChanges(db, user, now())
      await updateUser(db, userId, { password_hash: passwordHash }, now())
      await recordSecurityEvent(db, { userId, kind: 'password-changed', request }, now())
      return endAccess(db, userId, { exceptSession: session.id })
    })
    disconnect(ended)
    request.log.info({ userId: user.id }, 'password changed')
    return null
  })

  serve(app, services, users.deleteProfile, async ({ session, body, request }) => {
    const user = await requireUser(db, session)
    await reauthenticate(services, session, user, { password: body.password, field: 'password' })
    if (user.is_administrator === 1) await resignAdministrator(db, user.id, now())
    const ended = await deleteInParts(
      (work) => withAuthenticatedUser(db, user, work),
      deleteUserContents(user.id),
      async (db) => {
        const ended = await endAccess(db, user.id)
        // The user is read again, because another address may have become pending meanwhile.
        await deleteUser(db, await requireUser(db, session))
        return ended
      },
    )
    disconnect(ended, 'deleted')
    request.log.info({ userId: user.id }, 'account deleted')
    return null
  })
}

type Preferences = Pick<
  Parsed<typeof users.changeProfile>['body'],
  'preferredLanguage' | 'theme' | 'formats' | 'autoStart'
>

const toPreferenceColumns = ({ preferredLanguage, theme, formats, autoStart }: Preferences) => ({
  preferred_language: preferredLanguage,
  theme,
  formats: toFormatsColumn(formats),
  auto_start: autoStart && JSON.stringify(autoStart),
})

/** Undefined, which changes nothing, if the request has no formats. */
function toFormatsColumn(formats: User['formats'] | undefined) {
  const { timeZone = null } = formats ?? {}
  if (timeZone !== null && !isTimeZone(timeZone)) throw refuseField('timeZone', 'unknownZone')
  return formats && JSON.stringify(formats)
}

/** The present address stays in use until the user opens the link sent to the new one. */
async function requestEmailChange(db: Db, user: UserRow, email: string, now: number) {
  const language = languageOf(user) ?? 'en'
  await revokeTokens(db, user.id, ['verify'])
  await updateUser(db, user.id, { pending_email: email, verification_requested_at: now }, now)
  await enqueueEmail(db, { kind: 'verify', userId: user.id, email, language }, now)
}
