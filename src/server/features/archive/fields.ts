import * as z from 'zod/mini'
import { storable } from '#contract/fields.ts'
import type { RecordKind } from '#core/archive/kinds.ts'
import { toIsoTime } from '#server/db/values.ts'

type Value = string | number | boolean | null | object

/** A field of a line in an archive, and the column that it is stored in. */
export interface Field {
  column: string
  /** Checks a value of a line. */
  schema: z.ZodMiniType
  /** What the field means, for docs/archive.md. */
  meaning: string
  toLine: (stored: never) => Value
  toColumn: (value: never) => Value
  /** The kind of record whose id the field has. */
  refersTo?: RecordKind
}

export type Fields = Record<string, Field>

const same = (value: Value) => value
const MAX_NAME_CHARS = 1_000
const MAX_TEXT_CHARS = 100_000

export const ArchivedId = z.string().check(z.regex(/^[\w-]{1,64}$/))
/** To the millisecond, as `toISOString` writes it, so that equal times are equal texts. */
export const ArchivedTime = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  z.refine<string>((time) => !Number.isNaN(Date.parse(time))),
)

const field = (column: string, schema: z.ZodMiniType, meaning: string): Field => ({
  column,
  schema,
  meaning,
  toLine: same,
  toColumn: same,
})

export const id = (column: string, meaning = 'its id') => field(column, ArchivedId, meaning)

export const reference = (column: string, refersTo: RecordKind, meaning: string): Field => ({
  ...field(column, ArchivedId, meaning),
  refersTo,
})

/** Text of any length that the API accepts, and more, because imports and older versions may have stored longer text. */
export const text = (column: string, meaning: string, maximum = MAX_TEXT_CHARS) =>
  field(column, z.string().check(z.maxLength(maximum), storable), meaning)

export const name = (column: string, meaning = 'its name') => text(column, meaning, MAX_NAME_CHARS)

export const color = (column: string) => field(column, z.string().check(z.regex(/^#[\da-f]{6}$/)), 'as `#rrggbb`')

export const oneOf = (column: string, values: readonly string[], meaning: string) =>
  field(column, z.enum(values as [string, ...string[]]), meaning)

export const number = (column: string, meaning: string, maximum = Number.MAX_SAFE_INTEGER, minimum = 0) =>
  field(column, z.int().check(z.minimum(minimum), z.maximum(maximum)), meaning)

/** Stored as 1 or 0. */
export const flag = (column: string, meaning: string): Field => ({
  ...field(column, z.boolean(), meaning),
  toLine: (stored: number) => stored === 1,
  toColumn: (value: boolean) => Number(value),
})

export const time = (column: string, meaning: string): Field => ({
  ...field(column, ArchivedTime, meaning),
  toLine: (stored: number) => toIsoTime(stored),
  toColumn: (value: string) => Date.parse(value),
})

/** Stored as text. `schema` describes the parsed value. */
export const json = (column: string, schema: z.ZodMiniType, meaning: string): Field => ({
  ...field(column, schema, meaning),
  toLine: (stored: string) => JSON.parse(stored) as object,
  toColumn: (value: object) => JSON.stringify(value),
})

/** Null where there is none. */
export const optional = (inner: Field): Field => ({
  ...inner,
  schema: z.nullable(inner.schema),
  meaning: `${inner.meaning}, or null`,
  toLine: (stored: never) => (stored === null ? null : inner.toLine(stored)),
  toColumn: (value: never) => (value === null ? null : inner.toColumn(value)),
})

export const timestamps = {
  createdAt: time('created_at', 'when it was created'),
  updatedAt: time('updated_at', 'when it was last changed'),
}
