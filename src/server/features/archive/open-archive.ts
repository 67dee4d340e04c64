import { ArchiveManifest } from '#contract/files/archive.ts'
import { Refusal } from '#server/errors.ts'
import { parseJson } from '#server/parse-json.ts'
import { type ByteSource, joinParts, openZip, ZipError, type ZipFile } from '#server/zip/read-zip.ts'
import type { Line } from './read-lines.ts'
import { completeLine, FILE_KINDS, type FileKind, fileName, LATER_FILES } from './records.ts'
import { ARCHIVE_FORMAT, MANIFEST } from './write-archive.ts'

/** Far more than the largest account has, so that a small file cannot unpack to endless work. */
const LIMITS = { maxFiles: 64, maxPlainBytes: 4_000_000_000 }
const MAX_MANIFEST_BYTES = 64 * 1024
/** An entry may have a thousand segments, and a run some thousand commands. */
const MAX_LINE_CHARS = 2_000_000
const PAGE_SIZE = 250

export interface ArchiveFile {
  manifest: ArchiveManifest
  /** Reads the lines of a file in pages, as text. `onBytes` gets its bytes as they are read. */
  readPages: (kind: FileKind, onBytes?: (bytes: Buffer) => void) => AsyncGenerator<string[]>
}

/** Reads the manifest of an archive. Refuses any other file. */
export async function openArchive(source: ByteSource): Promise<ArchiveFile> {
  return withRefusals(async () => {
    const files = await openZip(source, LIMITS)
    const manifest = await readManifest(files.get(MANIFEST))
    const fileOf = (kind: FileKind) => {
      const file = files.get(fileName(kind))
      if (file === undefined && !LATER_FILES.has(kind)) throw damaged()
      return file
    }
    for (const kind of FILE_KINDS) fileOf(kind)
    return {
      manifest,
      readPages(kind, onBytes) {
        const file = fileOf(kind)
        return inPages(file === undefined ? [] : readLines(file, onBytes))
      },
    }
  })
}

async function readManifest(file: ZipFile | undefined) {
  if (file === undefined || file.size > MAX_MANIFEST_BYTES) throw foreign()
  const content = parseJson((await joinParts(file.read())).toString()) as
    { ritmo?: unknown; format?: unknown } | undefined
  if (content?.ritmo !== 'archive') throw foreign()
  if (typeof content.format === 'number' && content.format > ARCHIVE_FORMAT)
    throw new Refusal('invalid', 'archiveTooNew')
  const manifest = ArchiveManifest.safeParse(content)
  if (!manifest.success) throw damaged()
  return manifest.data
}

async function* readLines(file: ZipFile, onBytes: (bytes: Buffer) => void = () => {}): AsyncGenerator<string> {
  // Bytes, because a chunk may end within a character.
  let rest = Buffer.alloc(0)
  for await (const bytes of file.read()) {
    onBytes(bytes)
    const chunk = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield chunk.toString('utf8', from, end)
      from = end + 1
    }
    rest = Buffer.from(chunk.subarray(from))
    if (rest.length > MAX_LINE_CHARS) throw damaged()
  }
  if (rest.length > 0) throw damaged()
}

async function* inPages(lines: AsyncIterable<string> | readonly string[]): AsyncGenerator<string[]> {
  let page: string[] = []
  try {
    for await (const line of lines) {
      page.push(line)
      if (page.length < PAGE_SIZE) continue
      yield page
      page = []
    }
  } catch (error) {
    throw toRefusal(error)
  }
  if (page.length > 0) yield page
}

/** Parses the lines of a page whose content was checked before. */
export const parseLines = (kind: FileKind, page: readonly string[]) =>
  page.map((line) => completeLine(kind, JSON.parse(line) as Line))

async function withRefusals<T>(work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown) {
  if (!(error instanceof ZipError)) return error
  if (error.fault === 'damaged') return damaged()
  return error.fault === 'too-large' ? new Refusal('too-large', 'archiveTooLarge') : foreign()
}

export const damaged = () => new Refusal('invalid', 'archiveDamaged')
const foreign = () => new Refusal('invalid', 'archiveForeign')
