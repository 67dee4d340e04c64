import type { Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { renderEmail } from '#server/mail/email-layout.ts'
import type { EmailRenderer } from '#server/mail/mail-queue.ts'
import { issueRestoreToken } from './email-recovery/restore-links.ts'
import { type AccountEmailKind, emailTemplates } from './email-templates.ts'
import { issueToken } from './one-time-tokens.ts'
import { findUser, findUserByEmail } from './queries.ts'

interface Options {
  db: Db
  now: () => number
  publicUrl: string
}

/**
 * Renders every email about an account. None contains the user's name, because somebody else may have registered the
 * address with a name of their choice.
 */
export function accountEmails({ db, now, publicUrl }: Options): Record<AccountEmailKind, EmailRenderer> {
  return {
    reset: async ({ email, language }) => {
      const user = await findUserByEmail(db, email)
      if (user === undefined) return undefined
      const token = await issueToken(db, 'reset', { userId: user.id, email: user.email }, now())
      return renderEmail(email, templateFor('reset', language), `${publicUrl}/reset-password/${token}`)
    },

    verify: async ({ userId, email, language }) => {
      const user = await findUser(db, String(userId))
      const isStillNeeded = user?.pending_email === email || (user?.email === email && user.verified_at === null)
      if (user === undefined || !isStillNeeded) return undefined
      const token = await issueToken(db, 'verify', { userId: user.id, email }, now())
      return renderEmail(email, templateFor('verify', language), `${publicUrl}/verify-email/${token}`)
    },

    'password-changed': async ({ email, language }) =>
      renderEmail(email, templateFor('password-changed', language), `${publicUrl}/forgot-password`),

    'email-changing': async ({ email, language }) =>
      renderEmail(email, templateFor('email-changing', language), `${publicUrl}/forgot-password`),

    'email-changed': async ({ userId, email, language }) => {
      const token = await issueRestoreToken(db, String(userId), email, now())
      if (token === undefined) return undefined
      return renderEmail(email, templateFor('email-changed', language), `${publicUrl}/restore-email/${token}`)
    },

    'email-changed-notice': async ({ email, language }) =>
      renderEmail(email, templateFor('email-changed-notice', language)),

    'email-changed-back': async ({ email, language }) =>
      renderEmail(email, templateFor('email-changed-back', language)),

    'email-restored': async ({ email, language }) => renderEmail(email, templateFor('email-restored', language)),
  }
}

const templateFor = (kind: AccountEmailKind, language: Language) => ({ ...emailTemplates[language][kind], language })
