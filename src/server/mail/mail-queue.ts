import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { isLanguage, type Language } from '#core/language.ts'
import { uuidV7 } from '#core/uuid.ts'
import type { Db } from '#server/db/connect.ts'
import type { Mail, SendMail } from './transport.ts'

/** A mail still to be written: what for and to whom. Its secrets are made only when it is sent. */
export interface QueuedEmail {
  kind: string
  userId: string | null
  email: string
  language: Language
}

/** Turns a letter into a mail, or into nothing if there is no more reason to send it. */
export type EmailRenderer = (letter: QueuedEmail) => Promise<Mail | undefined>

interface Options {
  db: Db
  now: () => number
  send: SendMail
  renderers: Record<string, EmailRenderer>
  log: FastifyBaseLogger
}

/** Longer than any attempt takes, ten answers at their slowest: who holds a letter that long has died. */
const CLAIM_MS = 5 * 60_000
const FIRST_RETRY_DELAY_MS = 30_000
const MAX_RETRY_DELAY_MS = 60 * 60_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000
/** From here on a mail server means never. */
const MIN_PERMANENT_CODE = 500
/** Where it speaks of this letter: there is no such mailbox, or it is not wanted. Anything else can be set right. */
const RECIPIENT_COMMANDS = ['RCPT TO', 'DATA']

/** Posting a letter is a row in the caller's transaction, so a mail server that is down fails no request. */
export function createMailQueue({ db, now, send, renderers: writers, log }: Options) {
  return {
    /** Sends what is due. Several processes may do so at once: each letter is held by one of them. */
    async deliver() {
      for (let letter = await hold(); letter !== undefined; letter = await hold()) await attempt(letter)
    },
  }

  async function hold() {
    const due = db.selectFrom('emails').select('id').where('due_at', '<=', now()).orderBy('due_at').limit(1)
    return (
      db
        .updateTable('emails')
        .set((row) => ({ due_at: now() + CLAIM_MS, attempts: row('attempts', '+', 1) }))
        .where('id', '=', due)
        // Asked again, because another process may have held it since.
        .where('due_at', '<=', now())
        .returningAll()
        .executeTakeFirst()
    )
  }

  async function attempt(row: NonNullable<Awaited<ReturnType<typeof hold>>>) {
    try {
      const language = isLanguage(row.language) ? row.language : 'en'
      const mail = await writers[row.kind]?.({ kind: row.kind, userId: row.user_id, email: row.email, language })
      if (mail !== undefined) await send(mail)
      await remove(row.id)
    } catch (error) {
      // Not the error itself: mail servers repeat the address in their sentences.
      const { code, responseCode, command = '' } = error as { code?: string; responseCode?: number; command?: string }
      const isRejected = Number(responseCode) >= MIN_PERMANENT_CODE && RECIPIENT_COMMANDS.includes(command)
      const isHopeless = now() - row.created_at > GIVE_UP_AFTER_MS || isRejected
      log.warn({ kind: row.kind, attempts: row.attempts, code, responseCode, isHopeless }, 'mail not sent')
      if (isHopeless) return remove(row.id)
      const wait = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (row.attempts - 1), MAX_RETRY_DELAY_MS)
      await db
        .updateTable('emails')
        .set({ due_at: now() + wait })
        .where('id', '=', row.id)
        .execute()
    }
  }

  async function remove(id: string) {
    await db.deleteFrom('emails').where('id', '=', id).execute()
  }
}

export type MailQueue = ReturnType<typeof createMailQueue>

export async function enqueueEmail(db: Db, { kind, userId, email, language }: QueuedEmail, now: number) {
  const id = uuidV7(now, randomBytes(10))
  await db
    .insertInto('emails')
    .values({ id, kind, user_id: userId, email, language, attempts: 0, due_at: now, created_at: now })
    .execute()
}
