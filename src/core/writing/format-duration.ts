import type { DurationFormat } from '#core/formats.ts'
import { memoize } from '#core/memoize.ts'
import { HOUR_MS } from '#core/time/units.ts'

export interface DurationPart {
  figure: string
  /** Empty in the format of a clock. */
  unit: string
}

/** The figures of a duration with their units. Seconds are dropped, unless there is nothing else. */
export function durationParts(milliseconds: number, language: string, format: DurationFormat): DurationPart[] {
  const seconds = Math.floor(milliseconds / 1_000)
  if (seconds > 0 && seconds < 60) return [part(seconds, 'second', language)]
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (format === 'clock') return [{ figure: `${hours}:${String(minutes % 60).padStart(2, '0')}`, unit: '' }]
  if (format === 'decimal') return [part(milliseconds / HOUR_MS, 'hour', language, { fraction: 2 })]
  if (hours === 0) return [part(minutes, 'minute', language)]
  return [part(hours, 'hour', language), part(minutes % 60, 'minute', language, { integer: 2 })]
}

/** "2 h 05 m", "2:05" or "2.08 h"; "40 s" if it is less than a minute. */
export function formatDuration(milliseconds: number, language: string, format: DurationFormat): string {
  const parts = durationParts(milliseconds, language, format)
  return parts.map(({ figure, unit }) => (unit === '' ? figure : `${figure}\u00a0${unit}`)).join(' ')
}

type Unit = 'hour' | 'minute' | 'second'

function part(value: number, unit: Unit, language: string, { integer = 1, fraction = 0 } = {}): DurationPart {
  const parts = formatOf(`${language} ${unit} ${integer} ${fraction}`).formatToParts(value)
  const textOf = (isUnit: boolean) =>
    parts
      .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
      .map(({ value: text }) => text)
      .join('')
  return { figure: textOf(false), unit: textOf(true).replace('.', '') }
}

/** Cached, because creating a format is slow and a list has hundreds of durations. */
const formatOf = memoize(50, (key: string) => {
  const [language = '', unit, integer, fraction] = key.split(' ')
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    // English abbreviates hours to "hr" and Turkish ends units with full stops: a column of durations needs neither.
    unitDisplay: language.startsWith('en') ? 'narrow' : 'short',
    minimumIntegerDigits: Number(integer),
    minimumFractionDigits: Number(fraction),
    maximumFractionDigits: Number(fraction),
  })
})
