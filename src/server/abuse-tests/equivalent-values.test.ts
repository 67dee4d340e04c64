import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setAt } from './bad-requests.ts'
import type { Path } from './fields.ts'
import { fillPlaceholders, SAMPLE_REQUESTS, type SampleRequest } from './sample-requests.ts'
import { type Caller, callSample, ENDPOINTS, requestFor, startServer, valuesFor } from './test-server.ts'

/** The parts of JSON Schema that this test reads. */
interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  const?: unknown
  format?: string
}

/** A field of a sample request. */
interface Field {
  endpoint: string
  path: Path
  isOptional: boolean
  schema: Schema
}

const variantsOf = ({ anyOf = [], oneOf = [] }: Schema) => [...anyOf, ...oneOf]
const hasVariant = (schema: Schema, matches: (schema: Schema) => boolean): boolean =>
  matches(schema) || variantsOf(schema).some((variant) => hasVariant(variant, matches))
const isNullable = ({ schema }: Field) => hasVariant(schema, ({ type }) => type === 'null')
const isTime = ({ schema }: Field) => hasVariant(schema, ({ format }) => format === 'date-time')

function fieldsIn(endpoint: string, schema: Schema, value: unknown, path: Path): Field[] {
  const variants = variantsOf(schema).filter((variant) => isVariantOf(variant, value))
  if (variants.length > 0) return variants.flatMap((variant) => fieldsIn(endpoint, variant, value, path))
  if (Array.isArray(value))
    return value.flatMap((item, index) => fieldsIn(endpoint, schema.items ?? {}, item, [...path, index]))
  const present = Object.entries(schema.properties ?? {}).filter(([name]) => valueAt(value, name) !== undefined)
  return present.flatMap(([name, field]) => [
    { endpoint, path: [...path, name], isOptional: !schema.required?.includes(name), schema: field },
    ...fieldsIn(endpoint, field, valueAt(value, name), [...path, name]),
  ])
}

const valueAt = (value: unknown, name: string | number) =>
  (value as Record<string | number, unknown> | undefined)?.[name]

/** Whether the value has the constants of the variant, such as its `type`. */
function isVariantOf(variant: Schema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (variantsOf(variant).length > 0) return variantsOf(variant).some((inner) => isVariantOf(inner, value))
  const constants = Object.entries(variant.properties ?? {}).filter(([, field]) => field.const !== undefined)
  return variant.properties !== undefined && constants.every(([name, field]) => valueAt(value, name) === field.const)
}

const fieldsOf = (part: 'query' | 'body') =>
  [...ENDPOINTS].flatMap(([name, endpoint]) => {
    const schema = endpoint[part]
    if (schema === undefined) return []
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
    return fieldsIn(name, json, SAMPLE_REQUESTS[name]![part], [part])
  })

const nameOf = ({ endpoint, path }: Field) => [endpoint, ...path.filter((key) => typeof key === 'string')].join(' ')
const namesOf = (fields: Field[]) => [...new Set(fields.map(nameOf))]

async function startComparison() {
  const { app, createCaller, rowsOf } = await startServer()

  /** The reply to a sample with another value in one field, and everything that the caller has afterwards. */
  async function effectOf({ endpoint, path }: Field, value: unknown) {
    const caller = await createCaller()
    const sample = SAMPLE_REQUESTS[endpoint]!
    if (sample.callFirst !== undefined) await callSample(app, caller, sample.callFirst)
    const changed = fillPlaceholders<SampleRequest>(setAt(sample, path, value), valuesFor(caller))
    const reply = await app.inject(requestFor(endpoint, changed, caller.token))
    // The bytes of an archive depend on the ids in it.
    const rows = Object.values(await rowsOf(caller))
      .flat()
      .filter((row) => !row.includes(caller.values['archive']!))
    const body = reply.headers['content-type'] === 'application/zip' ? 'archive' : reply.body
    const lines = [`${reply.statusCode} ${body}`, ...rows].map((text) => withoutChance(text, caller))
    return { status: reply.statusCode, lines: lines.toSorted((a, b) => a.localeCompare(b)) }
  }
  return effectOf
}

