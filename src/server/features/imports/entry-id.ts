import { hash } from 'node:crypto'
import type { ImportedRow } from '#core/import/import-model.ts'
import { uuidV8 } from '#core/uuid.ts'

/**
 * The id of an entry follows from its row, so that the same row makes the same entry, however often it is imported.
 * Rows of one file that are alike are counted. Our own exports name the entry itself.
 */
export function createEntryIdGenerator(userId: string) {
  const alike = new Map<string, number>()

  return (row: ImportedRow): string => {
    if (row.entry !== undefined) return row.entry
    // No name can contain the separator.
    const subject = [row.client, row.project, row.task, row.tags.toSorted().join('\0'), row.notes]
    const text = [userId, row.start, row.end, row.durationMs, ...subject].join('\0')
    const digest = hash('sha256', text, 'buffer')
    const key = digest.toString('latin1', 0, 16)
    const count = alike.get(key) ?? 0
    alike.set(key, count + 1)
    return toEntryId(row.start, count === 0 ? digest : hash('sha256', `${count}\0${text}`, 'buffer'))
  }
}

/** Begins with the time, so that neighbours in time are neighbours on disk. */
function toEntryId(start: number, digest: Buffer) {
  digest.writeUIntBE(start, 0, 6)
  return uuidV8(digest)
}
