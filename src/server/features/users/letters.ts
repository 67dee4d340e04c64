import type { Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { layOut, type Words } from '#server/mail/layout.ts'
import type { Writer } from '#server/mail/post.ts'
import { findUser, findUserByEmail } from './queries.ts'
import { issueToken } from './one-time-tokens.ts'
import { type LetterKind, letterWords } from './letter-words.ts'

interface Options {
  db: Db
  now: () => number
  publicUrl: string
}

/** Every mail about an account. None holds the user's name: a stranger may have chosen it for somebody else's mailbox. */
export function accountLetters({ db, now, publicUrl }: Options): Record<LetterKind, Writer> {
  return {
    reset: async ({ email, language }) => {
      const user = await findUserByEmail(db, email)
      if (user === undefined) return undefined
      const token = await issueToken(db, 'reset', { userId: user.id, email: user.email }, now())
      return layOut(email, wordsOf('reset', language), `${publicUrl}/reset-password/${token}`)
    },

    verify: async ({ userId, email, language }) => {
      const user = await findUser(db, String(userId))
      const isWanted = user?.pending_email === email || (user?.email === email && user.verified_at === null)
      if (user === undefined || !isWanted) return undefined
      const token = await issueToken(db, 'verify', { userId: user.id, email }, now())
      return layOut(email, wordsOf('verify', language), `${publicUrl}/verify-email/${token}`)
    },

    'password-changed': async ({ email, language }) =>
      layOut(email, wordsOf('password-changed', language), `${publicUrl}/forgot-password`),

    'email-changing': async ({ email, language }) =>
      layOut(email, wordsOf('email-changing', language), `${publicUrl}/forgot-password`),
  }
}

const wordsOf = (kind: LetterKind, language: Language): Words => letterWords[language][kind]
