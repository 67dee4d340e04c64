import { uuidV7 } from '#core/uuid.ts'

/** An id for something new. Made before it is sent, so that sending it again after a lost reply makes no second one. */
export const newId = () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
