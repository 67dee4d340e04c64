import { toLocale } from '#core/language.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { currentFormats } from '#web/i18n/formats.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { formatHour } from '#web/ui/display/format-time.ts'
import { formatPercent, percentsOf } from './shares.ts'

/** Less tracked time does not show a pattern. */
const MIN_TRACKED_MS = 4 * HOUR_MS
/** Lead over the second part of the day that makes one with less than half of the work stand out. */
const MIN_LEAD_PERCENT = 10

/** Hours to show: the usual 6 to 22, extended to all hours with work. */
export function visibleHours(hours: readonly (readonly number[])[]): number[] {
  const worked = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hours.some((day) => day[hour]! > 0))
  const first = Math.min(6, ...worked)
  const last = Math.max(21, ...worked)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const
type PartOfDay = (typeof PARTS_OF_DAY)[number]

/** The night counts as evening. */
function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

type WorkPattern =
  | { kind: 'tooLittle' }
  | { kind: PartOfDay | 'even'; percent: number; /** From 0 for Monday. */ weekday: number | undefined }

/** Finds the part of the day and the weekday with most of the work. */
export function findWorkPattern(hours: readonly (readonly number[])[]): WorkPattern {
  const days = hours.map(sumOf)
  if (sumOf(days) < MIN_TRACKED_MS) return { kind: 'tooLittle' }
  const times = PARTS_OF_DAY.map((part) =>
    sumOf(hours.flatMap((day) => day.filter((_, hour) => partOfDay(hour) === part))),
  )
  const percents = percentsOf(times)
  const [first = 0, second = 0] = percents.toSorted((a, b) => b - a)
  const isClear = first >= 50 || first - second >= MIN_LEAD_PERCENT
  const kind = isClear ? PARTS_OF_DAY[percents.indexOf(first)]! : 'even'
  return { kind, percent: first, weekday: busiestDay(days) }
}

/** The weekday with the most time; undefined if two are equal or only one has work. */
function busiestDay(days: readonly number[]): number | undefined {
  const longest = Math.max(...days)
  const isUnique = days.filter((time) => time === longest).length === 1
  return isUnique && days.filter((time) => time > 0).length > 1 ? days.indexOf(longest) : undefined
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Translation key and parameters of the sentence about a pattern. */
export function workPatternText(pattern: WorkPattern, language: string): [TextKey, Record<string, string>] {
  if (pattern.kind === 'tooLittle') return ['reports.chart.rhythm.tooLittle', {}]
  const percent = formatPercent(pattern.percent, 0, language)
  if (pattern.weekday === undefined) return [`reports.chart.rhythm.${pattern.kind}`, { percent }]
  const weekday = weekdayName(pattern.weekday, language, 'long')
  // Spanish and Turkish write weekdays in lower case within a sentence.
  const inSentence = language === 'en' ? weekday : weekday.toLocaleLowerCase(toLocale(language))
  return [`reports.chart.rhythm.${pattern.kind}On`, { percent, weekday: inSentence }]
}

/** Any Monday. */
const MONDAY = '2024-01-01'

export const weekdayName = (weekday: number, language: string, length: 'short' | 'long'): string =>
  formatDate(shiftDate(MONDAY, weekday), language, { weekday: length })

/** "09" or "9 am". The end of the day is 24. */
export const hourName = (hour: number, language: string) =>
  hour === 24 && currentFormats().clock === '24h' ? '24' : formatHour(hour % 24, language).replace(':00', '')
