import type * as z from 'zod/mini'
import type { FieldSchema } from '#server/http/api-reference/describe-schema.ts'

/** A JSON Schema and all schemas in it. */
export function nodesIn(schema: FieldSchema): FieldSchema[] {
  const { properties = {}, items = [], prefixItems = [], anyOf = [], oneOf = [], additionalProperties = [] } = schema
  const extra = typeof additionalProperties === 'object' ? additionalProperties : []
  const inner = [Object.values(properties), items, prefixItems, anyOf, oneOf, extra].flat()
  return [schema, ...inner.flatMap(nodesIn)]
}

/** A zod schema and all schemas in it. */
export function zodNodesIn(schema: z.core.$ZodType): z.core.$ZodTypes[] {
  const node = schema as z.core.$ZodTypes
  return [node, ...innerOf(node).flatMap(zodNodesIn)]
}

function innerOf({ _zod: { def } }: z.core.$ZodTypes): readonly z.core.$ZodType[] {
  if (def.type === 'object') return Object.values(def.shape)
  if (def.type === 'array') return [def.element]
  if (def.type === 'tuple') return [...def.items, ...(def.rest ? [def.rest] : [])]
  if (def.type === 'union') return def.options
  if (def.type === 'record') return [def.keyType, def.valueType]
  if (def.type === 'pipe') return [def.in, def.out]
  return 'innerType' in def ? [def.innerType] : []
}
