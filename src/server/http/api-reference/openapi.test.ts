import { expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { describeSchema, type FieldSchema } from './describe-schema.ts'
import { DOCUMENTED_CHECKS } from './documented-checks.ts'
import { exampleOf } from './examples/examples.ts'
import { jsonSchema, resultOf } from './json-schema.ts'
import { openApiDocument } from './openapi.ts'
import { nodesIn, zodNodesIn } from './testing/schema-nodes.ts'

interface Content {
  schema: FieldSchema
  example?: unknown
}
interface Operation {
  operationId: string
  parameters: (Content & { name: string; in: string; required: boolean })[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content: Record<string, Content> }>
}

const document = openApiDocument('https://ritmo.example.org', '0')
const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as unknown as Operation[]
const shapes = document.components.schemas

/** The values of an operation that have an example: its parameters, its body, its reply and its refusal. */
function contentsOf({ operationId, parameters, requestBody, responses }: Operation) {
  const bodies = [requestBody ?? [], Object.values(responses)].flat().map(({ content }) => Object.entries(content)[0]!)
  return [
    ...parameters.filter(({ example }) => example !== undefined).map((content) => [content.name, content] as const),
    ...bodies,
  ].map(([name, content]) => [`${operationId} ${name}`, content] as const)
}

/** A validator that zod makes of the JSON Schema, as a client of the document would. */
const validatorOf = (schema: FieldSchema) =>
  fromJSONSchema(
    JSON.parse(JSON.stringify({ ...schema, $defs: shapes }).replaceAll('"#/components/schemas/', '"#/$defs/')),
  )

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'C6 the examples of %s satisfy their schemas',
  (_id, operation) => {
    const contents = contentsOf(operation)
    for (const [what, { schema, example }] of contents) {
      expect(example, what).toBeDefined()
      expect(validatorOf(schema).safeParse(example).error, what).toBeUndefined()
    }
  },
)

test('C6 every operation has an example of each required parameter, of its body and of its reply', () => {
  const missing = operations.flatMap((operation) => [
    ...operation.parameters.filter(({ required, example }) => required && example === undefined),
    ...contentsOf(operation).filter(([, { example }]) => example === undefined),
  ])
  expect(missing).toEqual([])
  expect(operations.length).toBe(Object.values(api).flatMap((resource) => Object.keys(resource)).length)
})

test('C6 the server would accept the input of every example, and its reply is one of the contract', () => {
  const parts = ['params', 'query', 'body', 'reply'] as const
  const mistakes = Object.entries(api).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) =>
      parts.flatMap((part) => {
        const schema = endpoint[part]
        const error = schema && z.safeParse(schema, exampleOf(resource, name)[part]).error
        return error ? [`${resource}.${name} ${part}: ${error.message}`] : []
      }),
    ),
  )
  expect(mistakes).toEqual([])
})

test('C6 no value is described as anything', () => {
  const contents = operations.flatMap(({ parameters, requestBody, responses }) => [
    ...parameters,
    ...[requestBody ?? [], Object.values(responses)].flat().flatMap(({ content }) => Object.values(content)),
  ])
  const nodes = [...contents.map(({ schema }) => schema), ...Object.values(shapes)].flatMap(nodesIn)
  expect(nodes.length).toBeGreaterThan(500)
  const vague = nodes.filter((node) => /\banything\b|\bobject\b|\{ {2}\}/.test(describeSchema(node)))
  expect(vague).toEqual([])
})

const endpoints = Object.values(api).flatMap((resource) => Object.values(resource))
const nodes = endpoints
  .flatMap(({ params, query, body, reply }) => [params ?? [], query ?? [], body ?? [], reply].flat())
  .flatMap(zodNodesIn)

/** Kinds of checks that zod converts to JSON Schema. */
const CONVERTED = ['min_length', 'max_length', 'number_format', 'greater_than', 'less_than', 'string_format']

test('C6 every check of the contract is in its JSON Schema or has a description', () => {
  const checks = new Set(nodes.flatMap(({ _zod }) => _zod.def.checks ?? []))
  expect(checks.size).toBeGreaterThan(20)
  const undescribed = [...checks].filter(
    (check) => !CONVERTED.includes(check._zod.def.check) && !DOCUMENTED_CHECKS.has(check),
  )
  expect(undescribed.map(({ _zod }) => _zod.def)).toEqual([])
})

test('C6 the pattern of every check means the same without flags, which JSON Schema does not have', () => {
  const checks = nodes.flatMap((node) => [node, ...(node._zod.def.checks ?? [])])
  const patterns = checks.flatMap(({ _zod: { def } }) =>
    'pattern' in def && def.pattern instanceof RegExp ? def.pattern : [],
  )
  expect(patterns.length).toBeGreaterThan(100)
  expect(patterns.filter(({ flags }) => flags !== '')).toEqual([])
})

test('C6 checks of a value that is transformed first have a description', () => {
  const checked = nodes.filter(({ _zod: { def } }) => def.type === 'pipe' && resultOf(def) !== undefined)
  expect(checked.length).toBeGreaterThan(20)
  expect(checked.filter((node) => jsonSchema(node, 'input').description === undefined)).toEqual([])
})

test('C6 every description belongs to a check or schema of the contract', () => {
  const used = new Set<object>(nodes.flatMap((node) => [node, ...(node._zod.def.checks ?? [])]))
  expect([...DOCUMENTED_CHECKS].filter(([documented]) => !used.has(documented))).toEqual([])
})

// prettier-ignore
test.each([
  ['projects.create',      'color',       '#33D17A',        '33d17a'],
  ['projects.create',      'color',       '#33d17a',        '#33d17'],
  ['projects.create',      'name',        ' Website ',      '   '],
  ['projects.create',      'name',        '🚀 Web',         'two\nlines'],
  ['projects.create',      'name',        'x'.repeat(100),  'x'.repeat(101)],
  ['projects.create',      'description', 'two\nlines',     'a\u0000b'],
  ['users.register',       'password',    'Correct horse 1', 'Short 1'],
  ['users.changeProfile',  'theme',       'sepia',          undefined],
  ['users.changeProfile',  'theme',       7,                undefined],
  ['timeEntries.update',   'startTime',   1_772_442_000_000, 'yesterday'],
  ['timeEntries.update',   'startTime',   '1772442000000',  true],
  ['timeEntries.update',   'startTime',   '2026-03-02T10:00:00+01:00', '2026-03-02'],
  ['timeEntries.update',   'segments',    undefined,        []],
  ['timeEntries.update',   'segments',    undefined,        Array.from({ length: 1_001 }, () => ({ start: 1, end: 2 }))],
  ['timerPresets.update',  'workDuration', 180,             181],
] as const)('C6 the schema of %s accepts %s: %j, but not %j', (id, field, good, bad) => {
  const [resource, name] = id.split('.') as [string, string]
  const { content } = operations.find(({ operationId }) => operationId === id)!.requestBody!
  const { schema, example } = content['application/json']!
  const accepts = (value: unknown) => {
    const body = { ...(example as object), [field]: value }
    const isValid = z.safeParse(api[resource]![name]!.body!, body).success
    expect(isValid, 'the server').toBe(validatorOf(schema).safeParse(body).success)
    return isValid
  }
  if (good !== undefined) expect(accepts(good)).toBe(true)
  if (bad !== undefined) expect(accepts(bad)).toBe(false)
})
