import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError, type BackupConfig } from '#server/config.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { giveToFolderOwner } from '#server/db/sqlite/private-files.ts'

type Keep = BackupConfig['keep']

const BEFORE_MIGRATION = '-before-migration'
const NAME = new RegExp(
  `^ritmo-(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z(?:${BEFORE_MIGRATION})?\\.gz(?:\\.enc)?$`,
)
/** A draft that nobody has written to for so long belongs to a backup that was cut off. */
const STALE_DRAFT_MS = 60 * 60_000
/** The clocks of two machines may differ by so much. */
const MAX_CLOCK_DIFFERENCE_MS = 60 * 60_000
/** If BACKUP_KEEP is a number, so many backups from before a migration are kept in addition. */
const MAX_BEFORE_MIGRATION = 3

interface NameOptions {
  isEncrypted: boolean
  isBeforeMigration?: boolean
}

/** The name of a backup that is made at some time: sorted by name they are sorted by time. */
export function nameBackup(at: number, { isEncrypted, isBeforeMigration = false }: NameOptions) {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `ritmo-${time}${isBeforeMigration ? BEFORE_MIGRATION : ''}.gz${isEncrypted ? '.enc' : ''}`
}

/** The time in the name of a backup; undefined if it is another file. */
export function timeOfBackup(name: string) {
  const [, year, month, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
}

export const isFromBeforeMigration = (name: string) => NAME.test(name) && name.includes(BEFORE_MIGRATION)

/**
 * The backups among some names, the newest first. A name with a time in the future is left out: it would stay the newest
 * one, although a wrong clock or somebody else has made it.
 */
export const sortBackups = (names: readonly string[], now: number) =>
  names
    .map((name) => ({ name, at: timeOfBackup(name) ?? Number.POSITIVE_INFINITY }))
    .filter(({ at }) => at <= now + MAX_CLOCK_DIFFERENCE_MS)
    .toSorted((a, b) => b.at - a.at)

/**
 * The backups that are no longer kept. The newest one always is. Backups from before a migration are not counted with the
 * others: otherwise some upgrades in a row would delete all daily backups.
 */
export function selectExpired(names: readonly string[], keep: Keep, now: number): string[] {
  const backups = sortBackups(names, now)
  if ('ageMs' in keep)
    return backups
      .slice(1)
      .filter(({ at }) => at < now - keep.ageMs)
      .map(({ name }) => name)
  const sorted = backups.map(({ name }) => name)
  return [
    ...sorted.filter((name) => !isFromBeforeMigration(name)).slice(keep.count),
    ...sorted.filter(isFromBeforeMigration).slice(MAX_BEFORE_MIGRATION),
  ]
}

export const listBackups = (folder: string) => (existsSync(folder) ? sortBackups(readdirSync(folder), Date.now()) : [])

export function createBackupFolder(folder: string) {
  if (existsSync(folder)) return
  try {
    if (!existsSync(dirname(folder))) mkdirSync(dirname(folder), { mode: 0o700, recursive: true })
    mkdirSync(folder, { mode: 0o700 })
    giveToFolderOwner(folder)
  } catch (error) {
    throw new StartError(`The folder for backups cannot be made: ${summarizeError(error as Error)}.`)
  }
}

/** Deletes expired backups, and drafts of backups that were cut off. */
export function deleteExpired(folder: string, keep: Keep, now: number) {
  const names = readdirSync(folder)
  const drafts = names.filter((name) => name.endsWith('.part') && timeOfBackup(name.slice(0, -5)) !== undefined)
  const stale = drafts.filter((name) => now - statSync(join(folder, name)).mtimeMs > STALE_DRAFT_MS)
  for (const name of [...selectExpired(names, keep, now), ...stale]) rmSync(join(folder, name), { force: true })
}
