import type { FastifyInstance } from 'fastify'
import type { SignInWays } from '#contract/accounts/openid.ts'
import { passkeys as contract } from '#contract/security/two-factor.ts'
import { transact } from '#server/db/transact.ts'
import { assertFound, Refusal } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { lockAuthenticatedUser, withAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { requireUser } from '#server/features/users/queries.ts'
import type { OpenSession } from '#server/features/users/sign-in/open-session.ts'
import { requirePasswordSignIn } from '#server/features/users/sign-in/password-sign-in.ts'
import { updateTwoFactor } from '#server/features/users/two-factor/queries.ts'
import { makeFirstRecoveryCodes, type TwoFactorParts } from '#server/features/users/two-factor/routes.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { asInvalid } from './passkeys.ts'
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, renamePasskey } from './queries.ts'

const MAX_PASSKEYS = 20

interface Parts extends Pick<TwoFactorParts, 'passkeys' | 'confirmIdentity'> {
  openSession: OpenSession
  ways: SignInWays
}

export function passkeyRoutes(app: FastifyInstance, services: Services, parts: Parts) {
  const { db, now, limits } = services
  const { passkeys, confirmIdentity, openSession, ways } = parts

  serve(app, services, contract.options, async ({ session, body }) =>
    passkeys.registrationOptions(await confirmIdentity(session, body)),
  )

  serve(app, services, contract.add, async ({ session, body, request }) => {
    // The challenge proves the confirmation: only a user who has confirmed their identity gets one.
    const user = await requireUser(db, session)
    const { row, nonce } = await passkeys.verifyNew(user, body.passkey).catch(asInvalid)
    return withAuthenticatedUser(db, user, async (db) => {
      await passkeys.recordRegistration(db, user.id, nonce).catch(asInvalid)
      if (await findPasskey(db, user.id, row.id)) throw new Refusal('conflict', 'passkeyExists')
      if ((await listPasskeys(db, user.id)).length >= MAX_PASSKEYS)
        throw new Refusal('invalid', 'invalidRequest', {
          passkeys: { key: 'quotaReached', params: { maximum: MAX_PASSKEYS } },
        })
      const passkey = await insertPasskey(db, { ...row, name: body.name, used_at: null, created_at: now() })
      await updateTwoFactor(db, user.id, now())
      await recordSecurityEvent(db, { userId: user.id, kind: 'passkey-added', request, subject: row.id }, now())
      return { passkey, recoveryCodes: await makeFirstRecoveryCodes(db, user.id) }
    })
  })

  serve(app, services, contract.rename, async ({ session, params, body }) =>
    assertFound(await renamePasskey(db, session.userId, params.id, body.name), 'passkeyNotFound'),
  )

  serve(app, services, contract.remove, async ({ session, params, body, request }) => {
    const user = await confirmIdentity(session, body)
    await withAuthenticatedUser(db, user, async (db) => {
      if (!(await deletePasskey(db, user.id, params.id))) throw new Refusal('not-found', 'passkeyNotFound')
      await updateTwoFactor(db, user.id, now())
      await recordSecurityEvent(db, { userId: user.id, kind: 'passkey-removed', request }, now())
    })
    return null
  })

  serve(app, services, contract.signInOptions, () => passkeys.signInOptions())

  serve(app, services, contract.signIn, async ({ body, request }) => {
    requirePasswordSignIn(ways)
    const verified = await passkeys.verify(body.passkey).catch(async (error: unknown) => {
      // Nobody can guess a signature: bad ones are counted so that they cost an attacker as much as bad tokens.
      throw (await limits.tryCount('login-address', networkOf(request.ip))) ?? error
    })
    limits.countCall(verified.user.id)
    const signedIn = await transact(db, async (db) => {
      const user = await lockAuthenticatedUser(db, verified.user)
      if (user === undefined) throw new Refusal('unauthenticated', 'passkeyFailed')
      await passkeys.recordUse(db, verified)
      return openSession(db, user, request)
    })
    request.log.info({ userId: signedIn.user.id }, 'signed in with a passkey')
    return signedIn
  })
}
