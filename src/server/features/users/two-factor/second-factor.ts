import type { FastifyRequest } from 'fastify'
import { Refusal, refuseField } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { listPasskeys } from '#server/features/users/passkeys/queries.ts'
import type { UserRow } from '#server/features/users/queries.ts'
import type { Services } from '#server/http/serve.ts'
import type { SecretCipher } from '#server/secrets/secret-cipher.ts'
import { findApp, hasConfirmedApp, recordAppStep, redeemRecoveryCode } from './queries.ts'
import { findTotpStep } from './totp.ts'

interface Answer {
  code: string | undefined
  request: FastifyRequest
}

/** Checks what a sign-in needs besides the password. */
export function createSecondFactor({ db, now }: Services, cipher: SecretCipher) {
  return {
    /** Throws unless the account needs no second factor or the code is right. A right code is used up. */
    async demand(user: UserRow, { code, request }: Answer) {
      if (user.two_factor_at === null) return
      if (code === undefined) throw await askForCode(user.id)
      const typed = code.replaceAll(/[\s-]/g, '')
      if (/^\d{6}$/.test(typed)) {
        if (await redeemAppCode(user.id, typed)) return
      } else if (await redeemRecoveryCode(db, user.id, typed.toLowerCase())) {
        await recordSecurityEvent(db, { userId: user.id, kind: 'recovery-code-used', request }, now())
        return
      }
      request.log.warn({ userId: user.id }, 'sign-in refused')
      throw refuseField('code', 'wrongCode', 'unauthenticated')
    },

    /** Whether this is the present code of an app that was not confirmed yet. Uses it up. */
    checkFirstCode: redeemAppCode,
  }

  async function redeemAppCode(userId: string, code: string) {
    const app = await findApp(db, userId)
    const secret = app && cipher.decrypt(app.secret, userId)
    if (app === undefined || secret === undefined) return false
    const step = findTotpStep(secret, code, now(), app.last_step)
    return step !== undefined && (await recordAppStep(db, userId, step))
  }

  /** Names the ways on: `code` of an app, `passkey`, or both. A recovery code is always one. */
  async function askForCode(userId: string) {
    const hasApp = await hasConfirmedApp(db, userId)
    const hasPasskey = (await listPasskeys(db, userId)).length > 0
    return new Refusal('second-factor-required', hasApp ? 'codeRequired' : 'passkeyRequired', {
      ...(hasApp && { code: { key: 'codeRequired', params: {} } }),
      ...(hasPasskey && { passkey: { key: 'passkeyRequired', params: {} } }),
    })
  }
}

export type SecondFactor = ReturnType<typeof createSecondFactor>
