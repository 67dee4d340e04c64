/** The subset of JSON Schema that the schemas of the contract are converted to. */
export interface FieldSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  items?: FieldSchema
  prefixItems?: FieldSchema[]
  properties?: Record<string, FieldSchema>
  additionalProperties?: FieldSchema | boolean
  required?: string[]
  anyOf?: FieldSchema[]
  oneOf?: FieldSchema[]
  allOf?: FieldSchema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
}

/** Text without NUL, which does not occur in text that people write: it is not worth a description. */
export const ANY_TEXT = '^[^\\u0000]*$'

/** Describes a schema for people: "text, 1 to 100 characters". A reference is described by the name of its shape. */
export function describeSchema(schema: FieldSchema): string {
  const fallback = schema.default === undefined ? '' : `; ${JSON.stringify(schema.default)} when left out`
  return describeValues(schema) + fallback
}

function describeValues(schema: FieldSchema): string {
  const { description } = schema
  // The description of alternatives, or of any value, says it all.
  if (description !== undefined && (schema.anyOf !== undefined || isAnything(schema))) return description
  const values = describeType(schema) + describeLimits(schema)
  return description === undefined ? values : `${values}, ${description}`
}

const isAnything = ({ type, enum: values, $ref }: FieldSchema) => (type ?? values ?? $ref) === undefined

function describeType(schema: FieldSchema): string {
  if (schema.$ref !== undefined) return shapeName(schema.$ref)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return alternatives.map(describeSchema).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? '']
  return types.map((type) => typeName(type, schema)).join(' or ')
}

const shapeName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

function typeName(type: string, schema: FieldSchema) {
  if (type === 'array') return describeList(schema)
  if (type === 'object') return describeObject(schema)
  const isFormat = type === 'string' && schema.format !== undefined
  return (isFormat ? FORMATS[schema.format ?? ''] : TYPES[type]) ?? 'anything'
}

function describeList({ items = {}, prefixItems }: FieldSchema) {
  const list = `list of ${describeSchema(items)}`
  return prefixItems ? `${list}, which begins with ${prefixItems.map(describeSchema).join(', ')}` : list
}

function describeObject({ properties = {}, required = [], additionalProperties }: FieldSchema): string {
  if (typeof additionalProperties === 'object') return `${describeSchema(additionalProperties)} by name`
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${describeSchema(field)}`,
  )
  return `{ ${fields.join('; ')} }`
}

const FORMATS: Record<string, string> = {
  email: 'e-mail address',
  'date-time': 'date and time',
  date: 'date',
  uri: 'web address',
  uuid: 'UUID',
  binary: 'file',
}
const TYPES: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
}

function describeLimits(schema: FieldSchema) {
  const { minLength, maxLength, minItems, maxItems } = schema
  const limits = [
    maxLength === undefined ? '' : `${describeRange(minLength, maxLength)} characters`,
    describeNumbers(schema),
    maxItems === undefined ? '' : `${describeRange(minItems, maxItems)} items`,
    describePattern(schema),
  ]
  return limits.map((limit) => limit && `, ${limit}`).join('')
}

function describeNumbers({ minimum, maximum }: FieldSchema) {
  if (maximum !== undefined && !isIntegerLimit(maximum)) return describeRange(minimum, maximum)
  return minimum === undefined || isIntegerLimit(minimum) ? '' : `at least ${minimum}`
}

/** A format or a description says the same in words. */
const describePattern = ({ pattern, format, description }: FieldSchema) =>
  pattern === undefined || pattern === ANY_TEXT || (format ?? description) !== undefined ? '' : `matching ${pattern}`

/** Whole numbers without limits of their own have those of JavaScript. */
const isIntegerLimit = (limit: number) => Math.abs(limit) === Number.MAX_SAFE_INTEGER

const describeRange = (from: number | undefined, to: number) =>
  from === undefined || isIntegerLimit(from) ? `at most ${to}` : `${from} to ${to}`
