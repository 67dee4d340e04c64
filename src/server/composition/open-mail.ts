import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { STOPWATCH_EMAIL, stopwatchEmail } from '#server/features/reminders/stopwatch-email.ts'
import { enqueueDueReviews, REVIEW_EMAIL } from '#server/features/reports/review/mail-queries.ts'
import { reviewEmail } from '#server/features/reports/review/review-email.ts'
import type { UnsubscribeTokens } from '#server/features/reports/review/unsubscribe-tokens.ts'
import type { Timer } from '#server/features/timer/timer.ts'
import { PAUSED_EMAIL, pausedEmail } from '#server/features/webhooks/paused-email.ts'
import { accountEmails } from '#server/features/users/account-emails.ts'
import { securityEmails } from '#server/features/users/not-me/security-emails.ts'
import type { Services } from '#server/http/serve.ts'
import { repeatJob } from '#server/jobs/repeat-job.ts'
import { createMailQueue } from '#server/mail/mail-queue.ts'
import { createMailSender } from '#server/mail/transport.ts'

const MAIL_INTERVAL_MS = 2_000
const REVIEW_INTERVAL_MS = 60_000

interface MailParts extends Pick<Services, 'db' | 'now'> {
  config: Config
  reader: Db
  tokens: UnsubscribeTokens
  readTimer: Timer['read']
}

/** Sends queued e-mails, and queues the reviews of the week. */
export function openMail(app: FastifyInstance, { config, db, reader, now, tokens, readTimer }: MailParts) {
  const { log, metrics } = app
  const { publicUrl } = config
  const renderers = {
    ...accountEmails({ db, now, publicUrl }),
    ...securityEmails({ db, now, publicUrl }),
    [STOPWATCH_EMAIL]: stopwatchEmail({ db, now, readTimer, publicUrl }),
    [PAUSED_EMAIL]: pausedEmail({ db, publicUrl }),
    [REVIEW_EMAIL]: reviewEmail({ db, reader, now, publicUrl, tokens }),
  }
  const send = createMailSender(config, log)
  app.decorate('mail', createMailQueue({ db, now, send, smtpUrl: config.mail.smtpUrl, metrics, renderers, log }))
  repeatJob(app, 'mail', MAIL_INTERVAL_MS, () => app.mail.deliver())
  repeatJob(app, 'week-reviews', REVIEW_INTERVAL_MS, () => enqueueDueReviews(db, now()))
}
