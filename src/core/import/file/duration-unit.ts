import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { type DurationUnit, DURATION_UNITS } from '#core/import/import-model.ts'

export const UNIT_MS: Record<DurationUnit, number> = {
  milliseconds: 1,
  seconds: SECOND_MS,
  minutes: MINUTE_MS,
  hours: HOUR_MS,
}

/** Words for units in English, Spanish, Portuguese, German, French and Turkish headings. */
const WORDS: Record<DurationUnit, string> = {
  milliseconds: 'ms millis millisecond milliseconds milisegundos milissegundos millisekunden millisecondes milisaniye',
  seconds: 's sec secs second seconds seg segundos sek sekunden secondes sn saniye',
  minutes: 'm min mins minute minutes minutos minuten dk dakika',
  hours: 'h hr hrs hour hours hora horas std stunde stunden heure heures sa saat',
}
const UNIT_OF_WORD = new Map(
  DURATION_UNITS.flatMap((unit) => WORDS[unit].split(' ').map((word) => [word, unit] as const)),
)
const IN = new Set(['in', 'en', 'em'])
const DECIMAL = /\b(?:decimal|dezimal|ondalik)\b/

/** The unit that a heading names, as `normalizeHeading` returns it. A heading such as `Duration (h:m)` names none. */
export function unitOfHeading(heading: string): DurationUnit | undefined {
  const units = new Set(heading.split(' ').flatMap((word) => UNIT_OF_WORD.get(word) ?? []))
  if (units.size > 1) return undefined
  const [unit] = units
  return unit ?? (DECIMAL.test(heading) ? 'hours' : undefined)
}

/** The rest of `Duration (min)` or `Dauer in Minuten`. */
export const withoutUnit = (heading: string) =>
  heading
    .split(' ')
    .filter((word) => !UNIT_OF_WORD.has(word) && !IN.has(word))
    .join(' ')

/** A number is compared with a time that another column says: rounding and pauses make less difference than a unit. */
const MAX_DIFFERENCE = Math.log(7)
/** Of the rows that can be compared, so many have to agree. */
const MIN_AGREEMENT = 0.9

/** The unit in which a number is about as long as the time that the row says elsewhere. */
function unitThatFits(count: number, milliseconds: number): DurationUnit | undefined {
  const differenceOf = (unit: DurationUnit) => Math.abs(Math.log((count * UNIT_MS[unit]) / milliseconds))
  const [closest] = DURATION_UNITS.toSorted((one, other) => differenceOf(one) - differenceOf(other))
  return differenceOf(closest!) < MAX_DIFFERENCE ? closest : undefined
}

/** Collects what the rows of a file say about the unit of their plain numbers. */
export function createUnitDetector() {
  const votes = new Map<DurationUnit | undefined, number>()
  let compared = 0
  return {
    /** `milliseconds`: the time that another column of the row says. */
    compare(count: number, milliseconds: number | undefined) {
      if (count <= 0 || milliseconds === undefined || milliseconds <= 0) return
      const unit = unitThatFits(count, milliseconds)
      votes.set(unit, (votes.get(unit) ?? 0) + 1)
      compared += 1
    },
    /** The unit that the other columns confirm. */
    confirmed: (): DurationUnit | undefined =>
      DURATION_UNITS.find((unit) => compared > 0 && (votes.get(unit) ?? 0) >= compared * MIN_AGREEMENT),
  }
}
