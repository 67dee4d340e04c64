import { crc32, inflateRawSync } from 'node:zlib'
import { UnreadableFile } from './unreadable-file.ts'

/** The most files of an archive. Those of time trackers and spreadsheets have some dozens. */
const MAX_FILES = 1_000
/** The most bytes that all files that are read may have together. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
/** Time entries are seldom packed to less than a fiftieth. */
const MAX_RATIO = 200
/** Small files may have any ratio. */
const MIN_LIMIT_BYTES = 4 * 1024 * 1024

const END_OF_DIRECTORY = 0x0605_4b50
const DIRECTORY_ENTRY = 0x0201_4b50
const FILE_HEADER = 0x0403_4b50
const END_LENGTH = 22
const MAX_COMMENT_LENGTH = 0xffff
const ENTRY_LENGTH = 46
const HEADER_LENGTH = 30
const FLAG_ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

interface ZipEntry {
  name: string
  flags: number
  method: number
  checksum: number
  packedBytes: number
  headerAt: number
}

/**
 * Opens a ZIP archive in memory. Its files are unpacked when they are read, and never to more bytes than allowed, whatever
 * the archive says. Archives above 4 GB (ZIP64) are not read.
 */
export function openZip(bytes: Buffer) {
  const entries = refusingDamage(() => readDirectory(bytes))
  let unpackedBytes = 0

  function read(name: string): Buffer | undefined {
    const entry = entries.get(name)
    if (entry === undefined) return undefined
    if ((entry.flags & FLAG_ENCRYPTED) !== 0) throw new UnreadableFile('importEncrypted')
    const content = refusingDamage(() => unpack(packedBytesOf(bytes, entry), entry, MAX_UNPACKED_BYTES - unpackedBytes))
    if (crc32(content) !== entry.checksum) throw new UnreadableFile('importDamaged')
    unpackedBytes += content.length
    return content
  }

  return { names: [...entries.keys()], read }
}

export type Zip = ReturnType<typeof openZip>

function readDirectory(bytes: Buffer) {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_FILES) throw new UnreadableFile('importUnpackedTooLarge')
  const entries = new Map<string, ZipEntry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new UnreadableFile('importDamaged')
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength)
    entries.set(name, {
      name,
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      packedBytes: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    })
    at += ENTRY_LENGTH + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The end of the directory is the end of the file, but for a comment. */
function findEnd(bytes: Buffer) {
  const first = Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT_LENGTH)
  for (let at = bytes.length - END_LENGTH; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw new UnreadableFile('importDamaged')
}

function packedBytesOf(bytes: Buffer, { headerAt, packedBytes }: ZipEntry) {
  if (bytes.readUInt32LE(headerAt) !== FILE_HEADER) throw new UnreadableFile('importDamaged')
  const from = headerAt + HEADER_LENGTH + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28)
  if (from + packedBytes > bytes.length) throw new UnreadableFile('importDamaged')
  return bytes.subarray(from, from + packedBytes)
}

function unpack(packed: Buffer, { method }: ZipEntry, leftBytes: number) {
  const limit = Math.min(leftBytes, Math.max(MIN_LIMIT_BYTES, packed.length * MAX_RATIO))
  if (method === STORED && packed.length <= limit) return packed
  if (method !== DEFLATED || limit <= 0) throw new UnreadableFile('importUnpackedTooLarge')
  return inflateRawSync(packed, { maxOutputLength: limit })
}

/** A position outside of the file, or bytes that cannot be unpacked. */
function refusingDamage<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new UnreadableFile('importUnpackedTooLarge')
    if (code === 'ERR_OUT_OF_RANGE' || code === 'ERR_BUFFER_OUT_OF_BOUNDS' || code.startsWith('Z_'))
      throw new UnreadableFile('importDamaged')
    throw error
  }
}
