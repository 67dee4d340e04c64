import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createEvidenceCollector, type TextEvidence } from './text-evidence.ts'

/** A file that was received completely. */
export interface Upload {
  size: number
  /** SHA-256 of the content. */
  hash: string
  text: TextEvidence
  /**
   * The content, or the bytes from one position to another, in parts that are short enough not to block the event loop.
   * A part is valid until the next one is read.
   */
  read: (from?: number, to?: number) => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

/** Bytes are collected in blocks, because a client may send them one by one. */
const BLOCK_BYTES = 64 * 1024
const PART_BYTES = 16 * 1024
/** Larger files are stored on disk, so that many uploads take little memory. */
const MAX_MEMORY_BYTES = 1024 * 1024

/** Collects the bytes of a file. The folder has no file of this name: a crash leaves nothing to clean up. */
export function createUploadStore(folder: string) {
  const blocks: Buffer[] = []
  const hash = createHash('sha256')
  const evidence = createEvidenceCollector()
  let block = Buffer.allocUnsafe(BLOCK_BYTES)
  let blockSize = 0
  let file: FileHandle | undefined
  let size = 0

  function addBlock(bytes: Buffer) {
    hash.update(bytes)
    evidence.add(bytes)
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
        size,
        hash: hash.digest('base64url'),
        text: evidence.finish(),
        read: (from = 0, to = size) =>
          inParts(file === undefined ? readBlocks(blocks, from, to) : readFile(file, from, to)),
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

function* readBlocks(blocks: readonly Buffer[], from: number, to: number) {
  let position = 0
  for (const bytes of blocks) {
    if (position >= to) return
    yield bytes.subarray(Math.max(0, from - position), to - position)
    position += bytes.length
  }
}

async function* readFile(file: FileHandle, from: number, to: number) {
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES)
  for (let position = from; position < to;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(BLOCK_BYTES, to - position), position)
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
