import type { WeekReview } from '#contract/goals/review.ts'
import { firstWeekday } from '#core/formats.ts'
import { countMet } from '#core/goals/goal-progress.ts'
import { dayOfLastWeek } from '#core/goals/review-mail-time.ts'
import { findBestHours } from '#core/report/best-hours.ts'
import type { Db } from '#server/db/connect.ts'
import { listProjectNames } from '#server/features/projects/queries.ts'
import { renderEmail } from '#server/mail/email-layout.ts'
import type { EmailRenderer } from '#server/mail/mail-queue.ts'
import { findRecipient } from './mail-queries.ts'
import { readReview } from './read-review.ts'
import { type ReviewEmailText, reviewEmailTexts } from './review-email-texts.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

interface Options {
  db: Db
  reader: Db
  now: () => number
  publicUrl: string
  tokens: UnsubscribeTokens
}

const MAX_PROJECTS = 5

/** Renders the review of the last week. Nothing is sent for a week without work, or after the mails were turned off. */
export function reviewEmail({ db, reader, now, publicUrl, tokens }: Options): EmailRenderer {
  return async ({ userId, email, language }) => {
    const recipient = await findRecipient(db, String(userId))
    if (recipient === undefined || !isWanted(recipient, email)) return undefined
    const [zone, weekStart] = [zoneOf(recipient), firstWeekday(recipient.formats)]
    const week = { day: dayOfLastWeek(now(), zone, weekStart), zone, weekStart }
    const review = await readReview(reader, String(userId), week)
    if (review.milliseconds === 0) return undefined
    const names = new Map((await listProjectNames(reader, String(userId))).map(({ id, name }) => [id, name]))
    const text = reviewEmailTexts[language]
    const unsubscribe = `${publicUrl}/unsubscribe/${tokens.create(String(userId))}`
    const content = {
      subject: text.subject(text.time(review.milliseconds)),
      lines: linesOf(review, names, text, zone),
      button: text.button,
      footnote: text.footnote(unsubscribe),
      language,
    }
    return {
      ...renderEmail(email, content, `${publicUrl}/review?week=${review.from}`),
      // Mail programs show a button that ends the mails with one press (RFC 8058).
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }
  }
}

type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

/** Whether the mails are still on, for this address. */
const isWanted = (recipient: Recipient, email: string) =>
  recipient.zone !== null && recipient.email === email && recipient.isVerified

const zoneOf = ({ zone, formats }: Recipient) => formats.timeZone ?? zone ?? 'UTC'

function linesOf(review: WeekReview, names: ReadonlyMap<string, string>, text: ReviewEmailText, zone: string) {
  const { milliseconds, days, before, projects, longest, hours } = review
  const goals = countMet(days, false)
  const best = findBestHours(hours)
  const shown = projects.slice(0, MAX_PROJECTS)
  const list = shown.map(({ project, milliseconds }) => `${names.get(project) ?? '–'}: ${text.time(milliseconds)}`)
  const usual = before.milliseconds > 0 ? ` ${text.usually(text.time(before.milliseconds))}` : ''
  return [
    text.total(text.time(milliseconds), days.filter((day) => day.milliseconds > 0).length) + usual,
    list.join(' · '),
    ...(goals.of > 0 ? [text.goal(goals.met, goals.of)] : []),
    ...(longest === null ? [] : [text.longest(text.time(longest.milliseconds), Date.parse(longest.start), zone)]),
    ...(best === undefined ? [] : [text.bestHours(best.from, best.to, Math.round(best.share * 100))]),
  ]
}
