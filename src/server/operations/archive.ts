import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { StartError } from '#server/config.ts'
import { MIGRATION_NAMES } from '#server/db/migrate.ts'
import { parseJson } from '#server/parse-json.ts'
import { VapidKeys } from '#server/secrets/vapid.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { decrypt, type DecryptOptions, encrypt } from './backups/encryption.ts'
import { isSystemError } from './site-database.ts'
import { createTally, type DumpPart, type Tallies } from './dump-database.ts'

/**
 * A backup is one gzip file of JSON lines: a header, then for each table its columns, its rows as arrays and their tally
 * (number and hash), and an end mark. With a key the gzip file is encrypted.
 */
const FORMAT = 1

const Header = z.object({
  ritmo: z.literal('backup'),
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  /** The keys of `secrets.json`; null if they come from settings. */
  secrets: z.object({ session: z.string().min(32), vapid: VapidKeys }).nullable(),
})
export type Header = Omit<z.infer<typeof Header>, 'ritmo' | 'format'>

/** Every line except for the header and the rows. */
const ControlLine = z.union([
  z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) }),
  z.strictObject({ tally: z.object({ rows: z.int(), sha256: z.string() }) }),
  z.strictObject({ end: z.literal(true) }),
])

/** Writes slightly larger files than the default level, in a third of the time. */
const GZIP_LEVEL = 3
const CHUNK_BYTES = 256 * 1024

interface ArchiveContent {
  header: Header
  parts: AsyncIterable<DumpPart>
  /** Undefined: the file is not encrypted. */
  key: string | undefined
}

/** Writes a backup, and resolves once the file is flushed to the disk. */
export async function writeArchive(file: string, { header, parts, key }: ArchiveContent) {
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  // Fails here if the file exists. The caller deletes only a file that it has created itself.
  await once(disk, 'open')
  const compressed = createGzip({ level: GZIP_LEVEL, chunkSize: CHUNK_BYTES })
  const content = serializeArchive(header, parts)
  if (key === undefined) await pipeline(content, compressed, disk)
  else await pipeline(content, compressed, (bytes: AsyncIterable<Buffer>) => encrypt(key, bytes), disk)
}

async function* serializeArchive(header: Header, parts: AsyncIterable<DumpPart>) {
  yield `${JSON.stringify({ ritmo: 'backup', format: FORMAT, ...header })}\n`
  for await (const part of parts) yield 'lines' in part ? `${part.lines.join('\n')}\n` : `${JSON.stringify(part)}\n`
  yield `${JSON.stringify({ end: true })}\n`
}

/** Reads the header, and then the parts as they are consumed. Damage is reported as soon as it is found. */
export async function openArchive(file: string, options: DecryptOptions = {}) {
  const blocks = withFileErrors(file, readBlocks(file, options))
  const { value: [line = '', ...rest] = [] } = await blocks.next()
  const header = Header.safeParse(parseJson(line))
  const newer = header.data?.migrations.filter((name) => !MIGRATION_NAMES.includes(name)) ?? []
  if (header.success && newer.length === 0)
    return { header: header.data, parts: withFileErrors(file, readParts(rest, blocks)) }
  await blocks.return(undefined)
  throw new StartError(
    newer.length > 0
      ? `${file} was made by a newer version of Ritmo (${newer.join(', ')}).`
      : `${file} is no backup that this version of Ritmo can read.`,
  )
}

/** Reads a whole backup, and returns its header and tallies. Throws if it is damaged. */
export async function checkArchive(file: string, options?: DecryptOptions) {
  const { header, parts } = await openArchive(file, options)
  const tallies: Tallies = {}
  for await (const _part of collectTallies(parts, tallies));
  return { header, tallies }
}

export async function* collectTallies(parts: AsyncIterable<DumpPart>, tallies: Tallies): AsyncGenerator<DumpPart> {
  let table = ''
  for await (const part of parts) {
    if ('table' in part) table = part.table
    if ('tally' in part) tallies[table] = part.tally
    yield part
  }
}

async function* withFileErrors<T>(file: string, parts: AsyncIterable<T>): AsyncGenerator<T, undefined> {
  try {
    yield* parts
  } catch (error) {
    if (error instanceof StartError) throw error
    const what = isSystemError(error) ? 'cannot be read' : 'is damaged, or no backup of Ritmo'
    throw new StartError(`${file} ${what}: ${summarizeError(error as Error)}.`)
  }
  return undefined
}

async function* readParts(rest: string[], blocks: AsyncIterable<string[]>): AsyncGenerator<DumpPart> {
  let tally = createTally()
  let isEnded = false
  for await (const block of prepend(rest, blocks))
    for (const part of parseBlock(block)) {
      if (isEnded) throw new Error('it goes on after its end')
      if ('end' in part) {
        isEnded = true
        continue
      }
      if ('table' in part) tally = createTally()
      if ('lines' in part) tally.add(part.lines)
      if ('tally' in part && !isDeepStrictEqual(part.tally, tally.end())) throw new Error('a table is not as it was')
      yield part
    }
  if (!isEnded) throw new Error('it is cut off')
}

async function* prepend<T>(first: T, others: AsyncIterable<T>) {
  yield first
  yield* others
}

function* parseBlock(block: string[]) {
  let lines: string[] = []
  for (const line of block) {
    if (line.startsWith('[')) {
      lines.push(line)
      continue
    }
    if (lines.length > 0) yield { lines }
    lines = []
    const control = ControlLine.safeParse(parseJson(line))
    if (!control.success) throw new Error('a line is not as it was')
    yield control.data
  }
  if (lines.length > 0) yield { lines }
}

/** Yields the lines of a file in blocks, as they come out of the decompressor. */
async function* readBlocks(file: string, options: DecryptOptions): AsyncGenerator<string[]> {
  const disk = createReadStream(file)
  const bytes = Readable.from(decrypt(file, disk, options), { objectMode: false })
  const text = bytes.pipe(createGunzip({ chunkSize: CHUNK_BYTES })).setEncoding('utf8')
  bytes.on('error', (error) => text.destroy(error))
  let rest = ''
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      yield lines
    }
  } finally {
    bytes.destroy()
    disk.destroy()
  }
  if (rest !== '') throw new Error('its last line is cut off')
}
