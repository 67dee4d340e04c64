import { currentToken, endRejectedSession } from '#web/api/session.ts'
import { openStoredData } from '#web/app/offline/stored-data.ts'
import { deleteSentData, openDatabase } from '#web/sync/database.ts'

/**
 * Clears the data of all users except unsent operations. A session may end while no page can clear its data: it expires
 * while the device is off, or its page closes at that moment.
 */
export async function clearUserData() {
  if (currentToken() !== undefined) return
  endRejectedSession()
  // An earlier version of the app may have left data of its own.
  await openStoredData()
  await deleteSentData(await openDatabase())
}
