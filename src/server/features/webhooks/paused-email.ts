import type { Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { type EmailText, renderEmail } from '#server/mail/email-layout.ts'
import type { EmailRenderer } from '#server/mail/mail-queue.ts'
import { findWebhook } from './queries.ts'

export const PAUSED_EMAIL = 'webhook-paused'

/** Renders the mail about a webhook that was paused because its deliveries failed, unless it was resumed meanwhile. */
export function pausedEmail({ db, publicUrl }: { db: Db; publicUrl: string }): EmailRenderer {
  return async ({ userId, email, language, eventId }) => {
    const webhook = await findWebhook(db, String(userId), String(eventId))
    if (webhook === undefined || webhook.state !== 'paused' || webhook.pauseReason === 'user') return undefined
    // Its path may be a secret of the receiver.
    const { host } = new URL(webhook.url)
    const isGone = webhook.pauseReason === 'gone'
    const content = TEXTS[language]({ host, isGone, waiting: webhook.waiting })
    return renderEmail(email, { ...content, language }, `${publicUrl}/settings/webhooks`)
  }
}

interface Pause {
  host: string
  /** The receiver replied 410; otherwise it has failed for a day. */
  isGone: boolean
  waiting: number
}

const TEXTS: Record<Language, (pause: Pause) => EmailText> = {
  en: ({ host, isGone, waiting }) => ({
    subject: `Your webhook to ${host} is paused`,
    lines: [
      isGone
        ? `${host} replied that it wants no more events (410 Gone), so Ritmo sends it nothing more.`
        : `For a whole day, ${host} has not accepted an event, so Ritmo has stopped trying.`,
      `Events that wait: ${waiting}. They are kept, and sent when you resume the webhook. What happens until then is not.`,
    ],
    button: 'Open webhooks',
    footnote: 'You get this mail because you have set up this webhook.',
  }),
  es: ({ host, isGone, waiting }) => ({
    subject: `Tu webhook hacia ${host} está en pausa`,
    lines: [
      isGone
        ? `${host} ha respondido que no quiere más eventos (410 Gone), así que Ritmo ya no le envía nada.`
        : `Durante un día entero, ${host} no ha aceptado ningún evento, así que Ritmo ha dejado de intentarlo.`,
      `Eventos en espera: ${waiting}. Se guardan y se enviarán cuando reanudes el webhook. Lo que ocurra hasta entonces, no.`,
    ],
    button: 'Abrir los webhooks',
    footnote: 'Recibes este mensaje porque configuraste este webhook.',
  }),
  tr: ({ host, isGone, waiting }) => ({
    subject: `${host} webhook’unuz duraklatıldı`,
    lines: [
      isGone
        ? `${host} artık olay istemediğini bildirdi (410 Gone); Ritmo ona başka bir şey göndermiyor.`
        : `${host} bütün bir gün boyunca hiçbir olayı kabul etmedi; Ritmo denemeyi bıraktı.`,
      `Bekleyen olaylar: ${waiting}. Saklanıyorlar ve webhook’u sürdürdüğünüzde gönderilecekler. O zamana kadar olanlar gönderilmez.`,
    ],
    button: 'Webhook’ları aç',
    footnote: 'Bu iletiyi, bu webhook’u siz kurduğunuz için alıyorsunuz.',
  }),
}
