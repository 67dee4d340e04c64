import { memoize } from '#core/memoize.ts'

interface DurationPart {
  figure: string
  unit: string
}

/** Hours and minutes in the user's language. Seconds are dropped. */
export function durationParts(milliseconds: number, language: string): DurationPart[] {
  const minutes = Math.floor(milliseconds / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return [part(minutes, 'minute', language)]
  return [part(hours, 'hour', language), part(minutes % 60, 'minute', language, 2)]
}

/** "2 h 05 m" */
export function formatDuration(milliseconds: number, language: string): string {
  const parts = durationParts(milliseconds, language)
  return parts.map(({ figure, unit }) => `${figure}\u00a0${unit}`).join(' ')
}

/** "40 s", "2 h 05 m": for time just tracked, where less than a minute must not read as zero. */
export function formatDurationOrSeconds(milliseconds: number, language: string): string {
  if (milliseconds >= 60_000) return formatDuration(milliseconds, language)
  const { figure, unit } = part(Math.floor(milliseconds / 1_000), 'second', language)
  return `${figure}\u00a0${unit}`
}

type Unit = 'hour' | 'minute' | 'second'

function part(value: number, unit: Unit, language: string, digits = 1): DurationPart {
  const parts = formatOf(`${language} ${unit} ${digits}`).formatToParts(value)
  const textOf = (isUnit: boolean) =>
    parts
      .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
      .map(({ value: text }) => text)
      .join('')
  return { figure: textOf(false), unit: textOf(true).replace('.', '') }
}

/** Cached, because creating a format is slow and a list has hundreds of durations. */
const formatOf = memoize(50, (key: string) => {
  const [language = '', unit, digits] = key.split(' ')
  // English abbreviates hours to "hr" and Turkish ends units with full stops: a column of durations needs neither.
  const unitDisplay = language.startsWith('en') ? 'narrow' : 'short'
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, minimumIntegerDigits: Number(digits) })
})
