import type { Language } from '#core/language.ts'
import { HOUR_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { type EmailText, renderEmail } from '#server/mail/email-layout.ts'
import type { EmailRenderer } from '#server/mail/mail-queue.ts'
import { findReminders } from './queries.ts'
import { type ReadTimer, readRun } from './read-run.ts'

export const STOPWATCH_EMAIL = 'long-stopwatch'

interface Options {
  db: Db
  now: () => number
  readTimer: ReadTimer
  publicUrl: string
}

/**
 * Renders the mail about a stopwatch that has run for long. It may be sent late, so nothing is sent if the stopwatch has
 * been stopped or the reminder turned off since it was queued. It contains no names, like a notification.
 */
export function stopwatchEmail({ db, now, readTimer, publicUrl }: Options): EmailRenderer {
  return async ({ userId, email, language }) => {
    const reminders = await findReminders(db, String(userId))
    if (!reminders?.longStopwatch.isOn || !reminders.longStopwatch.isMailed) return undefined
    const run = await readRun(readTimer, String(userId), now())
    if (!run?.isStopwatch) return undefined
    const hours = Math.max(1, Math.floor((now() - run.startedAt) / HOUR_MS))
    const content = TEXTS[language](hours, `${publicUrl}/settings#reminders`)
    return renderEmail(email, { ...content, language }, publicUrl)
  }
}

const TEXTS: Record<Language, (hours: number, settings: string) => EmailText> = {
  en: (hours, settings) => ({
    subject: `A stopwatch has been running for ${hours} h`,
    lines: ['If it is not right any more, stop it or correct its start.'],
    button: 'Open the timer',
    footnote: `You get this mail because you turned the reminder on. Turn it off in the settings: ${settings}`,
  }),
  es: (hours, settings) => ({
    subject: `Un cronómetro lleva ${hours} h en marcha`,
    lines: ['Si ya no es correcto, detenlo o corrige su inicio.'],
    button: 'Abrir el temporizador',
    footnote: `Recibes este mensaje porque activaste el recordatorio. Desactívalo en los ajustes: ${settings}`,
  }),
  tr: (hours, settings) => ({
    subject: `Bir kronometre ${hours} saattir çalışıyor`,
    lines: ['Artık doğru değilse durdurun ya da başlangıcını düzeltin.'],
    button: 'Zamanlayıcıyı aç',
    footnote: `Bu iletiyi, hatırlatıcıyı açtığınız için alıyorsunuz. Ayarlardan kapatabilirsiniz: ${settings}`,
  }),
}
