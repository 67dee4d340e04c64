import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByteSource } from '#server/zip/read-zip.ts'

const BLOCK_BYTES = 64 * 1024

export interface TemporaryFile extends ByteSource {
  close: () => Promise<void>
}

/** Writes bytes to a file without a name, which the system deletes when it is closed or when the process ends. */
export async function createTemporaryFile(folder: string, content: AsyncIterable<Uint8Array>): Promise<TemporaryFile> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `archive-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    let size = 0
    let blocks: Uint8Array[] = []
    let waiting = 0
    const flush = async () => {
      const bytes = Buffer.concat(blocks)
      blocks = []
      waiting = 0
      await file.write(bytes)
    }
    for await (const bytes of content) {
      // A copy, because the sender may use its buffer again.
      blocks.push(Buffer.from(bytes))
      size += bytes.length
      waiting += bytes.length
      if (waiting >= BLOCK_BYTES) await flush()
    }
    if (waiting > 0) await flush()

    async function* read(from: number, to: number) {
      for (let position = from; position < to;) {
        const length = Math.min(BLOCK_BYTES, to - position)
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
        if (bytesRead === 0) throw new Error('A temporary file became shorter')
        yield buffer.subarray(0, bytesRead)
        position += bytesRead
      }
    }
    return { size, read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}
