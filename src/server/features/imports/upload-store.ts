import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { TextDecoder } from 'node:util'

/** A file that was received completely. */
export interface Upload {
  /** SHA-256 of the content. */
  hash: string
  isUtf8: boolean
  /** The first bytes, from which the encoding is detected. */
  sample: Buffer
  /** The content from the beginning, in parts that are short enough not to block the event loop. */
  read: () => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

/** Bytes are collected in blocks, because a client may send them one by one. */
const BLOCK_BYTES = 64 * 1024
const PART_BYTES = 16 * 1024
const SAMPLE_BYTES = 2_048
/** Larger files are stored on disk, so that many uploads take little memory. */
const MAX_MEMORY_BYTES = 1024 * 1024

/** Collects the bytes of a file. The folder has no file of this name: a crash leaves nothing to clean up. */
export function createUploadStore(folder: string) {
  const blocks: Buffer[] = []
  const hash = createHash('sha256')
  const utf8 = createUtf8Check()
  let sample = Buffer.alloc(0)
  let block = Buffer.allocUnsafe(BLOCK_BYTES)
  let blockSize = 0
  let file: FileHandle | undefined
  let size = 0

  function addBlock(bytes: Buffer) {
    if (size === 0) sample = Buffer.from(bytes.subarray(0, SAMPLE_BYTES))
    hash.update(bytes)
    utf8.add(bytes)
    blocks.push(bytes)
    size += bytes.length
  }

  async function flush() {
    file ??= await openUnnamedFile(folder)
    for (const bytes of blocks.splice(0)) await file.write(bytes)
  }

  return {
    add(bytes: Buffer) {
      for (let from = 0; from < bytes.length;) {
        const copied = bytes.copy(block, blockSize, from)
        from += copied
        blockSize += copied
        if (blockSize < BLOCK_BYTES) continue
        addBlock(block)
        block = Buffer.allocUnsafe(BLOCK_BYTES)
        blockSize = 0
      }
    },
    needsFlush: () => blocks.length > 0 && size > MAX_MEMORY_BYTES,
    flush,
    async finish(): Promise<Upload> {
      addBlock(block.subarray(0, blockSize))
      if (file !== undefined) await flush()
      return {
        hash: hash.digest('base64url'),
        isUtf8: utf8.isValid(),
        sample,
        read: () => inParts(file === undefined ? blocks : readFile(file, size)),
        close,
      }
    },
    close,
  }

  async function close() {
    blocks.length = 0
    await file?.close()
    file = undefined
  }
}

async function* readFile(file: FileHandle, size: number) {
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES)
  for (let position = 0; position < size;) {
    const { bytesRead } = await file.read(buffer, 0, BLOCK_BYTES, position)
    if (bytesRead === 0) throw new Error('An uploaded file became shorter')
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

async function* inParts(blocks: Iterable<Buffer> | AsyncIterable<Buffer>) {
  for await (const bytes of blocks)
    for (let from = 0; from < bytes.length; from += PART_BYTES) yield bytes.subarray(from, from + PART_BYTES)
}

/** The system deletes a file without a name when it is closed, or when the process ends. */
async function openUnnamedFile(folder: string) {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

function createUtf8Check() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isValid = true
  const decode = (bytes: Buffer | undefined) => {
    try {
      if (isValid) decoder.decode(bytes, { stream: bytes !== undefined })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      isValid = false
    }
    return isValid
  }
  return { add: decode, isValid: () => decode(undefined) }
}
