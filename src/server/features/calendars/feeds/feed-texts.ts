import type { Language } from '#core/language.ts'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'

interface FeedTexts {
  /** Behind the title of work that goes on. */
  running: string
  /** Of an entry with pauses, whose event is longer than the work. */
  worked: (milliseconds: number) => string
}

export const FEED_TEXTS: Record<Language, FeedTexts> = {
  en: { running: 'running', worked: (milliseconds) => `Worked: ${formatTime(milliseconds, 'h', 'min')}` },
  es: { running: 'en curso', worked: (milliseconds) => `Trabajado: ${formatTime(milliseconds, 'h', 'min')}` },
  tr: { running: 'sürüyor', worked: (milliseconds) => `Çalışılan: ${formatTime(milliseconds, 'sa', 'dk')}` },
}

function formatTime(milliseconds: number, hourUnit: string, minuteUnit: string) {
  const hours = Math.floor(milliseconds / HOUR_MS)
  const minutes = Math.floor((milliseconds % HOUR_MS) / MINUTE_MS)
  return [...(hours > 0 ? [`${hours} ${hourUnit}`] : []), `${minutes} ${minuteUnit}`].join(' ')
}
