import type * as z from 'zod/mini'

type Schema = z.core.$ZodTypes

/**
 * Removes every null from a request whose field is optional and does not have null among its values: many clients write
 * null for a field that they leave out.
 */
export function omitNulls(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as Schema)._zod
  if (def.type === 'object') return isRecord(value) ? omitFromObject(def.shape, value) : value
  if (def.type === 'array') return Array.isArray(value) ? value.map((item) => omitNulls(def.element, item)) : value
  const inner = def.type === 'union' ? variantOf(def.options, value) : innerOf(schema)
  return inner === undefined ? value : omitNulls(inner, value)
}

const variantOf = (options: readonly z.core.$ZodType[], value: unknown) =>
  isRecord(value) ? options.find((option) => isVariant(option, value)) : undefined

function omitFromObject(shape: z.core.$ZodShape, value: Record<string, unknown>) {
  const rest = { ...value }
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(value, name)) continue
    if (value[name] !== null) rest[name] = omitNulls(field, value[name])
    else if (field._zod.optin !== undefined && !acceptsNull(field)) delete rest[name]
  }
  return rest
}

function acceptsNull(schema: z.core.$ZodType): boolean {
  const { def } = (schema as Schema)._zod
  if (def.type === 'nullable' || def.type === 'null' || def.type === 'unknown') return true
  if (def.type === 'union') return def.options.some(acceptsNull)
  const inner = innerOf(schema)
  return inner !== undefined && acceptsNull(inner)
}

/** The schema that a wrapper such as `optional` or `pipe` hands its input to. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as Schema)._zod
  if (def.type === 'pipe') return def.in
  return 'innerType' in def ? def.innerType : undefined
}

/** Whether the literal fields of a variant, such as `type`, have the same values. */
function isVariant(option: z.core.$ZodType, value: Record<string, unknown>): boolean {
  const { def } = (option as Schema)._zod
  if (def.type === 'union') return def.options.some((inner) => isVariant(inner, value))
  if (def.type !== 'object') return false
  return Object.entries(def.shape).every(([name, field]) => {
    const { def } = (field as Schema)._zod
    return def.type !== 'literal' || def.values.includes(value[name] as never)
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
