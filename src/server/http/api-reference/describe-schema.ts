/** The subset of JSON Schema that the schemas of the contract are converted to. */
export interface FieldSchema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  items?: FieldSchema
  anyOf?: FieldSchema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** Describes a schema for people: "text, 1 to 100 characters". */
export function describeSchema(schema: FieldSchema): string {
  const fallback = schema.default === undefined ? '' : `; ${JSON.stringify(schema.default)} when left out`
  return describeType(schema) + describeLimits(schema) + fallback
}

function describeType(schema: FieldSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeSchema).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? '']
  return types.map((type) => typeName(type, schema)).join(' or ')
}

function typeName(type: string, { format, items }: FieldSchema) {
  if (type === 'array') return `list of ${describeSchema(items ?? {})}`
  const isFormat = type === 'string' && format !== undefined
  return (isFormat ? FORMATS[format] : TYPES[type]) ?? 'anything'
}

const FORMATS: Record<string, string> = { email: 'e-mail address', 'date-time': 'date and time', uri: 'web address' }
const TYPES: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

function describeLimits({ minLength, maxLength, minimum, maximum, maxItems }: FieldSchema) {
  if (maxLength !== undefined) return `, ${describeRange(minLength, maxLength)} characters`
  if (maximum !== undefined) return `, ${describeRange(minimum, maximum)}`
  return maxItems === undefined ? '' : `, ${describeRange(undefined, maxItems)} items`
}

const describeRange = (from: number | undefined, to: number) =>
  from === undefined ? `at most ${to}` : `${from} to ${to}`
