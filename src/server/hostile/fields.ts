import type * as z from 'zod/mini'
import { jsonSchema } from '#server/http/api-reference/openapi.ts'

/** The part of JSON Schema in which fields lie. */
interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

export type Path = readonly (string | number)[]

/** The fields that a part of the contract describes, at any depth: `commands.event.type`. */
export const fieldsOf = (schema: z.core.$ZodType) => namesIn(jsonSchema(schema, 'input') as Schema)

function namesIn(schema: Schema, name = ''): string[] {
  const ways = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const whole = name === '' ? key : `${name}.${key}`
    return [whole, ...namesIn(field, whole)]
  })
  return distinct([...fields, ...ways.flatMap((way) => namesIn(way, name))])
}

/** The fields that a value has. */
export const fieldsIn = (value: unknown) =>
  distinct(pathsIn(value).map((path) => path.filter((key) => typeof key === 'string').join('.')))

/** The way to everything in a value, but for the value itself. */
export function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => [[key], ...pathsIn(value[key as keyof typeof value]).map((rest) => [key, ...rest])])
}

const distinct = (names: string[]) => [...new Set(names)].toSorted((a, b) => a.localeCompare(b))
