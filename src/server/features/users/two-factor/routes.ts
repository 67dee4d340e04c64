import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { twoFactor } from '#contract/security/two-factor.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { withAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { listPasskeys } from '#server/features/users/passkeys/queries.ts'
import type { Passkeys } from '#server/features/users/passkeys/passkeys.ts'
import { requireUser, type UserRow } from '#server/features/users/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import type { ConfirmIdentity } from './confirm-identity.ts'
import type { SecretCipher } from '#server/secrets/secret-cipher.ts'
import {
  confirmApp,
  countRecoveryCodes,
  deleteApp,
  findApp,
  hasConfirmedApp,
  makeRecoveryCodes,
  storePendingApp,
  updateTwoFactor,
} from './queries.ts'
import { isTwoFactorRequired, type RequireTwoFactor } from './requirement.ts'
import type { SecondFactor } from './second-factor.ts'
import { toBase32, totpUri } from './totp.ts'

/** As long as the key of the hash function (RFC 4226, section 4). */
const SECRET_BYTES = 20

export interface TwoFactorParts {
  confirmIdentity: ConfirmIdentity
  secondFactor: SecondFactor
  cipher: SecretCipher
  passkeys: Passkeys
  requireTwoFactor: RequireTwoFactor
  /** The name of the site in authenticator apps. */
  site: string
}

export function twoFactorRoutes(app: FastifyInstance, services: Services, parts: TwoFactorParts) {
  const { db, now } = services
  const { confirmIdentity, secondFactor, cipher, passkeys, requireTwoFactor, site } = parts

  serve(app, services, twoFactor.state, async ({ session }) => {
    const user = await requireUser(db, session)
    const isRequired = isTwoFactorRequired(user, requireTwoFactor)
    return { ...(await readFactors(db, user)), isRequired, canHavePasskeys: passkeys.isAvailable }
  })

  serve(app, services, twoFactor.beginApp, async ({ session, body }) => {
    const user = await confirmIdentity(session, body)
    const secret = randomBytes(SECRET_BYTES)
    await withAuthenticatedUser(db, user, async (db) => {
      // A confirmed app stays until it is removed: replaced here, it would not protect the account any more.
      if ((await findApp(db, user.id))?.confirmed_at) throw new Refusal('conflict', 'appExists')
      await storePendingApp(db, user.id, cipher.encrypt(secret, user.id), now())
    })
    const text = toBase32(secret)
    const uri = totpUri(text, user.email, site)
    return { secret: text, uri, code: await drawQrCode(uri) }
  })

  serve(app, services, twoFactor.confirmApp, async ({ session, body, request }) => {
    const user = await requireUser(db, session)
    const pending = await findApp(db, user.id)
    if (pending === undefined || pending.confirmed_at !== null) throw new Refusal('conflict', 'appNotBegun')
    if (!(await secondFactor.checkFirstCode(user.id, body.code.replaceAll(/[\s-]/g, ''))))
      throw refuseField('code', 'wrongCode')
    return withAuthenticatedUser(db, user, async (db) => {
      const app = await findApp(db, user.id)
      if (app?.secret !== pending.secret) throw new Refusal('conflict', 'appNotBegun')
      await confirmApp(db, user.id, now())
      await updateTwoFactor(db, user.id, now())
      await recordSecurityEvent(db, { userId: user.id, kind: 'app-added', request }, now())
      return { recoveryCodes: await makeFirstRecoveryCodes(db, user.id) }
    })
  })

  serve(app, services, twoFactor.removeApp, async ({ session, body, request }) => {
    const user = await confirmIdentity(session, body)
    await withAuthenticatedUser(db, user, async (db) => {
      if (!(await deleteApp(db, user.id))) return
      await updateTwoFactor(db, user.id, now())
      await recordSecurityEvent(db, { userId: user.id, kind: 'app-removed', request }, now())
    })
    return null
  })

  serve(app, services, twoFactor.makeRecoveryCodes, async ({ session, body, request }) => {
    const user = await confirmIdentity(session, body)
    return withAuthenticatedUser(db, user, async (db, user) => {
      if (user.two_factor_at === null) throw new Refusal('conflict', 'twoFactorOff')
      await recordSecurityEvent(db, { userId: user.id, kind: 'recovery-codes-made', request }, now())
      return { recoveryCodes: await makeRecoveryCodes(db, user.id) }
    })
  })
}

const readFactors = async (db: Db, { id, two_factor_at }: UserRow) => ({
  isOn: two_factor_at !== null,
  hasApp: await hasConfirmedApp(db, id),
  recoveryCodesLeft: await countRecoveryCodes(db, id),
  passkeys: await listPasskeys(db, id),
})

/** With the first factor come recovery codes. Later ones leave those that the user has stored. */
export const makeFirstRecoveryCodes = async (db: Db, userId: string) =>
  (await countRecoveryCodes(db, userId)) === 0 ? makeRecoveryCodes(db, userId) : []

/** Loaded only when somebody sets up an app. */
async function drawQrCode(text: string) {
  const { encode } = await import('uqr')
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
