import { hash } from 'node:crypto'
import type { ImportedRow } from '#core/import/import-model.ts'
import { DAY_MS } from '#core/time/units.ts'
import { uuidV8 } from '#core/uuid.ts'
import { createKeyCounts } from './key-counts.ts'

/**
 * Derives the id of an entry from its row, so that importing a row again finds the same entry. Identical rows of one
 * file are numbered. Where a row has no time of day, its day counts, and not the time at which it is placed. Ritmo's own
 * exports contain the id itself.
 */
export function createEntryIdGenerator(userId: string) {
  const countKey = createKeyCounts()

  return (row: ImportedRow): string => {
    if (row.entry !== undefined) return row.entry
    // Names cannot contain NUL, so different rows never join to the same text.
    const subject = [row.client, row.project, row.task, row.tags.toSorted().join('\0'), row.notes]
    const times = row.day === undefined ? [row.start, row.end] : ['day', row.day]
    const segments = row.segments?.flat() ?? []
    const text = [userId, ...times, row.durationMs, ...subject, ...segments].join('\0')
    const digest = hash('sha256', text, 'buffer')
    const count = countKey(digest.toString('latin1', 0, 16))
    return toEntryId(
      row.day === undefined ? row.start : row.day * DAY_MS,
      count === 0 ? digest : hash('sha256', `${count}\0${text}`, 'buffer'),
    )
  }
}

/** The id begins with the start time, so that entries close in time are stored close to each other. */
function toEntryId(start: number, digest: Buffer) {
  digest.writeUIntBE(start, 0, 6)
  return uuidV8(digest)
}
