import { type Language, toLocale } from '#core/language.ts'
import { MINUTE_MS } from '#core/time/units.ts'

/** The texts of the mail with the review of a week. */
export interface ReviewEmailText {
  time: (milliseconds: number) => string
  subject: (time: string) => string
  total: (time: string, days: number) => string
  usually: (time: string) => string
  goal: (met: number, of: number) => string
  longest: (time: string, start: number, zone: string) => string
  bestHours: (from: number, to: number, percent: number) => string
  button: string
  footnote: (unsubscribe: string) => string
}

/** The page behind the link that ends the mails. */
export interface UnsubscribePageText {
  title: string
  question: string
  button: string
  done: string
}

const createTime = (hour: string, minute: string) => (milliseconds: number) => {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} ${minute}` : `${hours} ${hour} ${String(minutes % 60).padStart(2, '0')} ${minute}`
}

/** "Tuesday 09:05" in the language. */
function startOf(start: number, zone: string, language: Language) {
  const format = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const
  return new Intl.DateTimeFormat(toLocale(language), format).format(start)
}

export const reviewEmailTexts: Record<Language, ReviewEmailText> = {
  en: {
    time: createTime('h', 'm'),
    subject: (time) => `Your week: ${time}`,
    total: (time, days) => `You worked ${time} on ${days} ${days === 1 ? 'day' : 'days'}.`,
    usually: (time) => `The average of the four weeks before is ${time}.`,
    goal: (met, of) => `Goal met on ${met} of ${of} ${of === 1 ? 'day' : 'days'}.`,
    longest: (time, start, zone) => `Longest focus: ${time}, ${startOf(start, zone, 'en')}.`,
    bestHours: (from, to, percent) => `Best hours: ${percent}% of the work between ${from}:00 and ${to}:00.`,
    button: 'See the week',
    footnote: (unsubscribe) => `You get this mail on Mondays because you turned it on. Turn it off: ${unsubscribe}`,
  },
  es: {
    time: createTime('h', 'min'),
    subject: (time) => `Tu semana: ${time}`,
    total: (time, days) => `Trabajaste ${time} en ${days} ${days === 1 ? 'día' : 'días'}.`,
    usually: (time) => `La media de las cuatro semanas anteriores es ${time}.`,
    goal: (met, of) => `Objetivo cumplido en ${met} de ${of} ${of === 1 ? 'día' : 'días'}.`,
    longest: (time, start, zone) => `Concentración más larga: ${time}, ${startOf(start, zone, 'es')}.`,
    bestHours: (from, to, percent) =>
      `Mejores horas: el ${percent} % del trabajo, entre las ${from}:00 y las ${to}:00.`,
    button: 'Ver la semana',
    footnote: (unsubscribe) => `Recibes este correo los lunes porque lo activaste. Para desactivarlo: ${unsubscribe}`,
  },
  tr: {
    time: createTime('sa', 'dk'),
    subject: (time) => `Haftanız: ${time}`,
    total: (time, days) => `${days} günde ${time} çalıştınız.`,
    usually: (time) => `Önceki dört haftanın ortalaması ${time}.`,
    goal: (met, of) => `${of} günün ${met} gününde hedefe ulaşıldı.`,
    longest: (time, start, zone) => `En uzun odak: ${time}, ${startOf(start, zone, 'tr')}.`,
    bestHours: (from, to, percent) =>
      `En verimli saatler: çalışmanın %${percent} kadarı ${from}:00 ile ${to}:00 arasında.`,
    button: 'Haftayı gör',
    footnote: (unsubscribe) =>
      `Haftalık özet e-postasını etkinleştirdiğiniz için bunu pazartesi günleri alıyorsunuz. Kapatmak için: ${unsubscribe}`,
  },
}

export const unsubscribePageTexts: Record<Language, UnsubscribePageText> = {
  en: {
    title: 'Week review by mail',
    question: 'Do you want no more mails with the review of your week?',
    button: 'Turn them off',
    done: 'Done: you get no more of these mails. The settings can turn them on again.',
  },
  es: {
    title: 'Resumen semanal por correo',
    question: '¿No quieres recibir más correos con el resumen de tu semana?',
    button: 'Desactivarlos',
    done: 'Hecho: no recibirás más correos como estos. Puedes volver a activarlos en los ajustes.',
  },
  tr: {
    title: 'E-postayla hafta özeti',
    question: 'Hafta özetinizi artık e-postayla almak istemiyor musunuz?',
    button: 'Kapat',
    done: 'Tamam: bu e-postaları artık almayacaksınız. Ayarlardan yeniden açabilirsiniz.',
  },
}
