import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import { isLanguage, type Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { newId } from '#server/db/values.ts'
import { explainMailFailure, type MailFailure } from './mail-failure.ts'
import type { Mail, SendMail } from './transport.ts'

/** An email that was not sent yet: its kind and recipient. Its token is created only when it is sent. */
export interface QueuedEmail {
  kind: string
  userId: string | null
  email: string
  language: Language
  /** What the email is about: a security event, or a webhook. */
  eventId?: string | null
}

/** Renders a queued email, or returns undefined if there is no reason to send it any more. */
export type EmailRenderer = (email: QueuedEmail) => Promise<Mail | undefined>

interface Options {
  db: Db
  now: () => number
  send: SendMail
  /** Undefined: mail is written to the outbox folder. */
  smtpUrl: string | undefined
  metrics: Registry
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

type ClaimedRow = Selectable<Schema['emails']>

const NOT_RENDERED: MailFailure = {
  kind: 'other',
  reason: 'The mail could not be created.',
  remedy: 'The database may be unreachable: see the lines around this one.',
  code: undefined,
  responseCode: undefined,
}

/** Requests queue emails as rows in their own transaction, so they succeed although the mail server is down. */
export function createMailQueue({ db, now, send, smtpUrl, metrics, renderers, log }: Options) {
  const counters = createCounters(metrics)
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

  async function attempt(row: ClaimedRow) {
    const language = isLanguage(row.language) ? row.language : 'en'
    let mail: Mail | undefined
    try {
      const { kind, user_id: userId, email, event_id: eventId } = row
      mail = await renderers[kind]?.({ kind, userId, email, language, eventId })
    } catch (error) {
      return retryLater(row, error, NOT_RENDERED)
    }
    if (mail !== undefined) {
      try {
        await send(mail)
      } catch (error) {
        return retryLater(row, error, explainMailFailure(error, smtpUrl))
      }
      counters.sent.inc()
    }
    await remove(row.id)
  }

  async function retryLater(row: ClaimedRow, error: unknown, failure: MailFailure) {
    const { kind, ...explanation } = failure
    const isRejected =
      Number(explanation.responseCode) >= MIN_PERMANENT_CODE &&
      RECIPIENT_COMMANDS.includes((error as { command?: string }).command ?? '')
    const isHopeless = now() - row.created_at > GIVE_UP_AFTER_MS || isRejected
    counters.failures.inc({ reason: kind })
    // The error itself is not logged: mail servers repeat the address in their messages.
    log.warn({ kind: row.kind, attempts: row.attempts, ...explanation, isHopeless }, 'mail not sent')
    if (isHopeless) return remove(row.id)
    const delayMs = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (row.attempts - 1), MAX_RETRY_DELAY_MS)
    await db
      .updateTable('emails')
      .set({ due_at: now() + delayMs })
      .where('id', '=', row.id)
      .execute()
  }

  async function remove(id: string) {
    await db.deleteFrom('emails').where('id', '=', id).execute()
  }
}

function createCounters(metrics: Registry) {
  const registers = [metrics]
  return {
    sent: new Counter({ name: 'ritmo_mail_sent_total', help: 'Mails that the mail server accepted', registers }),
    failures: new Counter({
      name: 'ritmo_mail_failures_total',
      help: 'Failed attempts to send a mail, by reason',
      labelNames: ['reason'],
      registers,
    }),
  }
}

export type MailQueue = ReturnType<typeof createMailQueue>

export async function enqueueEmail(
  db: Db,
  { kind, userId, email, language, eventId = null }: QueuedEmail,
  now: number,
) {
  const id = newId(now)
  const state = { attempts: 0, due_at: now, created_at: now }
  await db
    .insertInto('emails')
    .values({ id, kind, user_id: userId, email, language, event_id: eventId, ...state })
    .execute()
}
