import { LANGUAGES, toLocale } from '#core/language.ts'
import { memoize } from '#core/memoize.ts'

/** The time of day: "09:05". */
export const formatTime = (at: number | string, language: string) => timeFormat(language).format(new Date(at))

/** Cached, because creating a format is slow and every row of a list needs one. */
const timeFormat = memoize(
  LANGUAGES.length,
  (language: string) =>
    new Intl.DateTimeFormat(toLocale(language), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)
