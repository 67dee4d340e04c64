import type { FastifyBaseLogger } from 'fastify'
import { isLanguage, type Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import type { Mail, SendMail } from './transport.ts'

/** An email that was not sent yet: its kind and recipient. Its token is created only when it is sent. */
export interface QueuedEmail {
  kind: string
  userId: string | null
  email: string
  language: Language
}

/** Renders a queued email, or returns undefined if there is no reason to send it any more. */
export type EmailRenderer = (email: QueuedEmail) => Promise<Mail | undefined>

interface Options {
  db: Db
  now: () => number
  send: SendMail
  renderers: Record<string, EmailRenderer>
  log: FastifyBaseLogger
}

/** Longer than any attempt takes (ten SMTP replies, each at its timeout): the process of an older claim has died. */
const CLAIM_MS = 5 * 60_000
const FIRST_RETRY_DELAY_MS = 30_000
const MAX_RETRY_DELAY_MS = 60 * 60_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000
/** SMTP codes from here on are permanent errors. */
const MIN_PERMANENT_CODE = 500
/** Permanent errors to these commands are about one email or recipient. The operator can fix all others. */
const RECIPIENT_COMMANDS = ['RCPT TO', 'DATA']

/** Requests queue emails as rows in their own transaction, so they succeed although the mail server is down. */
export function createMailQueue({ db, now, send, renderers, log }: Options) {
  return {
    /** Sends all emails that are due. Several processes may do so at once: each email is claimed by one of them. */
    async deliver() {
      for (let row = await claimNext(); row !== undefined; row = await claimNext()) await attempt(row)
    },
  }

  async function claimNext() {
    const due = db.selectFrom('emails').select('id').where('due_at', '<=', now()).orderBy('due_at').limit(1)
    return (
      db
        .updateTable('emails')
        .set((row) => ({ due_at: now() + CLAIM_MS, attempts: row('attempts', '+', 1) }))
        .where('id', '=', due)
        // Checked again, because another process may have claimed it meanwhile.
        .where('due_at', '<=', now())
        .returningAll()
        .executeTakeFirst()
    )
  }

  async function attempt(row: NonNullable<Awaited<ReturnType<typeof claimNext>>>) {
    try {
      const language = isLanguage(row.language) ? row.language : 'en'
      const mail = await renderers[row.kind]?.({ kind: row.kind, userId: row.user_id, email: row.email, language })
      if (mail !== undefined) await send(mail)
      await remove(row.id)
    } catch (error) {
      // The error itself is not logged: mail servers repeat the address in their messages.
      const { code, responseCode, command = '' } = error as { code?: string; responseCode?: number; command?: string }
      const isRejected = Number(responseCode) >= MIN_PERMANENT_CODE && RECIPIENT_COMMANDS.includes(command)
      const isHopeless = now() - row.created_at > GIVE_UP_AFTER_MS || isRejected
      log.warn({ kind: row.kind, attempts: row.attempts, code, responseCode, isHopeless }, 'mail not sent')
      if (isHopeless) return remove(row.id)
      const delayMs = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (row.attempts - 1), MAX_RETRY_DELAY_MS)
      await db
        .updateTable('emails')
        .set({ due_at: now() + delayMs })
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
  const id = newId(now)
  await db
    .insertInto('emails')
    .values({ id, kind, user_id: userId, email, language, attempts: 0, due_at: now, created_at: now })
    .execute()
}
