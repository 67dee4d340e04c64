import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { SECURITY_EVENT_KINDS, type SecurityEvent, type SecurityEventKind } from '#contract/security/events.ts'
import { describeDevice } from '#core/accounts/device-name.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteInParts, deleteSomeRows } from '#server/db/delete-in-parts.ts'
import { transact } from '#server/db/transact.ts'
import { newId, toIsoTime } from '#server/db/values.ts'
import { findUser, languageOf, type UserRow } from '#server/features/users/queries.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'

const MAX_AGE_MS = 90 * DAY_MS
const MAX_LISTED = 200

/** Mails about events of one kind within a day. All are in the log, and the first mails have said enough. */
const MAX_MAILS_A_DAY = 10

/** The mails about these changes have texts and links of their own. */
const WITHOUT_SECURITY_MAIL = ['email-changed', 'email-restored', 'account-secured'] as const
export type MailedEventKind = Exclude<SecurityEventKind, (typeof WITHOUT_SECURITY_MAIL)[number]>

const hasMail = (kind: SecurityEventKind): kind is MailedEventKind =>
  !WITHOUT_SECURITY_MAIL.some((unmailed) => unmailed === kind)
export const MAILED_EVENT_KINDS = SECURITY_EVENT_KINDS.filter(hasMail)

/**
 * These are mailed to an address that nobody has confirmed, too. Other mails would let anybody who registers with the
 * address of somebody else fill their mailbox.
 */
const MAILED_WITHOUT_CONFIRMATION: SecurityEventKind[] = ['password-changed', 'password-reset', 'email-changing']

export const securityEmailKind = (kind: SecurityEventKind) => `security-${kind}` as const

interface NewEvent {
  userId: string
  kind: SecurityEventKind
  /** Undefined if an administrator does it: the log shows neither their device nor their address. */
  request: Pick<FastifyRequest, 'ip' | 'headers'> | undefined
  /** The id of what was added, so that "This was not me" can remove it. */
  subject?: string
}

/** Adds an event to the security log of a user and mails it, in the transaction of the change that it is about. */
export async function recordSecurityEvent(db: Db, { userId, kind, request, subject }: NewEvent, now: number) {
  const user = await findUser(db, userId)
  if (user === undefined) return
  const id = newId(now)
  const isMailed = await needsMail(db, user, kind, now)
  await db
    .insertInto('security_events')
    .values({
      user_id: userId,
      id,
      kind,
      subject: subject ?? null,
      user_agent: userAgentOf(request),
      address: request === undefined ? null : networkOf(request.ip),
      link_hash: null,
      created_at: now,
    })
    .execute()
  if (!isMailed) return
  const language = languageOf(user) ?? 'en'
  await enqueueEmail(db, { kind: securityEmailKind(kind), userId, email: user.email, language, eventId: id }, now)
}

/** The user agent of a request, as far as it is stored. */
export const userAgentOf = (request: Pick<FastifyRequest, 'headers'> | undefined) =>
  (request?.headers['user-agent'] ?? '').slice(0, 300).toWellFormed()

async function needsMail(db: Db, user: UserRow, kind: SecurityEventKind, now: number) {
  if (!hasMail(kind)) return false
  if (user.verified_at === null && !MAILED_WITHOUT_CONFIRMATION.includes(kind)) return false
  const recent = await db
    .selectFrom('security_events')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', user.id)
    .where('kind', '=', kind)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow()
  return recent.count < MAX_MAILS_A_DAY
}

export async function listSecurityEvents(db: Db, userId: string, now: number): Promise<SecurityEvent[]> {
  const rows = await db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>', now - MAX_AGE_MS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: toIsoTime(row.created_at),
    ...describeDevice(row.user_agent),
    address: row.address,
  }))
}

export const deleteOldSecurityEvents = (db: Db, now: number) =>
  deleteInParts(
    (work) => transact(db, work),
    [deleteSomeRows('security_events', sql`created_at <= ${now - MAX_AGE_MS}`)],
    async () => undefined,
  )
