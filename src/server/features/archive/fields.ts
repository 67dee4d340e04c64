import * as z from 'zod/mini'
import { storable } from '#contract/fields.ts'
import { Day } from '#contract/reports.ts'
import type { RecordKind } from '#core/archive/kinds.ts'
import { toIsoTime } from '#server/db/values.ts'

type Value = string | number | boolean | null | object

/** A field of a line in an archive, and the column that it is stored in. */
export interface Field {
  column: string
  /** Checks a value of a line. */
  schema: z.ZodMiniType
  toLine: (stored: never) => Value
  toColumn: (value: never) => Value
  /** The kind of record whose id the field has. */
  refersTo?: RecordKind
  isAddedLater?: true
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

const field = (column: string, schema: z.ZodMiniType): Field => ({
  column,
  schema,
  toLine: same,
  toColumn: same,
})

export const id = (column: string) => field(column, ArchivedId)

export const reference = (column: string, refersTo: RecordKind): Field => ({
  ...field(column, ArchivedId),
  refersTo,
})

/** Text of any length that the API accepts, and more, because imports and older versions may have stored longer text. */
export const text = (column: string, maximum = MAX_TEXT_CHARS) =>
  field(column, z.string().check(z.maxLength(maximum), storable))

export const name = (column: string) => text(column, MAX_NAME_CHARS)

export const color = (column: string) => field(column, z.string().check(z.regex(/^#[\da-f]{6}$/)))

export const oneOf = (column: string, values: readonly string[]) =>
  field(column, z.enum(values as [string, ...string[]]))

export const number = (column: string, maximum = Number.MAX_SAFE_INTEGER, minimum = 0) =>
  field(column, z.int().check(z.minimum(minimum), z.maximum(maximum)))

/** Stored as 1 or 0. */
export const flag = (column: string): Field => ({
  ...field(column, z.boolean()),
  toLine: (stored: number) => stored === 1,
  toColumn: (value: boolean) => Number(value),
})

/** `YYYY-MM-DD` */
export const date = (column: string) => field(column, Day)

export const time = (column: string): Field => ({
  ...field(column, ArchivedTime),
  toLine: (stored: number) => toIsoTime(stored),
  toColumn: (value: string) => Date.parse(value),
})

/** Stored as text. `schema` describes the parsed value. */
export const json = (column: string, schema: z.ZodMiniType): Field => ({
  ...field(column, schema),
  toLine: (stored: string) => JSON.parse(stored) as object,
  toColumn: (value: object) => JSON.stringify(value),
})

/** Null where there is none. */
export const optional = (inner: Field): Field => ({
  ...inner,
  schema: z.nullable(inner.schema),
  toLine: (stored: never) => (stored === null ? null : inner.toLine(stored)),
  toColumn: (value: never) => (value === null ? null : inner.toColumn(value)),
})

/** A field that archives of older formats do not have. It is null there. */
export const addedLater = (inner: Field): Field => ({
  ...optional(inner),
  schema: z.optional(z.nullable(inner.schema)),
  isAddedLater: true,
})

export const timestamps = {
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
}
