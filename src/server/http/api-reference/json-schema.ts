import * as z from 'zod/mini'
import { AnyTime, MAX_DATE } from '#contract/input/wire-time.ts'
import { describeSchema, type FieldSchema } from './describe-schema.ts'
import { DOCUMENTED_CHECKS } from './documented-checks.ts'

type Direction = 'input' | 'output'
export type ShapeNames = z.core.$ZodRegistry<{ id: string }>

const NO_NAMES: ShapeNames = z.registry()

/** The JSON Schema of a request or reply. Schemas with a name become references to `#/$defs/<name>`. */
export function jsonSchema(type: z.core.$ZodType, io: Direction, names = NO_NAMES): FieldSchema {
  const { $schema: _, $defs: _definitions, ...schema } = convert(type, io, names)
  return schema
}

/** The JSON Schemas of the names that a schema refers to. */
export const definitionsIn = (type: z.core.$ZodType, io: Direction, names: ShapeNames) =>
  convert(type, io, names).$defs ?? {}

function convert(type: z.core.$ZodType, io: Direction, names: ShapeNames) {
  const converted = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    metadata: names,
    override: ({ zodSchema, jsonSchema: json }) => {
      addDescriptions(zodSchema, json as FieldSchema)
      if (io === 'input') addInputRules(zodSchema, json as FieldSchema, names)
    },
  })
  return converted as FieldSchema & { $schema?: string; $defs?: Record<string, FieldSchema> }
}

function addDescriptions(schema: z.core.$ZodTypes, json: FieldSchema) {
  for (const documented of [schema, ...(schema._zod.def.checks ?? [])])
    addParts(json, DOCUMENTED_CHECKS.get(documented))
}

/** Adds what zod does not convert: values that replace wrong ones, defaults and checks of transformed values. */
function addInputRules({ _zod: { def } }: z.core.$ZodTypes, json: FieldSchema, names: ShapeNames) {
  if (def.type === 'catch') acceptAnything(json, def)
  // Zod leaves the default out if the value is transformed.
  if (def.type === 'default') json.default ??= def.defaultValue
  if (def.type === 'pipe') addParts(json, describeResult(def, names))
}

/** Wrappers such as `optional` copy the parts of their inner schema, so a part may be there already. */
function addParts(json: FieldSchema, parts: FieldSchema | undefined) {
  if (parts === undefined) return
  const { description, ...rest } = parts
  Object.assign(json, rest)
  // It says what the patterns of several checks say together. Generators of clients take those for parts of any type.
  if (rest.pattern !== undefined) delete json.allOf
  if (description === undefined || json.description?.includes(description)) return
  json.description = json.description === undefined ? description : `${json.description}; ${description}`
}

/** Any value is accepted, and a wrong one is replaced. An omitted one stays omitted, unless the schema has a default. */
function acceptAnything(json: FieldSchema, { innerType, catchValue }: z.core.$ZodCatchDef) {
  const { default: _, ...known } = json
  for (const key of Object.keys(json)) delete json[key as keyof FieldSchema]
  const replacement = JSON.stringify(catchValue({ issues: [] } as never))
  json.anyOf = [known, { description: `any other value, which counts as ${replacement}` }]
  const { def } = (innerType as z.core.$ZodTypes)._zod
  if (def.type === 'default') json.default = def.defaultValue
}

/** Describes the checks of a value that is transformed first: a time in any form, or a list in one text. */
function describeResult(def: z.core.$ZodPipeDef, names: ShapeNames): FieldSchema | undefined {
  const result = resultOf(def)
  if (result === undefined) return undefined
  const json = jsonSchema(result, 'input', names)
  if (json.type === 'array') return { description: `a comma-separated ${describeSchema(json)}` }
  return isTime(def) ? describeTimes(json) : undefined
}

/** The schema of the value that a pipe has transformed; undefined if a transformation is its last step. */
export function resultOf(def: z.core.$ZodPipeDef): z.core.$ZodType | undefined {
  const { def: out } = (def.out as z.core.$ZodTypes)._zod
  if (out.type === 'pipe') return resultOf(out)
  return out.type === 'transform' ? undefined : def.out
}

function isTime({ in: input }: z.core.$ZodPipeDef) {
  const { def } = (input as z.core.$ZodTypes)._zod
  return def.type === 'pipe' && def.in === AnyTime
}

function describeTimes({ minimum = -MAX_DATE, exclusiveMaximum = MAX_DATE }: FieldSchema): FieldSchema {
  if (minimum === -MAX_DATE) return {}
  const from = `from ${dayOf(minimum)}`
  return { description: exclusiveMaximum === MAX_DATE ? from : `${from} and before ${dayOf(exclusiveMaximum)}` }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
