import { uuidV7 } from '#core/uuid.ts'

/** An id for a new item. The client makes it, so that repeating a request after a lost reply creates no second item. */
export const newId = () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
