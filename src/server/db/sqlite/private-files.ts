import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'

const OTHERS = 0o077
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/**
 * Creates a SQLite file if it is missing, and takes the rights of other users from it and the files beside it. SQLite
 * creates its further files with the rights of the database.
 */
export function makePrivate(file: string) {
  try {
    createIfMissing(file)
  } catch {
    // SQLite reports the reason when it opens the file.
    return
  }
  giveToFolderOwner(file)
  for (const ending of ['', '-wal', '-shm', '-journal']) removeRightsOfOthers(`${file}${ending}`)
}

/** An existing file is not opened, because closing it would end the locks that this process has on it. */
function createIfMissing(file: string) {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined)
    closeSync(openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600))
}

/** A link may lead root to a file of the system, so a file is changed only if it has no other name. */
const hasOneName = (stats: Stats) => stats.isFile() && stats.nlink === 1

function removeRightsOfOthers(file: string) {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined || !hasOneName(found) || (found.mode & OTHERS) === 0) return
  try {
    const opened = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const stats = fstatSync(opened)
      // Another process may have exchanged the file in between.
      if (hasOneName(stats)) fchmodSync(opened, stats.mode & ~OTHERS & 0o777)
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    // Only its owner can change the rights of a file, and another process may have deleted it or put a link in its place.
    if (!['EPERM', 'EACCES', 'ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Gives a file that root has created to the owner of its folder: the server, which is not root, must be able to use it. */
export function giveToFolderOwner(file: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(file))
  const created = lstatSync(file, { throwIfNoEntry: false })
  if (created === undefined || created.uid !== 0 || uid === 0) return
  if (!created.isDirectory() && !hasOneName(created)) return
  lchownSync(file, uid, gid)
}
