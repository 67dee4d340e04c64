import type * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypeDef & { element?: Schema; innerType?: Schema; shape?: Record<string, Schema> }

/** The part of a reply's schema that the browser needs: it trusts its own server with the types of single fields. */
export interface ReplyOutline {
  shape: 'list' | 'object' | 'null' | 'other'
  /** The fields that every object of the reply has. */
  fields: readonly string[]
  /**
   * Changes with the shape of the reply, so that a stored reply of an older shape is not restored. The built app has none for
   * endpoints that change something, as their replies are not stored.
   */
  version?: string
}

/**
 * The outline of an endpoint's reply. In the built app it is already there in place of the schema, which is not loaded
 * (scripts/web-build/contract-outlines.ts).
 */
export const outlineOf = ({ reply }: { reply: Schema | ReplyOutline }): ReplyOutline =>
  isSchema(reply) ? toOutline(reply) : reply

function toOutline(reply: Schema): ReplyOutline {
  const { type, element } = definitionOf(reply)
  const item = type === 'array' ? element! : reply
  return {
    shape: type === 'array' ? 'list' : type === 'object' || type === 'null' ? type : 'other',
    fields: Object.entries(definitionOf(item).shape ?? {}).flatMap(([name, field]) => (isRequired(field) ? name : [])),
    version: hash(JSON.stringify(reply, (_key, value: unknown) => (isSchema(value) ? definitionOf(value) : value))),
  }
}

const definitionOf = (schema: Schema): Definition => schema._zod.def
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value
const isRequired = (field: Schema) => !['optional', 'nullable', 'null', 'unknown'].includes(definitionOf(field).type)

/** FNV-1a, 32 bits. */
export function hash(text: string) {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return (sum >>> 0).toString(36)
}
