import fc from 'fast-check'
import { TWISTS } from './bad-envelopes.ts'
import { BAD_VALUES } from './bad-values.ts'
import { type Path, pathsIn } from './fields.ts'
import { type Sample, SAMPLES } from './samples.ts'
import { ENDPOINTS, type Request } from './site.ts'

/** A call with something wrong in it. */
export interface BadCall {
  name: string
  /** For who has to find out. */
  what: string
  spoil?: (sample: Sample) => Sample
  twist?: (request: Request) => Request
}

/** A field of an endpoint, wherever it lies. */
interface Field {
  name: string
  part: 'params' | 'query' | 'body'
  path: Path
}

const fieldsOf = (name: string): Field[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    pathsIn(SAMPLES[name]![part]).map((path) => ({ name, part, path })),
  )
const NAMES = [...ENDPOINTS.keys()]
const FIELDS = NAMES.map(fieldsOf).filter((fields) => fields.length > 0)
/** Of things in a list one stands for all. */
export const DISTINCT_FIELDS = FIELDS.flatMap((fields) => [
  ...new Map(fields.map((field) => [placeOf(field), field])).values(),
])
const TWIST_NAMES = Object.keys(TWISTS)
/** After these, everything was tried everywhere. */
export const ALL_ROUNDS = Math.max(BAD_VALUES.length, TWIST_NAMES.length)
const PAIRS_IN_A_ROUND = 60

/** In each round every field has the next bad value, and every endpoint the next bad envelope. */
export function badCalls(round: number, seed: number): BadCall[] {
  return [
    ...DISTINCT_FIELDS.map((field, index) =>
      oneField(field, BAD_VALUES[(round * 61 + index * 17) % BAD_VALUES.length]),
    ),
    ...NAMES.map((name, index) => inEnvelope(name, TWIST_NAMES[(round + index * 7) % TWIST_NAMES.length]!)),
    ...fc.sample(twoFields, { numRuns: PAIRS_IN_A_ROUND, seed: seed + round }),
  ]
}

const oneField = (field: Field, value: unknown): BadCall => ({
  name: field.name,
  what: inWords(field, value),
  spoil: (sample) => spoilt(sample, field, value),
})

const inEnvelope = (name: string, what: string): BadCall => ({ name, what, twist: TWISTS[what]! })

/** Any two fields of one call at once. */
const twoFields = fc.constantFrom(...FIELDS).chain((fields) => {
  const change = fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...BAD_VALUES))
  return fc.tuple(change, change).map(([first, second]): BadCall => ({
    name: first[0].name,
    what: `${inWords(...first)}, ${inWords(...second)}`,
    spoil: (sample) => spoilt(spoilt(sample, ...first), ...second),
  }))
})

const spoilt = (sample: Sample, { part, path }: Field, value: unknown) => spoiltAt(sample, [part, ...path], value)

/** A copy with another value in one place; `undefined` takes the place away. */
export function spoiltAt<T>(given: T, path: Path, value: unknown): T {
  const copy = structuredClone(given)
  let place: unknown = copy
  for (const key of path.slice(0, -1)) place = isObject(place) ? place[key] : undefined
  // An earlier change may have left no such place.
  if (!isObject(place)) return copy
  if (value === undefined) delete place[path.at(-1)!]
  else place[path.at(-1)!] = value
  return copy
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

function placeOf({ name, part, path }: Field) {
  return [name, part, ...path.filter((key) => typeof key === 'string')].join('.')
}

const inWords = ({ part, path }: Field, value: unknown) =>
  `${part}.${path.join('.')} = ${(JSON.stringify(value) ?? 'nothing').slice(0, 80)}`
