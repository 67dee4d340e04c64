import { openDatabase } from '#web/api/offline/database.ts'
import { currentToken, endRejectedSession } from '#web/api/session.ts'
import { eraseAllSent } from '#web/features/timer/outbox/outbox.ts'

/**
 * A session may end with nobody there to clear up after it: its time is up while the device is off, or its page is closed
 * at that moment. Where nobody is signed in, nothing of anybody stays but what still waits to be sent.
 */
export async function clearUserData() {
  if (currentToken() !== undefined) return
  endRejectedSession()
  const { store, done } = (await openDatabase()).transaction('queries', 'readwrite')
  await Promise.all([store.clear(), done, eraseAllSent()])
}
