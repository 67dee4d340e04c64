import fc from 'fast-check'
import { BAD_VALUES } from './bad-values.ts'
import { type Path, pathsIn } from './fields.ts'
import { REQUEST_MUTATIONS } from './request-mutations.ts'
import { type SampleRequest, SAMPLE_REQUESTS } from './sample-requests.ts'
import { ENDPOINTS, type Request } from './test-server.ts'

export interface BadRequest {
  name: string
  /** For the message of a failed test. */
  description: string
  mutateSample?: (sample: SampleRequest) => SampleRequest
  mutateRequest?: (request: Request) => Request
}

interface Field {
  name: string
  part: 'params' | 'query' | 'body'
  path: Path
}

const fieldsOf = (name: string): Field[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    pathsIn(SAMPLE_REQUESTS[name]![part]).map((path) => ({ name, part, path })),
  )
const NAMES = [...ENDPOINTS.keys()]
const FIELDS = NAMES.map(fieldsOf).filter((fields) => fields.length > 0)
/** One item stands for all items of a list. */
export const DISTINCT_FIELDS = FIELDS.flatMap((fields) => [
  ...new Map(fields.map((field) => [fieldName(field), field])).values(),
])
const MUTATION_NAMES = Object.keys(REQUEST_MUTATIONS)
/** After this many rounds every field has had every bad value, and every endpoint every mutation. */
export const ALL_ROUNDS = Math.max(BAD_VALUES.length, MUTATION_NAMES.length)
const PAIRS_PER_ROUND = 60

/** In each round every field gets the next bad value, and every endpoint the next mutation of its request. */
export function badRequests(round: number, seed: number): BadRequest[] {
  return [
    ...DISTINCT_FIELDS.map((field, index) =>
      withOneField(field, BAD_VALUES[(round * 61 + index * 17) % BAD_VALUES.length]),
    ),
    ...NAMES.map((name, index) => withMutation(name, MUTATION_NAMES[(round + index * 7) % MUTATION_NAMES.length]!)),
    ...fc.sample(withTwoFields, { numRuns: PAIRS_PER_ROUND, seed: seed + round }),
  ]
}

const withOneField = (field: Field, value: unknown): BadRequest => ({
  name: field.name,
  description: describe(field, value),
  mutateSample: (sample) => setField(sample, field, value),
})

const withMutation = (name: string, description: string): BadRequest => ({
  name,
  description,
  mutateRequest: REQUEST_MUTATIONS[description]!,
})

/** Two bad values in one request. */
const withTwoFields = fc.constantFrom(...FIELDS).chain((fields) => {
  const change = fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...BAD_VALUES))
  return fc.tuple(change, change).map(([first, second]): BadRequest => ({
    name: first[0].name,
    description: `${describe(...first)}, ${describe(...second)}`,
    mutateSample: (sample) => setField(setField(sample, ...first), ...second),
  }))
})

const setField = (sample: SampleRequest, { part, path }: Field, value: unknown) => setAt(sample, [part, ...path], value)

/** Copies with another value at a path; `undefined` removes the field. */
export function setAt<T>(given: T, path: Path, value: unknown): T {
  const copy = structuredClone(given)
  let parent: unknown = copy
  for (const key of path.slice(0, -1)) parent = isObject(parent) ? parent[key] : undefined
  // An earlier change may have removed the parent.
  if (!isObject(parent)) return copy
  if (value === undefined) delete parent[path.at(-1)!]
  else parent[path.at(-1)!] = value
  return copy
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

function fieldName({ name, part, path }: Field) {
  return [name, part, ...path.filter((key) => typeof key === 'string')].join('.')
}

const describe = ({ part, path }: Field, value: unknown) =>
  `${part}.${path.join('.')} = ${(JSON.stringify(value) ?? 'nothing').slice(0, 80)}`
