/** The part of JSON Schema that the contract's own schemas become. */
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

/** A schema as a person would say it: "text, 1 to 100 characters". */
export function inWords(schema: FieldSchema): string {
  const fallback = schema.default === undefined ? '' : `; ${JSON.stringify(schema.default)} when left out`
  return kindOf(schema) + limitsOf(schema) + fallback
}

function kindOf(schema: FieldSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(inWords).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? '']
  return types.map((type) => nameOf(type, schema)).join(' or ')
}

function nameOf(type: string, { format, items }: FieldSchema) {
  if (type === 'array') return `list of ${inWords(items ?? {})}`
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

function limitsOf({ minLength, maxLength, minimum, maximum, maxItems }: FieldSchema) {
  if (maxLength !== undefined) return `, ${span(minLength, maxLength)} characters`
  if (maximum !== undefined) return `, ${span(minimum, maximum)}`
  return maxItems === undefined ? '' : `, ${span(undefined, maxItems)} items`
}

const span = (from: number | undefined, to: number) => (from === undefined ? `at most ${to}` : `${from} to ${to}`)
