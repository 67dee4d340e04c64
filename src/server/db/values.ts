import { randomBytes } from 'node:crypto'
import { uuidV7 } from '#core/uuid.ts'

export const newId = (now: number) => uuidV7(now, randomBytes(10))

/** An instant as the API writes it. */
export const toIsoTime = (at: number) => new Date(at).toISOString()

/** A draft or change of a record with the record's id. */
export type WithId<T> = T & { id: string }

/** The times of a row as the API writes them. */
export const timestampsOf = (row: { created_at: number; updated_at: number }) => ({
  createdAt: toIsoTime(row.created_at),
  updatedAt: toIsoTime(row.updated_at),
})
