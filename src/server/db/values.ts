import { randomBytes } from 'node:crypto'
import { uuidV7 } from '#core/uuid.ts'

export const newId = (now: number) => uuidV7(now, randomBytes(10))

/** An instant as the API writes it. */
export const toIsoTime = (at: number) => new Date(at).toISOString()
