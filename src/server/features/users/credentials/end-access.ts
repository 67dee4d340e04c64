import type { Db } from '#server/db/connect.ts'
import { deleteTokens } from '#server/features/tokens/queries.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'

/**
 * Ends the login sessions of a user and deletes their access tokens, which somebody else may have made. Returns the ids of
 * both, so that the caller can close their sockets.
 */
export async function endAccess(db: Db, userId: string, { exceptSession }: { exceptSession?: string } = {}) {
  const sessions = await endSessions(db, userId, exceptSession === undefined ? {} : { except: exceptSession })
  return [...sessions, ...(await deleteTokens(db, userId))]
}
