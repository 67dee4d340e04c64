import type { PushMessage } from '#contract/push.ts'
import type { Language } from '#core/language.ts'
import type { ReminderKind } from '#core/reminders/reminders.ts'

export type ReminderMessage = Omit<PushMessage, 'kind'> & { kind: 'reminder' }

/** `{{hours}}` becomes the number of hours that the user has chosen. */
export const reminderTexts: Record<Language, Record<ReminderKind, { title: string; body: string }>> = {
  en: {
    notStarted: { title: 'You have not started yet', body: 'Nothing is tracked today.' },
    outsideHours: { title: 'You are tracking outside your hours', body: 'The timer is still running.' },
    longStopwatch: { title: 'Is the stopwatch still right?', body: 'It has been running for {{hours}} h.' },
  },
  es: {
    notStarted: { title: 'Aún no has empezado', body: 'Hoy no hay nada registrado.' },
    outsideHours: { title: 'Estás registrando fuera de tu horario', body: 'El temporizador sigue en marcha.' },
    longStopwatch: { title: '¿El cronómetro sigue siendo correcto?', body: 'Lleva {{hours}} h en marcha.' },
  },
  tr: {
    notStarted: { title: 'Henüz başlamadınız', body: 'Bugün hiç kayıt yok.' },
    outsideHours: { title: 'Çalışma saatlerinizin dışındasınız', body: 'Zamanlayıcı hâlâ çalışıyor.' },
    longStopwatch: { title: 'Kronometre hâlâ doğru mu?', body: '{{hours}} saattir çalışıyor.' },
  },
}
