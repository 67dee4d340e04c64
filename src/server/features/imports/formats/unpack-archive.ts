import { bytesInMemory, joinParts, openZip, ZipError } from '#server/zip/read-zip.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Time trackers and spreadsheets write some dozens of files. */
const LIMITS = { maxFiles: 1_000, maxPlainBytes: 256 * 1024 * 1024 }
/** Pictures and other parts of a workbook are not unpacked. */
const READ_FILES = /\.(?:xml|rels|csv|json)$/i

const MESSAGES = {
  'no-zip': 'importDamaged',
  damaged: 'importDamaged',
  'too-large': 'importUnpackedTooLarge',
  unsupported: 'importEncrypted',
} as const

export interface Archive {
  names: readonly string[]
  read: (name: string) => Buffer | undefined
}

/** Unpacks the files of a ZIP archive that a format may read. */
export async function unpackArchive(bytes: Buffer): Promise<Archive> {
  try {
    const files = await openZip(bytesInMemory(bytes), LIMITS)
    const contents = new Map<string, Buffer>()
    for (const { name, read } of files.values()) if (READ_FILES.test(name)) contents.set(name, await joinParts(read()))
    return { names: [...files.keys()], read: (name) => contents.get(name) }
  } catch (error) {
    if (error instanceof ZipError) throw new UnreadableFile(MESSAGES[error.fault])
    throw error
  }
}
