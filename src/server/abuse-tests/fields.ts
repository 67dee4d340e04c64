import type * as z from 'zod/mini'
import { jsonSchema } from '#server/http/api-reference/json-schema.ts'

/** The parts of JSON Schema that hold fields. */
interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

export type Path = readonly (string | number)[]

/** All fields of a contract schema, at any depth: `commands.event.type`. */
export const fieldsOfSchema = (schema: z.core.$ZodType) => namesIn(jsonSchema(schema, 'input'))

function namesIn(schema: Schema, name = ''): string[] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const fullName = name === '' ? key : `${name}.${key}`
    return [fullName, ...namesIn(field, fullName)]
  })
  return distinct([...fields, ...variants.flatMap((variant) => namesIn(variant, name))])
}

export const fieldsOfValue = (value: unknown) =>
  distinct(pathsIn(value).map((path) => path.filter((key) => typeof key === 'string').join('.')))

/** The path of every field and item in a value. */
export function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => [[key], ...pathsIn(value[key as keyof typeof value]).map((rest) => [key, ...rest])])
}

const distinct = (names: string[]) => [...new Set(names)].toSorted((a, b) => a.localeCompare(b))
