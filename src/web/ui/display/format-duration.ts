interface DurationPart {
  figure: string
  unit: string
}

/** Hours and minutes in the user's language; seconds are dropped, as everywhere a duration is read and not counted. */
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

/** "40 s", "2 h 05 m": to whoever has just seen it counted, less than a minute is not nothing. */
export function formatDurationOrSeconds(milliseconds: number, language: string): string {
  if (milliseconds >= 60_000) return formatDuration(milliseconds, language)
  const { figure, unit } = part(Math.floor(milliseconds / 1_000), 'second', language)
  return `${figure}\u00a0${unit}`
}

type Unit = 'hour' | 'minute' | 'second'

function part(value: number, unit: Unit, language: string, digits = 1): DurationPart {
  const parts = formatOf(unit, language, digits).formatToParts(value)
  const textOf = (isUnit: boolean) =>
    parts
      .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
      .map(({ value: text }) => text)
      .join('')
  return { figure: textOf(false), unit: textOf(true).replace('.', '') }
}

/** Making a format is slow, and a list has hundreds of durations. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(unit: Unit, language: string, digits: number) {
  const key = `${unit} ${language} ${digits}`
  const known = formats.get(key)
  if (known !== undefined) return known
  // English abbreviates hours to "hr" and Turkish ends its units with full stops, which a column of figures does not need.
  const unitDisplay = language.startsWith('en') ? 'narrow' : 'short'
  const made = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, minimumIntegerDigits: digits })
  formats.set(key, made)
  return made
}
