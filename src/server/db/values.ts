import { randomBytes } from 'node:crypto'
import { uuidV7 } from '#core/uuid.ts'
import { toIsoTime } from '#core/time/iso-time.mjs'

export { toIsoTime } from '#core/time/iso-time.mjs'

export const newId = (now: number) => uuidV7(now, randomBytes(10))

/** A draft or change of a record with the record's id. */
export type WithId<T> = T & { id: string }

/** The times of a row as the API writes them. */
export const timestampsOf = (row: { created_at: number; updated_at: number }) => ({
  createdAt: toIsoTime(row.created_at),
  updatedAt: toIsoTime(row.updated_at),
})
