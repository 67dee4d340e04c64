import type { FastifyBaseLogger } from 'fastify'
import { isLanguage, type Language } from '#core/language.ts'
import { dueReminders, type Facts, nextLookAt, type ReminderKind, REMINDER_KINDS } from '#core/reminders/reminders.ts'
import { startOfDay } from '#core/time/time-zone.ts'
import type { Db } from '#server/db/connect.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { type DueReminders, findReminders, hasWorkedSince, listDueReminders, takeReminders } from './queries.ts'
import { type ReadTimer, readRun } from './read-run.ts'
import { STOPWATCH_EMAIL } from './stopwatch-email.ts'
import { type ReminderMessage, reminderTexts } from './reminder-texts.ts'

interface Options {
  db: Db
  now: () => number
  readTimer: ReadTimer
  push: { send: (userId: string, messageIn: (language: Language) => ReminderMessage) => Promise<void> }
  log: FastifyBaseLogger
}

const USERS_AT_ONCE = 100

/** Sends the reminders that are due. Servers that do this at the same time send each of them once. */
export function createReminderSender({ db, now, readTimer, push, log }: Options) {
  return async () => {
    for (const due of await listDueReminders(db, now(), USERS_AT_ONCE))
      await send(due).catch((error: unknown) => log.error({ err: error, userId: due.userId }, 'reminder failed'))
  }

  async function send(due: DueReminders) {
    const { userId, sent } = due
    const reminders = await findReminders(db, userId)
    if (reminders === null) return void (await takeReminders(db, due, { sent, nextAt: null }))
    const at = now()
    const facts = await readFacts(userId, reminders.timeZone, at)
    const found = dueReminders(reminders, facts, sent, at)
    const nextAt = nextLookAt(reminders, facts, at)
    // It is recorded first: a reminder that is lost with its server is better than one that comes twice.
    if (!(await takeReminders(db, due, { sent: { ...sent, ...found }, nextAt }))) return
    const { hours, isMailed } = reminders.longStopwatch
    for (const kind of REMINDER_KINDS) {
      const about = found[kind]
      if (about === undefined) continue
      await push.send(userId, (language) => toMessage(kind, about, { hours, language }))
      if (kind === 'longStopwatch' && isMailed) await mailTo(userId)
    }
  }

  async function readFacts(userId: string, timeZone: string, at: number): Promise<Facts> {
    const hasWorkedToday = await hasWorkedSince(db, userId, startOfDay(at, timeZone))
    return { hasWorkedToday, run: await readRun(readTimer, userId, at) }
  }

  /** Only to an address that its owner has confirmed. */
  async function mailTo(userId: string) {
    const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    if (user === undefined || user.verified_at === null || user.disabled_at !== null) return
    const language = isLanguage(user.preferred_language) ? user.preferred_language : 'en'
    await enqueueEmail(db, { kind: STOPWATCH_EMAIL, userId, email: user.email, language }, now())
  }
}

interface MessageOptions {
  hours: number
  language: Language
}

/** It contains no names, because a locked screen shows it to everyone. */
function toMessage(kind: ReminderKind, about: string, { hours, language }: MessageOptions): ReminderMessage {
  const { title, body } = reminderTexts[language][kind]
  return {
    kind: 'reminder',
    title,
    body: body.replace('{{hours}}', String(hours)),
    tag: `${kind} ${about}`,
    actions: [],
  }
}