/** Replaces everything that differs between two callers: ids, and random tokens and hashes. */
function withoutChance(text: string, { userId, values }: Caller) {
  const known = Object.entries({ user: userId, ...values })
  return known
    .reduce((text, [name, value]) => text.replaceAll(value, `<${name}>`), text)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(/\$argon2[^"]+|[\w-]+\.[\w-]{40,}\.[\w-]{40,}|[\w-]{16}\.[\w-]{22}\.[\w-]+|[\w-]{43,}/g, '<random>')
}

/** Optional fields with null as a value of their own: it clears the field, or is the same as its default. */
const NULLABLE = [
  'projects.create body client',
  'projects.update body client',
  'tasks.create body estimate',
  'tasks.update body estimate',
  'tasks.create body planned',
  'tasks.update body planned',
  'sharedReports.share body range',
  'sharedReports.share body password',
  'sharedReports.share body expiresAt',
  'timeEntries.create body task',
  'timeEntries.create body endTime',
  'timeEntries.update body task',
  'timeEntries.start body task',
  'timeEntries.bulkUpdate body change task',
  'timerPresets.create body longBreak',
  'timerPresets.update body longBreak',
  'timerPresets.syncSettings body longBreak',
  'calendars.create body project',
  'calendars.update body project',
  'timer.command body commands event config longBreak',
  'timer.command body commands event change taskId',
  'timer.command body commands event change longBreak',
]
/** Neither Google sign-in nor an OpenID provider is configured here. */
const REFUSED = ['users.google', 'openid.start', 'openid.signIn', 'openid.startLink', 'openid.link']
/** Ordinary users are no administrators, and without the password the passkey counts, which nobody has signed. */
const REFUSED_FIELDS = ['administration.', 'twoFactor.', 'passkeys.', 'tokens.create body password']

/** Their replies contain a new secret or challenge each time. */
const RANDOM = ['twoFactor.beginApp', 'passkeys.options', 'tokens.create', 'webhooks.create', 'webhooks.rotateSecret']

test('C9 null in an optional field of any body has the effect of leaving the field out', async () => {
  const fields = fieldsOf('body').filter(({ isOptional }) => isOptional)
  expect(namesOf(fields.filter(isNullable))).toEqual(expect.arrayContaining(NULLABLE))
  expect(namesOf(fields.filter(isNullable))).toHaveLength(NULLABLE.length)
  const effectOf = await startComparison()
  const others = fields.filter((field) => !isNullable(field))
  expect(others.length).toBeGreaterThan(50)
  // Quick runs try a part of the fields.
  const step = process.env['TESTS'] === 'quick' ? 3 : 1
  for (const field of others.filter((_, index) => index % step === 0)) {
    const absent = await effectOf(field, undefined)
    const cleared = await effectOf(field, null)
    expect(cleared.status, nameOf(field)).toBe(absent.status)
    if (!RANDOM.includes(field.endpoint)) expect(cleared, nameOf(field)).toEqual(absent)
    const isRefused =
      REFUSED.includes(field.endpoint) || REFUSED_FIELDS.some((beginning) => nameOf(field).startsWith(beginning))
    if (!isRefused) expect(absent.status, nameOf(field)).toBeLessThan(300)
  }
})

const TIMES = [
  'sharedReports.share body expiresAt',
  'tasks.create body planned since',
  'tasks.update body planned since',
  'timeEntries.list query startDate',
  'timeEntries.list query endDate',
  'timeEntries.totals query startDate',
  'timeEntries.totals query endDate',
  'timeEntries.create body startTime',
  'timeEntries.create body endTime',
  'timeEntries.create body segments start',
  'timeEntries.create body segments end',
  'timeEntries.update body startTime',
  'timeEntries.update body endTime',
  'timeEntries.update body segments start',
  'timeEntries.update body segments end',
  'timeEntries.start body startTime',
  'timer.command body commands event at',
  'timer.command body commands event continues startedAt',
  'timer.command body commands event startedAt',
  'tokens.create body expiresAt',
  'uploads.create body modifiedAt',
]

test('C9 a time has the same effect as milliseconds, as their text and as ISO text', async () => {
  const fields = [...fieldsOf('query'), ...fieldsOf('body')].filter(isTime)
  expect(namesOf(fields).toSorted()).toEqual(TIMES.toSorted())
  const effectOf = await startComparison()
  for (const field of fields) {
    const given = field.path.reduce(valueAt, SAMPLE_REQUESTS[field.endpoint]! as unknown)
    const milliseconds = new Date(given as string | number).getTime()
    const expected = await effectOf(field, milliseconds)
    expect(expected.status, nameOf(field)).toBeLessThan(300)
    for (const time of [String(milliseconds), new Date(milliseconds).toISOString()]) {
      const effect = await effectOf(field, time)
      expect(effect.status, nameOf(field)).toBe(expected.status)
      if (!RANDOM.includes(field.endpoint)) expect(effect, `${nameOf(field)} ${time}`).toEqual(expected)
    }
  }
})
