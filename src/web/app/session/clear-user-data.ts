import { openDatabase } from '#web/api/offline/database.ts'
import { currentToken, endRejectedSession } from '#web/api/session.ts'
import { eraseAllSent } from '#web/features/timer/outbox/outbox.ts'

/**
 * Clears the data of all users except unsent changes. A session may end while no page can clear its data: it expires
 * while the device is off, or its page closes at that moment.
 */
export async function clearUserData() {
  if (currentToken() !== undefined) return
  endRejectedSession()
  const { store, done } = (await openDatabase()).transaction('queries', 'readwrite')
  await Promise.all([store.clear(), done, eraseAllSent()])
}
