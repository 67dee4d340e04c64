import { createHash } from 'node:crypto'
import type { ArchiveManifest } from '#contract/files/archive.ts'
import { RECORD_KINDS } from '#core/archive/kinds.ts'
import { VERSION } from '#core/version.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { zip, type ZippedFile } from '#server/zip/write-zip.ts'
import { type Line, readEntryPages, readLinePages, readProfileLine } from './read-lines.ts'
import { FILE_KINDS, type FileKind, fileName, OTHERS, RECORDS } from './records.ts'

export const ARCHIVE_FORMAT = 2
export const MANIFEST = 'archive.json'

/** Writes everything of an account as a ZIP archive. `db` must be a snapshot, so that all references lead to a line. */
export function writeArchive(db: Db, userId: string, now: number): AsyncGenerator<Uint8Array> {
  const files: ArchiveManifest['files'] = []
  async function* zippedFiles(): AsyncGenerator<ZippedFile> {
    for (const kind of FILE_KINDS) {
      const tally = createTally(fileName(kind))
      yield { name: tally.name, content: tally.through(readPages(db, userId, kind)) }
      files.push(tally.end())
    }
    const manifest: ArchiveManifest = {
      ritmo: 'archive',
      format: ARCHIVE_FORMAT,
      version: VERSION,
      createdAt: toIsoTime(now),
      files,
    }
    yield { name: MANIFEST, content: [`${JSON.stringify(manifest, null, 2)}\n`] }
  }
  return zip(zippedFiles())
}

async function* readPages(db: Db, userId: string, kind: FileKind): AsyncGenerator<Line[]> {
  if (kind === 'profile') yield await readProfileLine(db, userId)
  else if (kind === 'entries') yield* readEntryPages(db, userId)
  else if (isRecordKind(kind)) yield* readLinePages(db, userId, RECORDS[kind])
  else yield* readLinePages(db, userId, OTHERS[kind])
}

const isRecordKind = (kind: FileKind): kind is keyof typeof RECORDS =>
  (RECORD_KINDS as readonly string[]).includes(kind)

/** Counts and hashes the lines of a file while they are written. */
function createTally(name: string) {
  const hash = createHash('sha256')
  // No pacer: most of the time passes in the threads that read and compress, and the main thread is idle meanwhile.
  const yielder = createYielder()
  let lines = 0
  return {
    name,
    async *through(pages: AsyncIterable<Line[]>) {
      for await (const page of pages) {
        let text = ''
        for (const line of page) {
          text += `${JSON.stringify(line)}\n`
          lines += 1
          if (yielder.shouldYield()) await yielder.yieldToEventLoop()
        }
        hash.update(text)
        yield text
      }
    },
    end: () => ({ name, lines, sha256: hash.digest('hex') }),
  }
}
