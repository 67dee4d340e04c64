import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZippedFile {
  name: string
  content: AsyncIterable<string> | Iterable<string>
}

interface Sizes {
  sum: number
  packed: number
  plain: number
}

const MAX_SIZE = 0xffff_ffff
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808
const METHOD_DEFLATE = 8
/** 1980-01-01, the earliest date of the format. Files have no date of their own. */
const EARLIEST_DATE = 0x21

/** Writes a ZIP archive. Each file is compressed in a thread while it is generated. */
export async function* zip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let at = 0
  for await (const { name, content } of files) {
    const head = fileHeader(name)
    yield head
    const sizes: Sizes = { sum: 0, packed: 0, plain: 0 }
    yield* pack(content, sizes)
    const next = at + head.length + sizes.packed + 16
    if (Math.max(next, sizes.plain) > MAX_SIZE) throw new Error('The file would be larger than its format allows')
    yield sizesOf(0x0807_4b50, sizes)
    directory.push(directoryEntry(name, sizes, at))
    at = next
  }
  const entries = Buffer.concat(directory)
  yield entries
  yield directoryEnd(directory.length, entries.length, at)
}

async function* pack(content: ZippedFile['content'], sizes: Sizes) {
  async function* measured() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      sizes.sum = crc32(bytes, sizes.sum)
      sizes.plain += bytes.length
      yield bytes
    }
  }
  // The consumer of the compressed bytes gets the error, so this callback ignores it.
  const packed = pipeline(Readable.from(measured()), createDeflateRaw(), () => {})
  for await (const bytes of packed as AsyncIterable<Buffer>) {
    sizes.packed += bytes.length
    yield bytes
  }
}

function fileHeader(name: string) {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  writeFormat(head, 4)
  head.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([head, Buffer.from(name)])
}

function writeFormat(bytes: Buffer, at: number) {
  bytes.writeUInt16LE(20, at)
  bytes.writeUInt16LE(FLAGS, at + 2)
  bytes.writeUInt16LE(METHOD_DEFLATE, at + 4)
  bytes.writeUInt16LE(EARLIEST_DATE, at + 8)
}

function sizesOf(signature: number, { sum, packed, plain }: Sizes) {
  const bytes = Buffer.alloc(16)
  for (const [index, value] of [signature, sum, packed, plain].entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

function directoryEntry(name: string, sizes: Sizes, at: number) {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x0201_4b50, 0)
  entry.writeUInt16LE(20, 4)
  writeFormat(entry, 6)
  sizesOf(0, sizes).copy(entry, 16, 4)
  entry.writeUInt16LE(Buffer.byteLength(name), 28)
  entry.writeUInt32LE(at, 42)
  return Buffer.concat([entry, Buffer.from(name)])
}

function directoryEnd(files: number, size: number, at: number) {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}
