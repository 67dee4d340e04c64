import { Formats } from '#contract/users.ts'
import { describeDevice } from '#core/accounts/device-name.ts'
import { type Language, toLocale } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import {
  MAILED_EVENT_KINDS,
  type MailedEventKind,
  securityEmailKind,
} from '#server/features/security-events/queries.ts'
import { findUser, type UserRow } from '#server/features/users/queries.ts'
import { renderEmail } from '#server/mail/email-layout.ts'
import type { EmailRenderer } from '#server/mail/mail-queue.ts'
import { findRecentEvent, issueEventToken } from './links.ts'
import { securityEmailTexts } from './security-email-texts.ts'

interface Options {
  db: Db
  now: () => number
  publicUrl: string
}

/** The mail about each kind of security event. Its link opens a page that changes nothing until its button is pressed. */
export function securityEmails({ db, now, publicUrl }: Options): Record<string, EmailRenderer> {
  const rendererOf =
    (kind: MailedEventKind): EmailRenderer =>
    async ({ userId, email, language, eventId }) => {
      const event = await findRecentEvent(db, String(userId), String(eventId), now())
      const user = event && (await findUser(db, event.user_id))
      if (user === undefined || event === undefined) return undefined
      const texts = securityEmailTexts[language]
      const [subject, sentence] = texts.events[kind]
      const content = {
        subject,
        lines: [sentence, whereOf(event, user, language), texts.advice],
        button: texts.button,
        footnote: texts.footnote,
        language,
      }
      return renderEmail(email, content, `${publicUrl}/not-me/${await issueEventToken(db, event)}`)
    }
  return Object.fromEntries(MAILED_EVENT_KINDS.map((kind) => [securityEmailKind(kind), rendererOf(kind)]))
}

type Event = NonNullable<Awaited<ReturnType<typeof findRecentEvent>>>

/** Time, device and network, such as `2 March 2026 at 09:00 UTC · Firefox, Linux · 203.0.113.1`. */
function whereOf({ created_at, user_agent, address }: Event, user: UserRow, language: Language) {
  const time = new Intl.DateTimeFormat(toLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zoneOf(user),
  }).format(created_at)
  const zone = zoneOf(user) === 'UTC' ? ' UTC' : ''
  const { browser, system } = describeDevice(user_agent)
  const device = [browser, system].filter((part) => part !== null).join(', ')
  return [`${time}${zone}`, device, address].filter(Boolean).join(' · ')
}

const zoneOf = ({ formats }: UserRow) =>
  (formats === null ? null : Formats.safeParse(JSON.parse(formats)).data?.timeZone) ?? 'UTC'
