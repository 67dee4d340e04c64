import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

/** The bytes of a ZIP file. They are read in any order, because the list of its files is at the end. */
export interface ByteSource {
  size: number
  /** Reads the bytes from `from` up to, not including, `to`. A part need be valid only until the next one is read. */
  read: (from: number, to: number) => AsyncIterable<Uint8Array>
}

export interface ZipLimits {
  maxFiles: number
  /** The bytes of all files together after unpacking. It is checked before anything is unpacked. */
  maxPlainBytes: number
}

export interface ZipFile {
  name: string
  /** The bytes after unpacking. */
  size: number
  /** Unpacks the content in parts. Fails with a `ZipError` if it is not as the list of files says. */
  read: () => AsyncGenerator<Buffer>
}

/** `no-zip`: another kind of file. `unsupported`: encrypted, packed by an unknown method, or of 4 GB and more. */
type ZipFault = 'no-zip' | 'damaged' | 'too-large' | 'unsupported'

export class ZipError extends Error {
  override name = 'ZipError'
  readonly fault: ZipFault

  constructor(fault: ZipFault) {
    super(`ZIP: ${fault}`)
    this.fault = fault
  }
}

interface DirectoryEntry {
  name: string
  method: number
  sum: number
  packed: number
  plain: number
  at: number
}

const FILE_SIGNATURE = 0x0403_4b50
const FILE_HEADER_BYTES = 30
const ENTRY_SIGNATURE = 0x0201_4b50
const ENTRY_BYTES = 46
const END_SIGNATURE = 0x0605_4b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
/** Names of 64 KB would be allowed, but no file that we read has them. */
const MAX_ENTRY_BYTES = 1_024
/** Stands for a value in the format's extension for larger files. */
const IN_EXTENSION = 0xffff_ffff
const FLAG_ENCRYPTED = 1
const METHOD_STORED = 0
const METHOD_DEFLATE = 8

/** Reads the list of files in a ZIP archive, by name. Their content is unpacked only when it is read. */
export async function openZip(source: ByteSource, limits: ZipLimits): Promise<Map<string, ZipFile>> {
  const { entries, directoryAt } = await readDirectory(source, limits)
  if (entries.reduce((sum, { plain }) => sum + plain, 0) > limits.maxPlainBytes) throw new ZipError('too-large')
  // Files that share bytes would unpack to far more than the archive has.
  if (entries.reduce((sum, { packed }) => sum + packed, 0) > directoryAt) throw new ZipError('damaged')
  const files = entries.map((entry): [string, ZipFile] => [entry.name, toFile(source, entry)])
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw new ZipError('damaged')
  return new Map(files)
}

const toFile = (source: ByteSource, entry: DirectoryEntry): ZipFile => ({
  name: entry.name,
  size: entry.plain,
  read: () => unpack(source, entry),
})

async function readDirectory(source: ByteSource, { maxFiles }: ZipLimits) {
  const { files, bytes, at } = await findEnd(source)
  if (files === 0xffff || at === IN_EXTENSION) throw new ZipError('unsupported')
  if (files > maxFiles || bytes > files * MAX_ENTRY_BYTES) throw new ZipError('too-large')
  const directory = await readRange(source, at, at + bytes)
  const entries: DirectoryEntry[] = []
  for (let from = 0; entries.length < files;) {
    const { entry, next } = readEntry(directory, from)
    entries.push(entry)
    from = next
  }
  return { entries, directoryAt: at }
}

/** The end of the directory is at the end of the file, before a comment of any length. */
async function findEnd(source: ByteSource) {
  const from = Math.max(0, source.size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = await readRange(source, from, source.size)
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue
    return { files: tail.readUInt16LE(at + 10), bytes: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) }
  }
  const head = await readRange(source, 0, Math.min(4, source.size))
  // It begins like a ZIP archive, but its end is missing.
  throw new ZipError(head.length === 4 && head.readUInt32LE() === FILE_SIGNATURE ? 'damaged' : 'no-zip')
}

function readEntry(directory: Buffer, from: number): { entry: DirectoryEntry; next: number } {
  if (from + ENTRY_BYTES > directory.length || directory.readUInt32LE(from) !== ENTRY_SIGNATURE)
    throw new ZipError('damaged')
  const [flags, method] = [directory.readUInt16LE(from + 8), directory.readUInt16LE(from + 10)]
  const [sum, packed, plain] = [16, 20, 24].map((at) => directory.readUInt32LE(from + at)) as [number, number, number]
  const [name, extra, comment] = [28, 30, 32].map((at) => directory.readUInt16LE(from + at)) as [number, number, number]
  const at = directory.readUInt32LE(from + 42)
  if ((flags & FLAG_ENCRYPTED) !== 0 || (method !== METHOD_STORED && method !== METHOD_DEFLATE))
    throw new ZipError('unsupported')
  if ([packed, plain, at].includes(IN_EXTENSION)) throw new ZipError('unsupported')
  const next = from + ENTRY_BYTES + name + extra + comment
  if (next > directory.length) throw new ZipError('damaged')
  const text = directory.toString('utf8', from + ENTRY_BYTES, from + ENTRY_BYTES + name)
  return { entry: { name: text, method, sum, packed, plain, at }, next }
}

async function* unpack(source: ByteSource, entry: DirectoryEntry): AsyncGenerator<Buffer> {
  const { method, packed, plain } = entry
  const from = await findContent(source, entry)
  const content = source.read(from, from + packed)
  let [size, sum] = [0, 0]
  for await (const bytes of method === METHOD_STORED ? content : inflate(content)) {
    size += bytes.length
    // A file that unpacks to more than the list says is not read to its end.
    if (size > plain) throw new ZipError('damaged')
    sum = crc32(bytes, sum)
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }
  if (size !== plain || sum !== entry.sum) throw new ZipError('damaged')
}

/** The content follows the file's own header, whose length may differ from that of its entry in the list. */
async function findContent(source: ByteSource, { at, packed }: DirectoryEntry) {
  if (at + FILE_HEADER_BYTES > source.size) throw new ZipError('damaged')
  const header = await readRange(source, at, at + FILE_HEADER_BYTES)
  if (header.readUInt32LE() !== FILE_SIGNATURE) throw new ZipError('damaged')
  const from = at + FILE_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (from + packed > source.size) throw new ZipError('damaged')
  return from
}

async function* inflate(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  // The consumer of the inflated bytes gets the error, so this callback ignores it.
  const plain = pipeline(Readable.from(copyParts(content)), createInflateRaw(), () => {})
  try {
    yield* plain as AsyncIterable<Buffer>
  } catch (error) {
    // The codes of zlib, for damaged data and for data that are cut off.
    if (/^Z_(DATA|BUF)_ERROR$/.test(String((error as NodeJS.ErrnoException).code))) throw new ZipError('damaged')
    throw error
  }
}

/** The stream reads ahead, and a part may be overwritten by the next one. */
async function* copyParts(content: AsyncIterable<Uint8Array>) {
  for await (const part of content) yield Buffer.from(part)
}

async function readRange(source: ByteSource, from: number, to: number) {
  if (from > to || to > source.size) throw new ZipError('damaged')
  return joinParts(source.read(from, to))
}

/** A part is copied, because it may be overwritten by the next one. */
export async function joinParts(content: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** The bytes of a file in memory. */
export const bytesInMemory = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async function* read(from, to) {
    yield bytes.subarray(from, to)
  },
})
