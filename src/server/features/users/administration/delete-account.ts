import type { Db } from '#server/db/connect.ts'
import { deleteInParts } from '#server/db/delete-in-parts.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound } from '#server/errors.ts'
import { deleteUser, deleteUserContents, findUser } from '#server/features/users/queries.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import { type ArchiveWriter, storeAccountArchive } from './account-archives.ts'
import { disableUser, enableUser } from './accounts.ts'
import { type Actor, recordAction } from './audit-log.ts'

interface Deletion {
  writer: ArchiveWriter
  actor: Actor
  userId: string
  now: () => number
  /** Where the archive is written to. */
  folder: string
  /** Called with the sessions that end before the archive is made. */
  disconnect: (sessionIds: string[]) => void
}

/**
 * Deletes an account after its archive was written. The account is disabled first, so that nothing is added after the
 * archive; if the archive cannot be written, the account is as before, but signed out. Returns the name of the archive.
 */
export async function deleteAccount(db: Db, { actor, userId, now, writer, folder, disconnect }: Deletion) {
  const user = assertFound(await findUser(db, userId), 'userNotFound')
  disconnect(await disableUser(db, { actor, userId, now: now() }))
  let archive: string
  try {
    archive = await storeAccountArchive(writer, user, { folder, now: now() })
  } catch (error) {
    if (user.disabled_at === null) await enableUser(db, { actor, userId, now: now() })
    throw error
  }
  await deleteInParts(
    (work) => withUserLock(db, userId, work),
    deleteUserContents(userId),
    async (db) => {
      await endSessions(db, userId)
      await deleteUser(db, assertFound(await findUser(db, userId), 'userNotFound'))
      const subject = { id: userId, label: user.email }
      await recordAction(db, { actor, action: 'user-deleted', subject, details: { archive } }, now())
    },
  )
  return archive
}
