import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'

/** PostgreSQL and PgBouncer refuse to run as root, so root starts them as the user "postgres" or "nobody". */
export function findUnprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u') || 65_534, gid: idOf('-g') || 65_534 }
}

/** Gives files and folders to that user. */
export function giveToUnprivilegedUser(...paths: string[]) {
  const owner = findUnprivilegedUser()
  if (owner !== undefined) for (const path of paths) chownSync(path, owner.uid, owner.gid)
}
